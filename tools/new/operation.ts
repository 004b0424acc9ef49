/** Decides everything about a new operation that the command line does not say. */
import { listOf, textOf } from '@agent-conversation/contract';
import type { Contract } from './contract.ts';
import { camelCase, kebabCase, noCase, pascalCase } from 'change-case';
import { thirdPerson, upperFirst, withArticle } from './names.ts';
import { demand, oneOf, type Request } from './request.ts';
import { type Choice, exampleOf, requestSchema, responseSchema } from './schemas.ts';

/** Everything that the templates need. */
export type Operation = ReturnType<typeof planOperation>;

type Parameter = Readonly<Record<'component' | 'name' | 'in' | 'example', string>>;

/**
 * Plans an operation.
 *
 * @param date of its decision, such as `2026-11-22`
 * @throws {UsageError} if the request does not fit the contract
 */
export function planOperation(request: Request, contract: Contract, date: string) {
  const { id, method, path, summary, retry, isSearch } = request;
  const [verb = '', ...noun] = noCase(id).split(' ');
  const object = withArticle(noun.join(' '));
  checkFree(request, contract, verb);
  checkPath(path, contract);
  const parameters = parametersOf(request, contract);
  const asked = requestSchema(request, contract);
  const body = asked && bodyOf(asked, `${upperFirst(id)}Request`, contract);
  const response = bodyOf(responseSchema(request, contract), `${upperFirst(id)}Response`, contract);
  const bodies = body ? [body, response] : [response];
  const schemas = bodies.flatMap(({ schema }) => [schema, ...(schema.item ? [schema.item] : [])]);
  const errors = errorsOf(parameters, body !== undefined, contract);
  return {
    id,
    verb,
    method,
    path,
    date,
    isSearch,
    /** The file of the path, relative to `openapi/`. */
    file: `paths${path.replace(/^\/api/, '').replaceAll(/[{}]/g, '')}.yaml`,
    isListed: contract.paths.includes(path),
    /** The client's name of the resource, such as `appConversations`. */
    resource: camelCase(resourceOf(path)),
    tag: tagOf(request, contract),
    summary: summary ?? `${upperFirst(verb)} ${object}`,
    /** In the third person, such as `deletes a sandbox`. */
    does: `${thirdPerson(verb)} ${object}`,
    retry: retry ?? (['get', 'put', 'delete'].includes(method) ? 'safe' : 'unsent'),
    decision: nextDecision(contract),
    /** The version step of an addition. */
    step: contract.version.startsWith('0.') ? 'patch' : 'minor',
    parameters,
    body,
    response,
    bodies,
    errors,
    newParameters: parameters.filter((it) => it.isNew),
    newErrors: errors.filter((it) => it.isNew),
    newSchemas: [...new Map(schemas.map((it) => [it.name, it])).values()].filter((it) => it.isNew),
  };
}

/** Whether a path of V1 belongs to the same resource as another path. */
export function isOfResource(other: string, path: string): boolean {
  return other.startsWith('/api/v1/') && resourceOf(other) === resourceOf(path);
}

function resourceOf(path: string): string {
  return path.split('/')[3] ?? '';
}

function checkFree({ id, method, path }: Request, { operations }: Contract, verb: string): void {
  const name = `client.${camelCase(resourceOf(path))}.${verb}`;
  for (const other of operations) {
    const it = `${other.id} (${other.method.toUpperCase()} ${other.path})`;
    demand(other.id !== id, `--id ${id} is taken by ${it}`);
    const isFree = other.path !== path || other.method !== method;
    demand(isFree, `--method ${method.toUpperCase()} is taken by ${it}`);
    const isTaken = isOfResource(other.path, path) && noCase(other.id).split(' ')[0] === verb;
    demand(!isTaken, `--id ${id} would make ${name}, the method of ${it}: use another verb`);
  }
}

/** Checks what Redocly's rules no-http-verbs-in-paths and no-ambiguous-paths check. */
function checkPath(path: string, { paths }: Contract): void {
  const isParameter = (segment: string | undefined) => segment?.startsWith('{') === true;
  const segments = path.split('/');
  const names = segments.filter(isParameter);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  demand(repeated === undefined, `--path has ${repeated} more than once`);
  const words = path.replaceAll(/\{\w+\}/g, '');
  const method = /get|head|post|put|patch|delete|options|trace/.exec(words)?.[0];
  demand(method === undefined, `--path ${path} must not contain the HTTP method '${method}'`);
  const ambiguous = paths.find((other) => {
    const others = other.split('/');
    const isAsLong = others.length === segments.length;
    const hasAsMany = others.filter(isParameter).length === names.length;
    const isAlike = others.every((it, at) => {
      return it === segments[at] || isParameter(it) || isParameter(segments[at]);
    });
    return other !== path && isAsLong && hasAsMany && isAlike;
  });
  const advice = 'use the same parameter names, or other words';
  demand(ambiguous === undefined, `--path ${path} is ambiguous with ${ambiguous}: ${advice}`);
}

function bodyOf(schema: Choice, example: string, contract: Contract) {
  return { schema, example, value: exampleOf(schema, contract) };
}

function tagOf({ tag, path }: Request, { tags, operations }: Contract) {
  if (tag !== undefined) {
    // Tags of the legacy generation are reserved for its own operations.
    const allowed = tags.filter((name) => !name.endsWith(' (legacy)'));
    oneOf('--tag', tag, allowed, `one of ${allowed.join(', ')}`);
  }
  const sibling = operations.find((it) => isOfResource(it.path, path));
  const name = tag ?? listOf(sibling?.value['tags'])[0];
  if (name !== undefined) return { name: textOf(name), isNew: false };
  return { name: upperFirst(resourceOf(path).replaceAll('-', ' ')), isNew: true };
}

function parametersOf({ path, isSearch }: Request, contract: Contract) {
  const known = contract.components('parameters').map((component) => {
    return { ...(contract.component('parameters', component) as Parameter), component };
  });
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const existing = known.find((it) => it.in === 'path' && it.name === name);
    if (existing) return { ...existing, isNew: false };
    const noun = name.replace(/_id$/, '');
    const owner = withArticle(noun.replaceAll('_', ' '));
    const example = `${kebabCase(noun)}-1`;
    return { component: pascalCase(name), name, in: 'path', example, isNew: true, owner };
  });
  const ofSearch = known.filter((it) => isSearch && /^(PageId|Limit)$/.test(it.component));
  return [...inPath, ...ofSearch.toReversed().map((it) => ({ ...it, isNew: false }))];
}

function errorsOf(parameters: readonly Parameter[], hasBody: boolean, contract: Contract) {
  const id = parameters.findLast((it) => it.in === 'path')?.name.replace(/_id$/, '');
  const noun = id?.replaceAll('_', ' ') ?? '';
  const existing = contract.components('responses');
  const isChecked = hasBody || parameters.some((it) => it.in === 'query');
  const all = [
    { status: 401, component: 'Unauthorized' },
    ...(id ? [{ status: 404, component: `${pascalCase(id)}NotFound` }] : []),
    ...(isChecked ? [{ status: 422, component: 'ValidationFailed' }] : []),
    ...(existing.includes('TooManyRequests')
      ? [{ status: 429, component: 'TooManyRequests' }]
      : []),
  ];
  const example = `${pascalCase(id ?? '')}Unknown`;
  const detail = `${upperFirst(noun)} not found`;
  return all.map((it) => {
    return { ...it, noun, example, detail, isNew: !existing.includes(it.component) };
  });
}

function nextDecision(contract: Contract): string {
  const numbers = [...contract.text('openapi/decisions.md').matchAll(/^(?:## |\| )D(\d+)/gm)];
  const last = Math.max(0, ...numbers.map(([, number]) => Number(number)));
  return `D${String(last + 1).padStart(2, '0')}`;
}

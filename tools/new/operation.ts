/** Decides everything about a new operation that the command line does not say. */
import {
  clientMethodOf,
  isObject,
  listOf,
  textOf,
  upperFirst,
} from '@agent-conversation/contract';
import { kebabCase, noCase, pascalCase } from 'change-case';
import type { Contract } from './contract.ts';
import { singular, thirdPerson, withArticle } from './names.ts';
import { callOf, demand, oneOf, type Request } from './request.ts';
import {
  type Choice,
  exampleOf,
  requestSchema,
  responseSchema,
  shownObjects,
} from './schemas.ts';

/** Everything that the templates need. */
export type Operation = ReturnType<typeof planOperation>;

interface Parameter {
  readonly component: string;
  readonly name: string;
  readonly in: string;
  readonly example: string;
}

/**
 * Plans an operation.
 *
 * @param date of its decision, such as `2026-11-22`
 * @throws {UsageError} if the request does not fit the contract
 */
export function planOperation(
  request: Request,
  contract: Contract,
  date: string,
) {
  const { id, method, path, summary, retry, isSearch } = request;
  const [verb = '', ...noun] = noCase(id).split(' ');
  const object = withArticle(noun.join(' '));
  const resource = resourceOf(id, path);
  checkFree(request, contract);
  checkPath(path, contract);
  const parameters = parametersOf(request, contract);
  // What a path ends with is the id of the object in the bodies.
  const ownId = path.endsWith('}') ? parameters.at(-1)?.example : undefined;
  const bodyOf = (schema: Choice, example: string) => {
    return {
      schema,
      example,
      value: withId(exampleOf(schema, contract), ownId),
    };
  };
  const requested = requestSchema(request, contract);
  const body = requested && bodyOf(requested, `${upperFirst(id)}Request`);
  const response = bodyOf(
    responseSchema(request, contract),
    `${upperFirst(id)}Response`,
  );
  const bodies = body ? [body, response] : [response];
  const schemas = bodies.flatMap(({ schema }) => [
    schema,
    ...(schema.item ? [schema.item] : []),
  ]);
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
    resource,
    tag: tagOf(request, contract),
    summary: summary ?? `${upperFirst(verb)} ${object}`,
    /** In the third person, such as `deletes a sandbox`. */
    does: `${thirdPerson(verb)} ${object}`,
    retry:
      retry ?? (['get', 'put', 'delete'].includes(method) ? 'safe' : 'unsent'),
    decision: nextDecision(contract),
    /** The version step of an addition. */
    step: contract.version.startsWith('0.') ? 'patch' : 'minor',
    parameters,
    body,
    response,
    bodies,
    errors,
    newParameters: parameters.filter(({ isNew }) => isNew),
    newErrors: errors.filter(({ isNew }) => isNew),
    newSchemas: [
      ...new Map(schemas.map((schema) => [schema.name, schema])).values(),
    ].filter(({ isNew }) => isNew),
  };
}

/** Puts the id of the path into an object with an id. */
function withId(value: unknown, id: string | undefined): unknown {
  const hasId = isObject(value) && typeof value['id'] === 'string';
  return hasId && id !== undefined ? { ...value, id } : value;
}

function resourceOf(id: string, path: string): string {
  return clientMethodOf(id, path)?.resource ?? '';
}

function checkFree(
  { id, method, path }: Request,
  { operations }: Contract,
): void {
  const call = callOf(id, path);
  for (const other of operations) {
    const taken = `${other.id} (${other.method.toUpperCase()} ${other.path})`;
    demand(other.id !== id, `--id ${id} is taken by ${taken}`);
    const isFree = other.path !== path || other.method !== method;
    demand(isFree, `--method ${method.toUpperCase()} is taken by ${taken}`);
    const isOtherCall = callOf(other.id, other.path) !== call;
    demand(
      isOtherCall,
      `--id ${id} would make ${call}, the method of ${taken}: use another verb`,
    );
  }
}

/** Checks what Redocly's rules no-http-verbs-in-paths and no-ambiguous-paths check. */
function checkPath(path: string, { paths }: Contract): void {
  const isParameter = (segment: string | undefined) =>
    segment?.startsWith('{') === true;
  const segments = path.split('/');
  const names = segments.filter(isParameter);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  demand(repeated === undefined, `--path has ${repeated} more than once`);
  const words = path.replaceAll(/\{\w+\}/g, '');
  const method = /get|head|post|put|patch|delete|options|trace/.exec(
    words,
  )?.[0];
  demand(
    method === undefined,
    `--path ${path} must not contain the HTTP method '${method}'`,
  );
  const ambiguous = paths.find((other) => {
    const others = other.split('/');
    const isAsLong = others.length === segments.length;
    const hasAsMany = others.filter(isParameter).length === names.length;
    const isAlike = others.every((it, at) => {
      return (
        it === segments[at] || isParameter(it) || isParameter(segments[at])
      );
    });
    return other !== path && isAsLong && hasAsMany && isAlike;
  });
  const advice = 'use the same parameter names, or other words';
  demand(
    ambiguous === undefined,
    `--path ${path} is ambiguous with ${ambiguous}: ${advice}`,
  );
}

function tagOf({ id, tag, path }: Request, { tags, operations }: Contract) {
  // Tags of the legacy generation are reserved for its own operations.
  const allowed = tags.filter((name) => !name.endsWith(' (legacy)'));
  if (tag !== undefined) {
    oneOf('--tag', tag, allowed, `one of ${allowed.join(', ')}`);
    return { name: tag, isNew: false };
  }
  const resource = resourceOf(id, path);
  const sibling = operations.find((other) => {
    return (
      other.path.startsWith('/api/v1/') &&
      resourceOf(other.id, other.path) === resource
    );
  });
  const [name = upperFirst(noCase(resource))] = listOf(
    sibling?.value['tags'],
  ).map(textOf);
  return { name, isNew: !allowed.includes(name) };
}

function parametersOf(request: Request, contract: Contract) {
  const { path, isSearch } = request;
  const known = contract.components('parameters').map((component) => {
    return {
      ...(contract.component('parameters', component) as Parameter),
      component,
    };
  });
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const existing = known.find(
      (parameter) => parameter.in === 'path' && parameter.name === name,
    );
    if (existing) return { ...existing, isNew: false };
    // A parameter of the query may have the same name.
    const isTaken = known.some(
      ({ component }) => component === pascalCase(name),
    );
    const component = pascalCase(name) + (isTaken ? 'InPath' : '');
    const owner = withArticle(noCase(name.replace(/_id$/, '')));
    const example = idOf(objectOfParameter(name, request), contract);
    return { component, name, in: 'path', example, isNew: true, owner };
  });
  const ofSearch = known.filter(
    ({ component }) => isSearch && /^(PageId|Limit)$/.test(component),
  );
  const existing = ofSearch
    .toReversed()
    .map((parameter) => ({ ...parameter, isNew: false }));
  return [...inPath, ...existing];
}

/** Names what a parameter of a path is the id of, such as `WebhookDelivery`. */
function objectOfParameter(name: string, { id, path }: Request): string {
  const noun = id.replace(/^[a-z]+/, '');
  if (path.endsWith(`/{${name}}`)) return singular(noun);
  const collection =
    new RegExp(String.raw`([a-z-]+)/\{${name}\}`).exec(path)?.[1] ?? name;
  return pascalCase(singular(collection));
}

/** Returns the id that examples show of an object, or a new one. */
function idOf(object: string, contract: Contract): string {
  const ids = shownObjects(contract, object).map(({ id }) => id);
  return ids.find((id) => typeof id === 'string') ?? `${kebabCase(object)}-1`;
}

function errorsOf(
  parameters: readonly Parameter[],
  hasBody: boolean,
  contract: Contract,
) {
  const id = parameters
    .findLast((it) => it.in === 'path')
    ?.name.replace(/_id$/, '');
  const noun = id?.replaceAll('_', ' ') ?? '';
  const existing = contract.components('responses');
  const isChecked = hasBody || parameters.some((it) => it.in === 'query');
  const validation = hasBody
    ? 'ValidationFailedOrMalformed'
    : 'ValidationFailed';
  const all = [
    { status: 401, component: 'Unauthorized' },
    ...(id ? [{ status: 404, component: `${pascalCase(id)}NotFound` }] : []),
    ...(isChecked ? [{ status: 422, component: validation }] : []),
    ...(existing.includes('TooManyRequests')
      ? [{ status: 429, component: 'TooManyRequests' }]
      : []),
  ];
  const example = `${pascalCase(id ?? '')}Unknown`;
  const detail = `${upperFirst(noun)} not found`;
  return all.map((it) => {
    return {
      ...it,
      noun,
      example,
      detail,
      isNew: !existing.includes(it.component),
    };
  });
}

function nextDecision(contract: Contract): string {
  const numbers = [
    ...contract.text('openapi/decisions.md').matchAll(/^(?:## |\| )D(\d+)/gm),
  ];
  const last = Math.max(0, ...numbers.map(([, number]) => Number(number)));
  return `D${String(last + 1).padStart(2, '0')}`;
}

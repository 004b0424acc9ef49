/** Decides what the templates need, beside what the command line states. */
import { UsageError } from '@agent-conversation/cli';
import type { SourceFiles } from '@agent-conversation/cli/source';
import {
  branchesOf,
  childOf,
  childrenOf,
  clientMethodOf,
  contractOperations,
  fillPath,
  textOf,
  upperFirst,
  valueAt,
} from '@agent-conversation/contract';
import { kebabCase, noCase, pascalCase } from 'change-case';
import { stringify } from 'yaml';

/** What the command line states. */
interface Request {
  readonly id: string;
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly response: string;
  readonly list?: boolean | undefined;
  readonly body?: boolean | undefined;
}

/** Everything that the templates need. */
export type Operation = ReturnType<typeof planOperation>;

const pathForm = /^\/api\/v1(\/[a-z-]+|\/\{[a-z_]+_id\})+$/;

/** @throws {UsageError} unless an operationId has the form that names of files and types need */
export function checkId(id: string): void {
  if (!/^[a-z]+([A-Z][a-z0-9]*)+$/.test(id))
    throw new UsageError(`${id} must be a verb and a noun in camelCase`);
}

/**
 * Plans an operation.
 *
 * @param date of its decision, such as `2026-11-22`
 * @throws {UsageError} if the id or the path is malformed, or if the contract has it already
 */
export function planOperation(
  request: Request,
  sources: SourceFiles,
  date: string,
) {
  const { id, method, path, summary, body } = request;
  checkId(id);
  if (!pathForm.test(path)) {
    const example = '/api/v1/sandboxes/{sandbox_id}';
    throw new UsageError(`${path} must be a path such as ${example}`);
  }
  const document = sources.bundle();
  for (const other of contractOperations(document)) {
    const isSame = other.method === method && other.path === path;
    if (isSame || other.operationId === id) {
      const { operationId } = other;
      throw new UsageError(
        `${operationId} exists already: ${other.method.toUpperCase()} ${other.path}`,
      );
    }
  }
  const pathFile = `paths${path.replace(/^\/api/, '').replaceAll(/[{}]/g, '')}.yaml`;
  const { resource = '', verb = '' } = clientMethodOf(id, path) ?? {};
  const isSearch = id.startsWith('search');
  const parameters = parametersOf(path, sources);
  const ids = parameters.map(({ name, example }) => [name, example]);
  const args = parameters.map(({ example }) => `'${example}'`);
  if (body) args.push("{ title: 'Release notes' }");
  return {
    id,
    /** What the names of its schemas and examples begin with. */
    typeName: upperFirst(id),
    verb,
    method,
    METHOD: method.toUpperCase(),
    isGet: method === 'get',
    path,
    pathFile,
    /** From the file of the path to `openapi/`. */
    up: '../'.repeat(pathFile.split('/').length - 1),
    date,
    isSearch,
    body,
    summary,
    summaryInYaml: inYaml(summary),
    description: inYaml(`${summary.replace(/^\w+/, thirdPerson)}.`),
    resource,
    tag: upperFirst(noCase(resource)),
    retry: ['post', 'patch'].includes(method) ? 'unsent' : 'safe',
    decision: nextDecision(sources),
    /** The version step of an addition. */
    step: textOf(valueAt(document, '/info/version')).startsWith('0.')
      ? 'patch'
      : 'minor',
    parameters,
    hasParameters: isSearch || parameters.length > 0,
    notFound: parameters.at(-1)?.notFound,
    response: responseOf(request, document),
    url: `http://127.0.0.1:4010${fillPath(path, Object.fromEntries(ids))}`,
    call: `client.${resource}.${verb}(${args.join(', ')})`,
  };
}

/** Returns the parameters of a path; one that has no component yet has an example of its own. */
function parametersOf(path: string, sources: SourceFiles) {
  return [...path.matchAll(/\{(\w+)_id\}/g)].map(([, owner = '']) => {
    const component = pascalCase(`${owner}_id`);
    const file = `openapi/components/parameters/${component}.yaml`;
    const known = sources.exists(file) && sources.yaml(file).value;
    return {
      component,
      name: `${owner}_id`,
      noun: noCase(owner),
      notFound: `${pascalCase(owner)}NotFound`,
      unknown: `${pascalCase(owner)}Unknown`,
      example: textOf(childOf(known, 'example')) || `${kebabCase(owner)}-1`,
    };
  });
}

/** Returns the schema of the response, that of its items, and the file of the example. */
function responseOf(request: Request, document: unknown) {
  const { id, response: name, summary } = request;
  const item = { name, noun: noCase(name) };
  const shown = shownIn(document, name) ?? { id: `${kebabCase(name)}-1` };
  const exampleOf = (value: unknown) => inYaml({ summary, value });
  if (id.startsWith('search')) {
    const page = { items: [shown], next_page_id: null };
    return { name: `${name}Page`, item, example: exampleOf(page) };
  }
  if (!request.list) return { name, item, example: exampleOf(shown) };
  return { name: `${name}List`, item, example: exampleOf({ items: [shown] }) };
}

function inYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

/** Returns what an example of the contract shows of a schema, as a whole or as a part of a body. */
function shownIn(document: unknown, name: string): unknown {
  const shownOf = (schema: unknown, value: unknown): readonly unknown[] =>
    branchesOf(document, schema).flatMap(({ pointer, value: branch }) => {
      const isShown = pointer === `/components/schemas/${name}`;
      const parts = childrenOf(value).flatMap(([key, part]) => {
        const property = childOf(childOf(branch, 'properties'), `${key}`);
        return shownOf(childOf(branch, 'items') ?? property, part);
      });
      return isShown && value !== null ? [value, ...parts] : parts;
    });
  const responses = contractOperations(document).flatMap((operation) =>
    Object.values(operation.responses),
  );
  const [shown] = responses.flatMap(({ schema, examples }) =>
    [...examples.values()].flatMap((value) => shownOf(schema, value)),
  );
  return shown;
}

function nextDecision(sources: SourceFiles): string {
  const text = sources.text('openapi/decisions.md');
  const numbers = [...text.matchAll(/^(?:## |\| )D(\d+)/gm)];
  const last = Math.max(0, ...numbers.map(([, number]) => Number(number)));
  return `D${String(last + 1).padStart(2, '0')}`;
}

/** Returns the third person of a verb: `Search` gives `Searches`. */
function thirdPerson(verb: string): string {
  if (/(x|ch|sh|s|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** Checks the options of the command, as far as that needs no contract. */
import { suggestion, UsageError } from '@agent-conversation/cli';
import { clientMethodOf } from '@agent-conversation/contract';
import { singular } from './names.ts';

/** The options of the command; what is undefined follows from the rest. */
export interface Options {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag?: string | undefined;
  readonly summary?: string | undefined;
  readonly response?: string | undefined;
  readonly body?: string | undefined;
  readonly retry?: string | undefined;
}

/** The checked options. The method is in lower case. */
export interface Request extends Options {
  /** Whether the operation returns its result page by page. */
  readonly isSearch: boolean;
}

export const methods = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

const word = '[a-z]+(-[a-z]+)*';
const pathForm = new RegExp(
  String.raw`^/api/v1/${word}(/(${word}|\{[a-z]+(_[a-z]+)*_id\}))*$`,
);
const summaryForm =
  /^(?=.{3,60}$)(?!\w*([aeiouy]\w*ing|[^s]s) )[A-Z][a-z]+ .+(?<![.!?])$/;

/** @throws {UsageError} naming the option that is malformed */
export function checkRequest(options: Options): Request {
  const { id, method, path, summary, retry = 'safe' } = options;
  checkId('--id', id);
  oneOf(
    '--method',
    method.toUpperCase(),
    methods,
    `one of ${methods.join(', ')}`,
  );
  const isLegacy = /^\/api\/(?!v\d)/.test(path);
  demand(
    !isLegacy,
    `--path must begin with /api/v1/: the legacy generation does not grow`,
  );
  const example = '/api/v1/sandboxes/{sandbox_id}';
  const isPath = pathForm.test(path);
  demand(
    isPath,
    `--path must be kebab-case words and ids in braces, such as ${example}`,
  );
  const isSummary = summary === undefined || summaryForm.test(summary);
  demand(
    isSummary,
    `--summary must be like 'Pause a sandbox': at most 60 characters, no full stop`,
  );
  const isGet = method.toUpperCase() === 'GET';
  demand(
    !isGet || retry === 'safe',
    '--retry of GET must be safe (RFC 9110, section 9.2.1)',
  );
  const isSearch = /^search[A-Z]/.test(id);
  const isPlural = isGet && singular(id) !== id;
  demand(
    !isSearch || isPlural,
    `--id ${id} must be a GET with a plural noun: it returns pages`,
  );
  const isPlain = !isSearch || !path.includes('{');
  demand(
    isPlain,
    '--path of a search must have no parameters: the client pages by the query alone',
  );
  return { ...options, id, method: method.toLowerCase(), path, isSearch };
}

/** @throws {UsageError} unless an operationId has the form that lint demands */
export function checkId(what: string, id: string): void {
  const isId = /^[a-z]+([A-Z][a-z0-9]*)+$/.test(id);
  demand(
    isId,
    `${what} must be a verb and a noun, such as getSandbox, not '${id}'`,
  );
}

/** Returns what calls an operation in the client, such as `client.sandboxes.pause`. */
export function callOf(id: string, path: string): string {
  const { resource = '', verb = '' } = clientMethodOf(id, path) ?? {};
  return `client.${resource}.${verb}`;
}

/** @throws {UsageError} with the message, unless the condition holds */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new UsageError(message);
}

/** @throws {UsageError} with the word that may be meant, unless the value is one of those allowed */
export function oneOf(
  option: string,
  value: string,
  allowed: readonly string[],
  what: string,
) {
  const hint = suggestion(value, allowed).replace('?', '');
  demand(
    allowed.includes(value),
    `${option} must be ${what}, not '${value}'${hint}`,
  );
}

/** The docstrings of operations, with examples as TypeScript. */
import { inspect } from 'node:util';
import { lowerFirst, upperFirst } from '@agent-conversation/contract';
import { docComment } from '@agent-conversation/contract/generate';
import { errorClasses } from '../src/error-classes.ts';
import { ApiError } from '../src/errors.ts';
import { firstSentence, type Operation } from './model.ts';

/** What each retry class means for a caller. */
export const retryPhrases = {
  safe: 'Safe to repeat: retried if the connection fails, or after status 408, 429, 500, 502, 503 or 504.',
  unsent:
    'Not idempotent: retried only if the connection failed before the request was sent, or after status 429.',
  never: 'Never retried.',
};

/** Returns the docstring of an operation: purpose, request, retries, parameters, errors and an example. */
export function operationDocs(operation: Operation, kind: 'method' | 'function'): string {
  const { description, method, path, retry, parameters, failures } = operation;
  const isMethod = kind === 'method';
  const errors = failures.map((it) => {
    const { kind: name } = errorClasses[it.status] ?? ApiError;
    return `@throws {${name}} ${it.status}: ${it.description}`;
  });
  const surprise = '@throws {UnexpectedResponseError} when the contract does not have the response';
  const lines = [
    description,
    '',
    `\`${method} ${path}\`. ${retryPhrases[retry]}`,
    '',
    ...(isMethod ? [] : ['@param connection what `connect` or `createClient` has made']),
    ...parameters.map((it) => `@param ${it.name} ${firstSentence(it.description)}`),
    ...(isMethod ? [...errors, surprise] : ['@returns the response; its `status` says which']),
    '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response',
    ...deprecatedDocs(operation),
    '',
    '@example',
    ...(isMethod ? methodExample(operation) : functionExample(operation)),
  ];
  return docComment(lines, isMethod ? '  ' : '');
}

/** Returns the tag of a deprecated operation. */
export function deprecatedDocs({ deprecated }: Operation): string[] {
  return deprecated === undefined ? [] : ['', `@deprecated ${upperFirst(deprecated)}`];
}

function methodExample(operation: Operation): string[] {
  const { resource, verb, success, paging } = operation;
  const call = `client.${resource}.${verb}(${exampleArguments(operation)})`;
  const lines = [`const ${lowerFirst(success.type)} = await ${call};`];
  if (!paging) return lines;
  const item = lowerFirst(paging.item);
  const shown = paging.hasId ? `${item}.id` : item;
  return [...lines, `for await (const ${item} of ${call}) {`, `  console.log(${shown});`, '}'];
}

function functionExample(operation: Operation): string[] {
  return [
    `const result = await ${operation.id}(${exampleArguments(operation, 'connection')});`,
    `if (result.status === ${operation.success.status}) console.log(result.data);`,
  ];
}

/** Returns the arguments of a call, from the examples of the contract. */
export function exampleArguments({ parameters }: Operation, ...first: string[]): string {
  const examples = parameters.filter(({ example }) => example !== undefined);
  return [...first, ...examples.map(({ example }) => literal(example))].join(', ');
}

/** Returns a JSON value as TypeScript. */
export function literal(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null });
}

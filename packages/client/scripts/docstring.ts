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
export function operationDocs(
  operation: Operation,
  kind: 'method' | 'function',
): string {
  const isMethod = kind === 'method';
  const specific = isMethod ? methodDocs(operation) : functionDocs(operation);
  const lines = [
    operation.description,
    '',
    `\`${operation.method} ${operation.path}\`. ${retryPhrases[operation.retry]}`,
    '',
    ...specific.tags,
    noResponse,
    ...deprecatedDocs(operation),
    '',
    '@example',
    ...specific.example,
  ];
  const indent = isMethod ? '  ' : '';
  return docComment(lines, indent);
}

const noResponse =
  '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response';

/** What only a docstring of one kind has. */
interface SpecificDocs {
  readonly tags: readonly string[];
  readonly example: readonly string[];
}

function methodDocs(operation: Operation): SpecificDocs {
  const errors = operation.failures.map(({ status, description }) => {
    const { kind } = errorClasses[status] ?? ApiError;
    return `@throws {${kind}} ${status}: ${description}`;
  });
  const tags = [
    ...parameterDocs(operation),
    ...errors,
    '@throws {UnexpectedResponseError} when the contract does not have the response',
  ];
  return { tags, example: methodExample(operation) };
}

function functionDocs(operation: Operation): SpecificDocs {
  const tags = [
    '@param connection what `connect` or `createClient` has made',
    ...parameterDocs(operation),
    '@returns the response; its `status` says which',
  ];
  return { tags, example: functionExample(operation) };
}

function parameterDocs({ parameters }: Operation): string[] {
  return parameters.map(
    ({ name, description }) => `@param ${name} ${firstSentence(description)}`,
  );
}

/** Returns the tag of a deprecated operation. */
export function deprecatedDocs({ deprecated }: Operation): string[] {
  return deprecated === undefined
    ? []
    : ['', `@deprecated ${upperFirst(deprecated)}`];
}

function methodExample(operation: Operation): string[] {
  const { resource, verb, success, paging } = operation;
  const call = `client.${resource}.${verb}(${exampleArguments(operation)})`;
  const lines = [`const ${lowerFirst(success.type)} = await ${call};`];
  if (!paging) return lines;
  const item = lowerFirst(paging.item);
  const shown = paging.hasId ? `${item}.id` : item;
  return [
    ...lines,
    `for await (const ${item} of ${call}) {`,
    `  console.log(${shown});`,
    '}',
  ];
}

function functionExample(operation: Operation): string[] {
  return [
    `const result = await ${operation.id}(${exampleArguments(operation, 'connection')});`,
    `if (result.status === ${operation.success.status}) console.log(result.data);`,
  ];
}

/** Returns the arguments of a call, from the examples of the contract. */
export function exampleArguments(
  { parameters }: Operation,
  ...first: string[]
): string {
  const examples = parameters.filter(({ example }) => example !== undefined);
  const literals = examples.map(({ example }) => literal(example));
  return [...first, ...literals].join(', ');
}

/** Returns a JSON value as TypeScript. */
export function literal(value: unknown): string {
  return inspect(value, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
  });
}

/** The docstrings of operations, with examples as TypeScript. */
import { inspect } from 'node:util';
import { lowerFirst, upperFirst } from '@agent-conversation/contract';
import { docComment } from '@agent-conversation/contract/generate';
import { ApiError } from '../src/errors.ts';
import { errorClasses } from '../src/responses.ts';
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
  indent = '',
): string {
  const { description, method, path, retry, pathParameters, body, queryParameters } = operation;
  const isMethod = kind === 'method';
  const query = queryParameters.map(({ name }) => `\`${name}\``).join(', ');
  const lines = [
    description,
    '',
    `\`${method} ${path}\`. ${retryPhrases[retry]}`,
    '',
    ...(isMethod ? [] : ['@param connection what `connect` or `createClient` has made']),
    ...pathParameters.map((it) => `@param ${it.name} ${firstSentence(it.description)}`),
    ...(body ? [`@param body ${body.description}`] : []),
    ...(query ? [`@param query ${query}`] : []),
    ...(isMethod
      ? [
          ...operation.failures.map(
            (it) =>
              `@throws {${(errorClasses[it.status] ?? ApiError).kind}} ${it.status}: ${it.description}`,
          ),
          '@throws {UnexpectedResponseError} when the contract does not have the response',
        ]
      : ['@returns the response; its `status` says which']),
    '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response',
    ...deprecatedDocs(operation),
    '',
    '@example',
    ...(isMethod ? methodExample(operation) : functionExample(operation)),
  ];
  return docComment(lines, indent);
}

/** Returns the tag of a deprecated operation. */
export function deprecatedDocs({ deprecated }: Operation): string[] {
  return deprecated === undefined ? [] : ['', `@deprecated ${upperFirst(deprecated)}`];
}

function methodExample(operation: Operation): string[] {
  const { resource, verb, success, paging } = operation;
  const call = `client.${resource}.${verb}(${exampleArguments(operation).join(', ')})`;
  const lines = [`const ${lowerFirst(success.type)} = await ${call};`];
  if (!paging) return lines;
  const item = lowerFirst(paging.item);
  const shown = paging.hasId ? `${item}.id` : item;
  return [...lines, `for await (const ${item} of ${call}) {`, `  console.log(${shown});`, '}'];
}

function functionExample(operation: Operation): string[] {
  const values = ['connection', ...exampleArguments(operation)];
  return [
    `const result = await ${operation.id}(${values.join(', ')});`,
    `if (result.status === ${operation.success.status}) console.log(result.data);`,
  ];
}

/** Returns the arguments of a call, from the examples of the contract. */
function exampleArguments({ pathParameters, body, queryParameters, paging }: Operation): string[] {
  // The id of a page is of no use without the page before it.
  const shown = queryParameters.filter(({ name }) => !(paging && name === 'page_id'));
  const query = Object.fromEntries(shown.map(({ name, example }) => [name, example]));
  return [
    ...pathParameters.map(({ example }) => literal(example)),
    ...(body ? [literal(body.example)] : []),
    ...(shown.length > 0 ? [literal(query)] : []),
  ];
}

/** Returns a JSON value as TypeScript. */
export function literal(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null });
}

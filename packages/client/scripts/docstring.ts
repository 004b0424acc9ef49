import { firstSentence } from './first-sentence.ts';
import { literal } from './literal.ts';
import type { Operation } from './operation.ts';

/** The classes of errors, by the status that they stand for. */
const errorClasses: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  404: 'NotFoundError',
  422: 'ValidationError',
  429: 'RateLimitError',
};

/** What each retry class means for a caller. */
export const retryPhrases = {
  safe: 'Safe to repeat: retried if the connection fails, or after status 408, 429, 500, 502, 503 or 504.',
  unsent:
    'Not idempotent: retried only if the connection failed before the request was sent, or after status 429.',
  never: 'Never retried.',
};

/** The way in which an operation is called. */
export type Face = 'method' | 'function';

/** The docstring of an operation: purpose, request, retries, parameters, errors and an example. */
export function operationDocs(operation: Operation, face: Face, indent = ''): string {
  const { description, method, path, retry } = operation;
  return comment(
    [
      description,
      '',
      `\`${method} ${path}\`. ${retryPhrases[retry]}`,
      '',
      ...parameterDocs(operation, face),
      ...(face === 'method' ? throwsDocs(operation) : resultDocs),
      ...deprecatedDocs(operation),
      '',
      '@example',
      ...exampleOf(operation, face),
    ].join('\n'),
    indent,
  );
}

/** A JSDoc comment; a comment's end inside the text is defused. */
export function comment(text: string, indent = ''): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', '']
    .map((line) => line && indent + line)
    .join('\n');
}

function parameterDocs(operation: Operation, face: Face): string[] {
  const { pathParameters, body, queryParameters } = operation;
  const names = queryParameters.map(({ name }) => `\`${name}\``);
  return [
    ...(face === 'function' ? ['@param connection what `connect` or `createClient` has made'] : []),
    ...pathParameters.map(
      ({ name, description }) => `@param ${name} ${firstSentence(description)}`,
    ),
    ...(body ? [`@param body ${body.description}`] : []),
    ...(names.length > 0 ? [`@param query ${names.join(', ')}`] : []),
  ];
}

function throwsDocs({ failures }: Operation): string[] {
  return [
    ...failures.map(
      ({ status, description }) =>
        `@throws {${errorClasses[status] ?? 'ApiError'}} ${status}: ${description}`,
    ),
    '@throws {UnexpectedResponseError} when the contract does not have the response',
    '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response',
  ];
}

/** The tag of a deprecated operation, as an editor shows it. */
export function deprecatedDocs({ deprecated }: Operation): string[] {
  return deprecated === undefined ? [] : ['', `@deprecated ${upperFirst(deprecated)}`];
}

const resultDocs = [
  '@returns the response; its `status` says which',
  '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response',
];

/** A call with the examples of the contract. */
function exampleOf(operation: Operation, face: Face): string[] {
  const { id, resource, verb, success, paging } = operation;
  const values = exampleArguments(operation).map((it) => literal(it));
  if (face === 'function') {
    return [
      `const result = await ${id}(${['connection', ...values].join(', ')});`,
      `if (result.status === ${success.status}) console.log(result.data);`,
    ];
  }
  const call = `client.${resource}.${verb}(${values.join(', ')})`;
  const lines = [`const ${lowerFirst(success.type)} = await ${call};`];
  if (paging) {
    const item = lowerFirst(paging.item);
    const shown = paging.hasId ? `${item}.id` : item;
    lines.push(`for await (const ${item} of ${call}) {`, `  console.log(${shown});`, '}');
  }
  return lines;
}

/** The arguments of a call, from the examples of the contract. */
function exampleArguments(operation: Operation): unknown[] {
  const { pathParameters, body, queryParameters, paging } = operation;
  // An id of a page is good for nothing without the page before it.
  const shown = queryParameters.filter(({ name }) => !(paging && name === 'page_id'));
  const query = Object.fromEntries(shown.map(({ name, example }) => [name, example]));
  return [
    ...pathParameters.map(({ example }) => example),
    ...(body ? [body.example] : []),
    ...(shown.length > 0 ? [query] : []),
  ];
}

/** A name that begins with a small letter. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** A name that begins with a capital letter. */
export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

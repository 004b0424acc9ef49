/** The docstrings of operations, with examples as TypeScript. */
import { firstSentence, type Operation } from './model.ts';

/** The classes of errors by status. */
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

const noResponse =
  '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response';

/** Returns the docstring of an operation: purpose, request, retries, parameters, errors and an example. */
export function operationDocs(
  operation: Operation,
  kind: 'method' | 'function',
  indent = '',
): string {
  const { description, method, path, retry, pathParameters, body, queryParameters } = operation;
  const isMethod = kind === 'method';
  const names = queryParameters.map(({ name }) => `\`${name}\``);
  const errors = operation.failures.map(
    (it) => `@throws {${errorClasses[it.status] ?? 'ApiError'}} ${it.status}: ${it.description}`,
  );
  const lines = [
    description,
    '',
    `\`${method} ${path}\`. ${retryPhrases[retry]}`,
    '',
    ...(isMethod ? [] : ['@param connection what `connect` or `createClient` has made']),
    ...pathParameters.map((it) => `@param ${it.name} ${firstSentence(it.description)}`),
    ...(body ? [`@param body ${body.description}`] : []),
    ...(names.length > 0 ? [`@param query ${names.join(', ')}`] : []),
    ...(isMethod
      ? [
          ...errors,
          '@throws {UnexpectedResponseError} when the contract does not have the response',
        ]
      : ['@returns the response; its `status` says which']),
    noResponse,
    ...deprecatedDocs(operation),
    '',
    '@example',
    ...(isMethod ? methodExample(operation) : functionExample(operation)),
  ];
  return comment(lines, indent);
}

/** Returns a JSDoc comment. A text cannot end it. */
export function comment(paragraphs: readonly string[], indent = ''): string {
  const lines = paragraphs.join('\n').trim().replaceAll('*/', '*\\/').split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', '']
    .map((line) => line && indent + line)
    .join('\n');
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

/** The arguments of a call, from the examples of the contract. */
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

/** The length up to which a list or an object is written in one line, in characters. */
const shortLine = 48;

/** Returns a JSON value as TypeScript, in the format of this repository. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((it) => literal(it, inner));
    return enclosed('[', items, ']', indent);
  }
  const properties = Object.entries(value).map(
    ([name, it]) => `${propertyName(name)}: ${literal(it, inner)}`,
  );
  return properties.length > 0 ? enclosed('{ ', properties, ' }', indent) : '{}';
}

function enclosed(open: string, parts: readonly string[], close: string, indent: string): string {
  const line = open + parts.join(', ') + close;
  if (line.length <= shortLine && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${indent}  ${part},\n`);
  return `${open.trim()}\n${lines.join('')}${indent}${close.trim()}`;
}

/** Returns the name of a property, in quotes where it needs them. */
export function propertyName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : quoted(name);
}

/** Returns a text in single quotes, or in double ones where that spares a backslash. */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  if (text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll(/\\(.)/g, (pair, it) => (it === '"' ? it : pair))}'`;
}

/** Returns a name with a small first letter. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns a name with a capital first letter. */
export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

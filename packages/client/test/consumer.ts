/**
 * Prints a program that uses each operation through each entry of the package, reads each property of each response,
 * and misspells each option. It compiles if the types hold; nobody runs it.
 */
import {
  type Contract,
  contractOperations,
  dereference,
  type Schema,
} from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { type Operation, readOperations } from '../scripts/model.ts';

const introduction = `
import { createClient } from '@agent-conversation/client';
import type * as types from '@agent-conversation/client';
import * as functions from '@agent-conversation/client/operations';
import { createClient as createFetchClient } from '@agent-conversation/client/openapi-fetch';
import * as queries from '@agent-conversation/client/query';
import { MutationObserver, QueryClient } from '@tanstack/query-core';
import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import createHooks from 'openapi-react-query';

const client = createClient();
const connection = functions.connect();
const fetchClient = createFetchClient();
const hooks = createHooks(fetchClient);
const cache = new QueryClient();

declare function readString(value: string): void;
declare function readNumber(value: number): void;
declare function readBoolean(value: boolean): void;
declare function readAny(value: unknown): void;
`;

/** Returns the program for a contract. */
export function consumerOf(contract: Contract): string {
  const declared = contractOperations(contract);
  const parts = readOperations(contract).map((operation) => {
    const { requestBody } = declared.find(
      (it) => it.operationId === operation.id,
    )!;
    const reader = new Reader(contract);
    return consumeOperation(reader, operation, requestBody?.schema);
  });
  return `${introduction}\n${parts.join('\n')}`;
}

/** Options with a wrong name, and the comment that makes the compiler expect a report in the line after it. */
const misspelt = '{ timeoutInMS: 1 }';
const wrong = '// @ts-expect-error -- there is no such name';
const optionNames = [
  'timeoutInMs',
  'attemptTimeoutInMs',
  'retries',
  'headers',
  'signal',
];
const undefinedOptions = inBraces(
  '',
  optionNames.map((name) => `${name}: undefined`),
);

function consumeOperation(
  reader: Reader,
  operation: Operation,
  body: Schema | undefined,
): string {
  const { id, method } = operation;
  const lines = [
    consumeMethod(reader, operation),
    consumeFunction(reader, operation),
    method === 'GET'
      ? consumeQueries(reader, operation)
      : consumeMutation(reader, operation),
    consumeFetch(reader, operation),
    consumeHook(reader, operation),
    consumeUndefined(reader, operation, body),
  ];
  return `// ${id}\n${lines.join('')}`;
}

/** Returns a value in one line, as comments for the compiler are about the next line alone. */
function literal(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** Returns all arguments of a call: the examples of the contract, with others before and after them. */
function argumentsOf(
  { parameters }: Operation,
  before: string[],
  ...after: string[]
): string {
  const values = parameters.map(({ example }) => literal(example));
  return [...before, ...values, ...after].join(', ');
}

/** Returns a function, as the compiler follows no more than some thousand statements in one. */
function functionOf(name: string, body: string): string {
  return `export async function ${name}() {\n${body}}\n`;
}

function consumeMethod(reader: Reader, operation: Operation): string {
  const { resource, verb, success, paging } = operation;
  const call = `client.${resource}.${verb}`;
  const pages = paging
    ? `for await (const item of ${call}()) {
  const same: types.${paging.item} = item;
  readAny(same);
}
for await (const page of ${call}().byPage()) {
  const same: types.${success.type} = page;
  readAny(same);
}
`
    : '';
  const body = `const data = await ${call}(${argumentsOf(operation, [])});
${reader.read('data', success.type)}
const { response } = await ${call}(${argumentsOf(operation, [], undefinedOptions)}).withResponse();
readNumber(response.status);
${wrong}
await ${call}(${argumentsOf(operation, [], misspelt)});
${pages}`;
  return functionOf(`${operation.id}ByMethod`, body);
}

function consumeFunction(reader: Reader, operation: Operation): string {
  const { id, success, failures } = operation;
  const cases = failures.map(
    ({ status, type }) => `case ${status}:
  if (result.error !== undefined) {
    ${reader.read('result.error', type)}
  }
  break;
`,
  );
  const call = `functions.${id}`;
  const body = `const result = await ${call}(${argumentsOf(operation, ['connection'])});
switch (result.status) {
case ${success.status}:
  ${reader.read('result.data', success.type)}
  break;
${cases.join('')}case 'unexpected':
  readNumber(result.statusCode);
  readString(result.text);
}
await ${call}(connection, ${argumentsOf(operation, [], undefinedOptions)});
${wrong}
await ${call}(connection, ${argumentsOf(operation, [], misspelt)});
`;
  return functionOf(`${operation.id}ByFunction`, body);
}

function consumeQueries(reader: Reader, operation: Operation): string {
  const { id, success, paging } = operation;
  const input = argumentsOf(operation, ['client']);
  const infinite = paging
    ? `const { pages } = await cache.fetchInfiniteQuery(queries.${id}InfiniteQuery(${input}));
for (const page of pages) {
  ${reader.read('page', success.type)}
}
const infinite = useInfiniteQuery(queries.${id}InfiniteQuery(${input}));
const first = infinite.data?.pages[0];
if (first) {
  ${reader.read('first', success.type)}
}
`
    : '';
  const body = `const data = await cache.fetchQuery(queries.${id}Query(${input}));
${reader.read('data', success.type)}
const query = useQuery(queries.${id}Query(${input}));
if (query.data) {
  ${reader.read('query.data', success.type)}
}
if (query.error) readString(query.error.message);
const { queryKey } = queryOptions(queries.${id}Query(${input}));
const cached = cache.getQueryData(queryKey);
if (cached) {
  ${reader.read('cached', success.type)}
}
const operationId: '${id}' = queries.${id}Query(${input}).queryKey[1];
readString(operationId);
${wrong}
queries.${id}Query(client, ${argumentsOf(operation, [], misspelt)});
${infinite}`;
  return functionOf(`${operation.id}ByQueries`, body);
}

function consumeMutation(reader: Reader, operation: Operation): string {
  const { id, success, parameters } = operation;
  const examples = parameters.filter(({ example }) => example !== undefined);
  const variables = literal(
    Object.fromEntries(examples.map(({ name, example }) => [name, example])),
  );
  const withoutVariables = parameters.every(({ required }) => !required)
    ? 'await observer.mutate();\n'
    : `${wrong}\nawait observer.mutate();\n`;
  const body = `const observer = new MutationObserver(cache, queries.${id}Mutation(client, ${undefinedOptions}));
const data = await observer.mutate(${variables});
${reader.read('data', success.type)}
const mutation = useMutation(queries.${id}Mutation(client));
mutation.mutate(${variables});
if (mutation.data) {
  ${reader.read('mutation.data', success.type)}
}
${withoutVariables}${wrong}
await observer.mutate({ ...${variables}, misspelt: 1 });
${wrong}
queries.${id}Mutation(client, ${misspelt});
`;
  return functionOf(`${operation.id}ByMutation`, body);
}

/** The options of a call of openapi-fetch. */
function fetchInit(
  { ids, parameters, query }: Operation,
  ...others: string[]
): string {
  const examples = new Map(
    parameters.map(({ name, example }) => [name, example]),
  );
  const path = ids.map((name) => {
    const example = literal(examples.get(name));
    return `${name}: ${example}`;
  });
  const params: string[] = [];
  if (path.length > 0) params.push(inBraces('path: ', path));
  if (query && query.example) params.push(`query: ${literal(query.example)}`);
  const options: string[] = [];
  if (params.length > 0) options.push(inBraces('params: ', params));
  const body = examples.get('body');
  if (body !== undefined) options.push(`body: ${literal(body)}`);
  return inBraces('', [...options, ...others]);
}

/** Returns an object literal with some properties. */
function inBraces(before: string, properties: readonly string[]): string {
  return `${before}{ ${properties.join(', ')} }`;
}

function consumeFetch(reader: Reader, operation: Operation): string {
  const { method, path, success, failures, parameters, ids } = operation;
  const call = `fetchClient.${method}('${path}'`;
  const misspeltParams = '{ params: { misspelt: {} } }';
  const hasBody = parameters.some(({ name }) => name === 'body');
  const mistakes: string[] = [];
  if (hasBody)
    mistakes.push(wrong, `await ${call}, { body: { misspelt: 1 } });`);
  if (ids.length > 0) mistakes.push(wrong, `await ${call});`);
  const init = fetchInit(operation);
  const initAsText = fetchInit(operation, "parseAs: 'text'");
  const wholeCall = `fetchClient.request('${method.toLowerCase()}', '${path}', ${init})`;
  const read = reader.readUnion(
    'error',
    failures.map(({ type }) => type),
  );
  const body = `const { data, error, response } = await ${call}, ${init});
readNumber(response.status);
if (error) {
  ${read}
} else {
  ${reader.read('data', success.type)}
}
const whole = await ${wholeCall};
if (whole.data) {
  ${reader.read('whole.data', success.type)}
}
const text = await ${call}, ${initAsText});
if (text.data !== undefined) readString(text.data);
${wrong}
await ${call}, ${fetchInit(operation, 'timeoutInMS: 1')});
${wrong}
await ${call}, ${misspeltParams});
${mistakes.join('\n')}
`;
  return functionOf(`${operation.id}ByFetch`, body);
}

function consumeHook(reader: Reader, operation: Operation): string {
  const { method, path, success, failures, paging } = operation;
  const types = failures.map(({ type }) => type);
  const readError = `if (hook.error) {
  if (typeof hook.error === 'object' && 'attempts' in hook.error) readString(hook.error.message);
  else {
    const error = hook.error;
    ${reader.readUnion('error', types)}
  }
}
`;
  if (method !== 'GET') {
    const body = `const hook = hooks.useMutation('${method.toLowerCase()}', '${path}');
hook.mutate(${fetchInit(operation)});
if (hook.data) {
  ${reader.read('hook.data', success.type)}
}
${readError}`;
    return functionOf(`${operation.id}ByHook`, body);
  }
  const infinite = paging
    ? `const infinite = hooks.useInfiniteQuery('get', '${path}', ${fetchInit(operation)}, {
  pageParamName: 'page_id',
  initialPageParam: undefined,
  getNextPageParam: (page) => page.next_page_id ?? undefined,
});
const first = infinite.data?.pages[0];
if (first) {
  ${reader.read('first', success.type)}
}
`
    : '';
  const body = `const hook = hooks.useQuery('get', '${path}', ${fetchInit(operation)}, { retry: false });
if (hook.data) {
  ${reader.read('hook.data', success.type)}
}
${readError}${infinite}`;
  return functionOf(`${operation.id}ByHook`, body);
}

/** What is optional in a query or a body, and undefined. */
function consumeUndefined(
  reader: Reader,
  operation: Operation,
  body: Schema | undefined,
): string {
  const { resource, verb, ids, parameters, query } = operation;
  if (!body && !query) return '';
  const values = parameters.map(({ name, example, required }) => {
    if (ids.includes(name)) return literal(example);
    if (name === 'query' && query) {
      const optional = query.properties
        .filter((it) => !it.required)
        .map((it) => it.name);
      return undefinedIn(optional, required ? example : {});
    }
    return undefinedIn(reader.optionalIn(body ?? {}), required ? example : {});
  });
  const call = `await client.${resource}.${verb}(${values.join(', ')});\n`;
  return functionOf(`${operation.id}WithUndefined`, call);
}

function undefinedIn(names: readonly string[], example: unknown): string {
  const properties = names.map((name) => `${JSON.stringify(name)}: undefined`);
  return `{ ...${literal(example)}, ${properties.join(', ')} }`;
}

/** Returns a reference to a named schema. */
function referenceTo(type: string): Schema {
  return { $ref: `#/components/schemas/${type}` };
}

/** What reads a value of a simple type. */
const simple: Readonly<Record<string, string>> = {
  string: 'readString',
  number: 'readNumber',
  integer: 'readNumber',
  boolean: 'readBoolean',
};

/** Returns statements that are carried out under a condition. */
function when(condition: string, statements: string): string {
  return `if (${condition}) {\n${statements}\n}`;
}

/** Writes statements that read each property of a value. */
class Reader {
  readonly #contract: Contract;
  #names = 0;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Returns statements that read a value of a named schema, which is of the type with this name. */
  read(value: string, type: string): string {
    const same = this.#name();
    const read = this.#readSchema(value, referenceTo(type), []);
    return `const ${same}: types.${type} = ${value};
readAny(${same});
${read}`;
  }

  /** Returns statements that read a value of one of several named schemas. */
  readUnion(value: string, types: readonly string[]): string {
    const names = types.map((type) => `types.${type}`);
    const same = this.#name();
    const branches = types.map(referenceTo);
    return `const ${same}: ${names.join(' | ')} = ${value};
readAny(${same});
${this.#readBranches(value, branches)}`;
  }

  /** Returns the names of the properties of a body that may be left out. */
  optionalIn(schema: Schema): string[] {
    const { properties = {}, required = [] } = dereference(
      this.#contract,
      schema,
    );
    return Object.keys(properties).filter((name) => !required.includes(name));
  }

  #name(): string {
    this.#names += 1;
    return `value${this.#names}`;
  }

  #readSchema(
    value: string,
    reference: Schema,
    above: readonly string[],
  ): string {
    const { $ref } = reference;
    // A schema may contain itself.
    if ($ref !== undefined && above.includes($ref)) return `readAny(${value});`;
    const path = $ref === undefined ? above : [...above, $ref];
    const schema = dereference(this.#contract, reference);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) {
      const others = branches.filter(
        (it) => dereference(this.#contract, it).type !== 'null',
      );
      const [only, second] = others;
      const read = second
        ? this.#readBranches(value, others)
        : this.#readSchema(value, only!, path);
      return when(`${value} !== null`, read);
    }
    const types = [schema.type ?? []].flat();
    const [type, ...more] = types.filter((it) => it !== 'null');
    const read =
      more.length > 0
        ? this.#readBranches(
            value,
            [type, ...more].map((it) => ({ type: it! })),
          )
        : this.#readType(value, { ...schema, ...(type ? { type } : {}) }, path);
    return types.includes('null') ? when(`${value} !== null`, read) : read;
  }

  #readType(value: string, schema: Schema, above: readonly string[]): string {
    const {
      type,
      items,
      properties = {},
      required = [],
      additionalProperties,
    } = schema;
    if (schema.enum) {
      const cases = schema.enum.map(
        (it) => `if (${value} === ${JSON.stringify(it)}) readAny(${value});`,
      );
      return [...cases, `readString(${value});`].join('\n');
    }
    const readSimple = simple[String(type)];
    if (readSimple) return `${readSimple}(${value});`;
    if (type === 'array' && items) {
      const item = this.#name();
      const read = this.#readSchema(item, items, above);
      return `for (const ${item} of ${value}) {\n${read}\n}`;
    }
    const reads = Object.entries(properties).map(([name, property]) => {
      const own = this.#name();
      const read = this.#readSchema(own, property, above);
      const isRequired = required.includes(name);
      const guarded = isRequired ? read : when(`${own} !== undefined`, read);
      const key = JSON.stringify(name);
      return `const ${own} = ${value}[${key}];\n${guarded}`;
    });
    if (typeof additionalProperties === 'object') {
      const own = this.#name();
      const read = this.#readSchema(own, additionalProperties, above);
      reads.push(`for (const ${own} of Object.values(${value})) {\n${read}\n}`);
    }
    return reads.length > 0 ? reads.join('\n') : `readAny(${value});`;
  }

  /** Which one it is, a program finds out by what it has. */
  #readBranches(value: string, branches: readonly Schema[]): string {
    const names = new Set<string>();
    for (const branch of branches) this.#propertiesIn(branch, names);
    const reads = [...names].map((name) => {
      const key = JSON.stringify(name);
      const condition = `typeof ${value} === 'object' && ${key} in ${value}`;
      return when(condition, `readAny(${value}[${key}]);`);
    });
    const readText = when(
      `typeof ${value} === 'string'`,
      `readString(${value});`,
    );
    return [readText, ...reads].join('\n');
  }

  #propertiesIn(reference: Schema, names: Set<string>): void {
    const {
      properties = {},
      anyOf,
      oneOf,
    } = dereference(this.#contract, reference);
    for (const name of Object.keys(properties)) names.add(name);
    for (const branch of anyOf ?? oneOf ?? [])
      this.#propertiesIn(branch, names);
  }
}

if (import.meta.main)
  process.stdout.write(consumerOf(document as unknown as Contract));

/** Generates the sources of the client: methods, functions and queries on the table of operations. */
import {
  type Contract,
  dereference,
  lowerFirst,
  secretNamesIn,
  secretQueryNamesIn,
  upperFirst,
} from '@agent-conversation/contract';
import { readFileSync } from 'node:fs';
import {
  docComment,
  writeGenerated,
} from '@agent-conversation/contract/generate';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  deprecatedDocs,
  exampleArguments,
  literal,
  operationDocs,
} from './docstring.ts';
import {
  firstSentence,
  type Operation,
  readOperations,
  waysFrom,
} from './model.ts';

const tableImport = "import * as operations from './operations.ts';\n";

/** The exports of the entries in addition to their functions. */
const functionExports = `export type { Connection, ResponseInfo } from '../exchange.ts';
export { connect } from '../transport/connection.ts';
export type { Call, UnexpectedResult, WithResponse } from '../calls.ts';
export type * from './inputs.ts';
export type * from '../transport/options.ts';
`;
/** The client is published without the contract package, of which it shares these modules. */
const sharedFiles = ['redaction', 'request-url', 'retry-after'].map((name) => {
  const file = new URL(
    import.meta.resolve(`@agent-conversation/contract/${name}`),
  );
  return [`${name}.ts`, readFileSync(file, 'utf8')] as const;
});
const queryExports = `export type {
  InfiniteQuery,
  InfiniteQueryKey,
  Mutation,
  MutationKey,
  Query,
  QueryKey,
} from '../queries.ts';
`;

/**
 * Returns the generated files of the client, by name.
 *
 * @throws {UnsupportedError} where the contract has something that the client cannot be generated from
 */
export function generatedFiles(contract: Contract): Record<string, string> {
  const operations = readOperations(contract);
  const queries = operations.flatMap(({ query }) => query ?? []);
  const { interfaces, methods } = emitResources(operations);
  const modules: Modules = [
    [
      'import type',
      '@agent-conversation/types',
      Object.keys(contract.components.schemas),
    ],
    ['import', '../calls.ts', ['dataOf', 'pagesOf', 'resultOf']],
    ['import type', '../calls.ts', ['Call', 'Pages', 'UnexpectedResult']],
    ['import', '../queries.ts', ['infiniteQueryOf', 'mutationOf', 'queryOf']],
    ['import type', '../queries.ts', queryTypes],
    ['import type', '../exchange.ts', ['Connection']],
    ['import type', '../transport/options.ts', ['CallOptions']],
    ['import type', './inputs.ts', queries.map(({ type }) => type)],
  ];
  const join = (texts: readonly string[]) =>
    withImports(texts.join('\n'), modules);
  return {
    'operations.ts': emitTable(contract, operations),
    'inputs.ts': operations.map(emitInput).filter(Boolean).join('\n'),
    'resources.ts': join(interfaces),
    'create-resources.ts': tableImport + join(methods),
    'functions.ts':
      tableImport + functionExports + join(operations.map(emitFunction)),
    ...Object.fromEntries(sharedFiles),
    'queries.ts':
      tableImport + queryExports + join(operations.flatMap(emitQueries)),
  };
}

/** The types of queries and mutations that the generated code names. */
const queryTypes = [
  'InfiniteQuery',
  'InfiniteQueryKey',
  'Mutation',
  'MutationKey',
  'Query',
  'QueryKey',
];

/** What can be imported: the statement, the module and the names. */
type Modules = readonly (readonly [
  statement: string,
  module: string,
  names: readonly string[],
])[];

/** Adds the imports of the names that a text uses. */
function withImports(text: string, modules: Modules): string {
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '');
  const words = new Set(code.match(/\w+/g));
  const imports = modules.flatMap(([statement, module, names]) => {
    const used = names.filter((name) => words.has(name));
    if (used.length === 0) return [];
    const list = used.join(', ');
    return [`${statement} { ${list} } from '${module}';\n`];
  });
  return `${imports.join('')}\n${text}`;
}

/** The constants: the header of the key, secret properties, changes of state, and the operations. */
function emitTable(
  contract: Contract,
  operations: readonly Operation[],
): string {
  const { schemas, securitySchemes } = contract.components;
  const keyHeader = securitySchemes['SessionApiKey']!.name.toLowerCase();
  const ways = Object.entries(schemas).map(([name, schema]) => {
    const { 'x-lifecycle': lifecycle, enum: states = [] } = schema;
    if (!lifecycle) return '';
    const names = states.map(String);
    const entries = names.map((it) => [
      it,
      waysFrom(it, names, lifecycle.transitions),
    ]);
    return `
/** Which \`${name}\` does not lead to which by itself: by which call, or by null. */
export const ${lowerFirst(name)}Ways: Ways = ${JSON.stringify(Object.fromEntries(entries))};
`;
  });
  const rows = operations.map(
    ({ id, method, path, retry, success, failures }) => {
      const statuses = [success, ...failures].map(({ status }) => status);
      const isList =
        dereference(contract, schemas[success.type]!).type === 'array' ||
        undefined;
      const row = JSON.stringify({ id, method, path, retry, statuses, isList });
      return `export const ${id}: Operation<'${id}'> = ${row};\n`;
    },
  );
  return `import type { Operation, Ways } from '../operation.ts';

/** The header that carries the API key, in lower case. */
export const keyHeader = '${keyHeader}';

/** The names of the properties that must not be shown. */
export const secretNames: readonly string[] = ${JSON.stringify(secretNamesIn(contract))};

/** The names of the properties that are URLs whose query must not be shown. */
export const secretQueryNames: readonly string[] = ${JSON.stringify(secretQueryNamesIn(contract))};
${ways.join('')}
${rows.join('\n')}
/** All operations. */
export const operations: readonly Operation[] = [${operations.map(({ id }) => id).join(', ')}];
`;
}

/** The type of a query. It is written out, because those of openapi-typescript take the compiler more time. */
function emitInput({ id, query }: Operation): string {
  if (!query) return '';
  const properties = query.properties.map(
    ({ name, required, type, description }) => {
      const key = /^[a-z_]\w*$/i.test(name) ? name : literal(name);
      return (
        docComment([description], '  ') + declareProperty(key, type, required)
      );
    },
  );
  return `/** The query of \`${id}\`. */
export interface ${query.type} {
${properties.join('')}}
`;
}

/** A property of a query or of variables. One that is optional may also be undefined, which is not sent. */
function declareProperty(
  key: string,
  type: string,
  isRequired: boolean,
): string {
  const property = isRequired
    ? `${key}: ${type}`
    : `${key}?: ${type} | undefined`;
  return `  ${property};\n`;
}

/** The parameters of a call, as they are declared. */
function declared({ parameters }: Operation): string {
  const declarations = parameters.map(({ name, required, type }) => {
    const key = required ? name : `${name}?`;
    return `${key}: ${type}`;
  });
  return [...declarations, 'options?: CallOptions'].join(', ');
}

/** What a call sends of them. */
function inputOf(
  { ids, parameters, query }: Operation,
  sentQuery = 'query',
): string {
  const body = parameters.find(({ name }) => name === 'body');
  const input: string[] = [];
  if (ids.length > 0) input.push(`path: { ${ids.join(', ')} }`);
  if (body) input.push(body.required ? 'body' : 'body: body ?? {}');
  if (query) input.push(sentQuery);
  return input.length > 0 ? `{ ${input.join(', ')} }` : '{}';
}

/** The interfaces of the methods of each resource, and the function that makes the methods. */
function emitResources(operations: readonly Operation[]) {
  const resources = Object.entries(
    Object.groupBy(operations, ({ resource }) => resource),
  );
  const interfaces = resources.map(
    ([name, own = []]) => `/** The operations of \`client.${name}\`. */
export interface ${upperFirst(name)}Operations {
${own.map(declareMethod).join('\n')}}
`,
  );
  const properties = resources.map(
    ([name]) => `  readonly ${name}: ${upperFirst(name)}Operations;\n`,
  );
  const all = `/** The operations of the contract, by resource. */
export interface Resources {
${properties.join('')}}
`;
  const methods = resources.map(
    ([name, own = []]) =>
      `    ${name}: {\n${own.map(emitMethod).join('')}    },\n`,
  );
  const create = `import type { Resources } from './resources.ts';

/** Makes the methods of a client. */
export function createResources(connection: Connection): Resources {
  return {
${methods.join('')}  };
}
`;
  return { interfaces: [...interfaces, all], methods: [create] };
}

function declareMethod(operation: Operation): string {
  const { verb, success, paging } = operation;
  const { type } = success;
  const returned = paging ? `Pages<${type}, ${paging.item}>` : `Call<${type}>`;
  const docs = operationDocs(operation, 'method');
  const parameters = declared(operation);
  return `${docs}  ${verb}(${parameters}): ${returned};\n`;
}

function emitMethod(operation: Operation): string {
  const { verb, id, paging, parameters } = operation;
  const parameterNames = parameters.map(({ name }) => name);
  const names = [...parameterNames, 'options'].join(', ');
  const input = paging
    ? inputOf(operation, 'query: { ...query, ...page }')
    : inputOf(operation);
  const sent = `connection.send(operations.${id}, ${input}, options)`;
  const call = paging ? `pagesOf((page) => ${sent})` : `dataOf(${sent})`;
  return `      ${verb}: (${names}) => ${call},\n`;
}

/** The function of an operation, and the type of its result. */
function emitFunction(operation: Operation): string {
  const { id, success, failures } = operation;
  const result = `${upperFirst(id)}Result`;
  const variants = failures.map(
    ({ status, type }) =>
      `  | { readonly status: ${status}; readonly error: ${type} | undefined }\n`,
  );
  const docs = operationDocs(operation, 'function');
  const parameters = `connection: Connection, ${declared(operation)}`;
  const input = inputOf(operation);
  return `/** The response to \`${id}\`; its \`status\` says which. */
export type ${result} =
  | { readonly status: ${success.status}; readonly data: ${success.type} }
${variants.join('')}  | UnexpectedResult;

${docs}export function ${id}(${parameters}): Call<${result}> {
  return resultOf(connection.send(operations.${id}, ${input}, options));
}
`;
}

/** The options of TanStack Query of an operation: of queries, if it reads, and else of a mutation. */
function emitQueries(operation: Operation): string[] {
  const { id, method, paging } = operation;
  if (method !== 'GET') return [emitMutation(operation)];
  const query = emitQuery(
    operation,
    'Query',
    `The options of a query that calls \`${id}\`.`,
    'data',
  );
  if (!paging) return [query];
  const purpose = `The options of an infinite query that calls \`${id}\` page by page.`;
  return [
    query,
    emitQuery(operation, 'InfiniteQuery', purpose, 'data, fetchNextPage'),
  ];
}

function emitQuery(
  operation: Operation,
  type: 'Query' | 'InfiniteQuery',
  purpose: string,
  result: string,
): string {
  const { id, success, query } = operation;
  const name = `${id}${type}`;
  const call = `${name}(${exampleArguments(operation, 'client')})`;
  const docs = queryDocs(
    operation,
    purpose,
    `const { ${result} } = use${type}(${call});`,
  );
  const keyParameters = [`'${id}'`];
  if (query) keyParameters.push(query.type);
  const key = `${type}Key<${keyParameters.join(', ')}>`;
  const parameters = `connection: Connection, ${declared(operation)}`;
  const make = `${lowerFirst(type)}Of`;
  const input = inputOf(operation);
  return `${docs}export function ${name}(${parameters}): ${type}<${success.type}, ${key}> {
  return ${make}(connection, operations.${id}, ${input}, options);
}
`;
}

/** The options of a mutation, and the type of its variables. */
function emitMutation(operation: Operation): string {
  const { id, success, parameters } = operation;
  const name = `${id}Mutation`;
  const variables = `${upperFirst(id)}Variables`;
  const isOptional = parameters.every(({ required }) => !required);
  const type = isOptional ? `${variables} | void` : variables;
  const returned = `Mutation<${success.type}, ${type}, MutationKey<'${id}'>>`;
  const names = parameters.map((parameter) => parameter.name);
  const toInput = `({ ${names.join(', ')} }) => (${inputOf(operation)})`;
  return `${emitVariables(operation, variables)}
${mutationDocs(operation)}export function ${name}(connection: Connection, options?: CallOptions): ${returned} {
  return mutationOf(connection, operations.${id}, ${toInput}, options);
}
`;
}

/** The type of the variables of a mutation, which have the names of the parameters. */
function emitVariables({ id, parameters }: Operation, type: string): string {
  const properties = parameters.map((parameter) => {
    const docs = docComment([firstSentence(parameter.description)], '  ');
    return (
      docs +
      declareProperty(parameter.name, parameter.type, parameter.isOwnRequired)
    );
  });
  return `/** The variables of \`${id}Mutation\`. */
export interface ${type} {
${properties.join('')}}
`;
}

function mutationDocs(operation: Operation): string {
  const { id, parameters } = operation;
  const examples = parameters.filter(({ example }) => example !== undefined);
  const variables = Object.fromEntries(
    examples.map(({ name, example }) => [name, example]),
  );
  const argument = examples.length > 0 ? literal(variables) : '';
  const purpose = `The options of a mutation that calls \`${id}\`.`;
  return queryDocs(
    operation,
    purpose,
    `const { mutate } = useMutation(${id}Mutation(client));`,
    `mutate(${argument});`,
  );
}

/** The docstring of the options of a query or a mutation. */
function queryDocs(
  operation: Operation,
  purpose: string,
  ...example: string[]
): string {
  const lines = [
    purpose,
    ...deprecatedDocs(operation),
    '',
    '@example',
    ...example,
  ];
  return docComment(lines);
}

if (import.meta.main) {
  await writeGenerated(new URL('../src/generated/', import.meta.url), () =>
    generatedFiles(document as unknown as Contract),
  );
}

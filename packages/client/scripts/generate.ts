/** Generates the sources of the client: methods, functions and queries on the table of operations. */
import { type Contract, lowerFirst, upperFirst } from '@agent-conversation/contract';
import { docComment, writeGenerated } from '@agent-conversation/contract/generate';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { deprecatedDocs, literal, operationDocs } from './docstring.ts';
import { type Operation, readOperations } from './model.ts';
import { emitTable } from './table.ts';

/** The exports of the entry `operations` in addition to its functions. */
const functionExports = `export { connect, type Connection, type ResponseInfo } from '../transport/connection.ts';
export type { Call, UnexpectedResult, WithResponse } from '../calls.ts';
export type * from './inputs.ts';
export type * from '../transport/options.ts';

`;
const queryExports = "export type { InfiniteQuery, Query } from '../query-options.ts';\n\n";

/**
 * Returns the generated files of the client, by name.
 *
 * @throws {UnsupportedError} where the contract has something that the client cannot be generated from
 */
export function generatedFiles(contract: Contract): Record<string, string> {
  const operations = readOperations(contract);
  const queried = operations.filter(hasQuery);
  const reading = operations.filter(({ method }) => method === 'GET');
  const names: Names = {
    './operations.ts': ['* as operations'],
    '@agent-conversation/types': Object.keys(contract.components.schemas).toSorted().map(asType),
    '../calls.ts': [
      'type Call',
      'dataOf',
      'type Pages',
      'pagesOf',
      'resultOf',
      'type UnexpectedResult',
    ],
    '../transport/connection.ts': ['type Connection'],
    '../transport/options.ts': ['type CallOptions'],
    '../query-options.ts': ['type InfiniteQuery', 'infiniteQueryOf', 'type Query', 'queryOf'],
    './inputs.ts': queried.map((it) => asType(queryType(it))),
    './resources.ts': ['type Resources'],
  };
  return {
    'operations.ts': emitTable(contract, operations),
    'inputs.ts': queried.map(emitInput).join('\n'),
    'inputs.proof.ts': emitProof(queried),
    'resources.ts': withImports(emitResources(operations), names),
    'create-resources.ts': withImports(emitCreateResources(operations), names),
    'functions.ts': withImports(functionExports + operations.map(emitFunction).join('\n'), names),
    'queries.ts': withImports(queryExports + reading.map(emitQuery).join('\n'), names),
  };
}

/** The names of each module, as they are imported. */
type Names = Readonly<Record<string, readonly string[]>>;

/** Adds the imports of the names that a text uses. */
function withImports(text: string, names: Names): string {
  const code = text.replaceAll(/\/\*\*.*?\*\/|^export [^\n]* from |^export \w+ \w+/gms, '');
  const words = new Set(code.match(/\w+/g));
  const lines = Object.entries(names).flatMap(([module, all]) => {
    const used = all.filter((name) => words.has(name.replace(/^.* /, '')));
    if (used.length === 0) return [];
    const list = used.join(', ');
    if (list.startsWith('*')) return [`import ${list} from '${module}';\n`];
    if (!used.every((name) => name.startsWith('type ')))
      return [`import { ${list} } from '${module}';\n`];
    // An import without `type` would be kept at run time.
    return [`import type { ${list.replaceAll('type ', '')} } from '${module}';\n`];
  });
  return `${lines.join('')}\n${text}`;
}

function asType(name: string): string {
  return `type ${name}`;
}

function hasQuery({ queryParameters }: Operation): boolean {
  return queryParameters.length > 0;
}

function queryType({ id }: Operation): string {
  return `${upperFirst(id)}Query`;
}

/** Returns the parameters of the call of an operation as they are declared and named, and the input that it sends. */
function signatureOf(operation: Operation) {
  const { pathParameters, body, queryParameters } = operation;
  const ids = pathParameters.map(({ name }) => name);
  const isQueryOptional = !queryParameters.some((it) => it.required);
  const declared = [
    ...ids.map((name) => `${name}: string`),
    ...(body ? [`body${body.required ? '' : '?'}: ${body.type}`] : []),
    ...(hasQuery(operation) ? [`query${isQueryOptional ? '?' : ''}: ${queryType(operation)}`] : []),
    'options?: CallOptions',
  ];
  const input = [
    ...(ids.length > 0 ? [`path: { ${ids.join(', ')} }`] : []),
    ...(body ? ['body'] : []),
    ...(hasQuery(operation) ? ['query'] : []),
  ];
  return { declared, input: input.length > 0 ? `{ ${input.join(', ')} }` : '{}' };
}

/** The type of a query. It is written out, because those of openapi-typescript take the compiler more time. */
function emitInput(operation: Operation): string {
  const properties = operation.queryParameters.map(({ name, required, type, description }) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : literal(name);
    return `${docComment([description], '  ')}  ${key}${required ? '' : '?'}: ${type};\n`;
  });
  return `/** The query of \`${operation.id}\`. */
export interface ${queryType(operation)} {
${properties.join('')}}
`;
}

/** Types that compile only if the types of queries are those that openapi-typescript makes of the contract. */
function emitProof(operations: readonly Operation[]): string {
  const lines = operations.flatMap((operation) => {
    const [own, wanted] = [`inputs.${queryType(operation)}`, `Query<'${operation.id}'>`];
    return [
      `  Holds<Same<Required<${own}>, Required<${wanted}>>>,\n`,
      `  Holds<Same<${own}, ${wanted}>>,\n`,
    ];
  });
  return `import type { operations } from '@agent-conversation/types';
import type * as inputs from './inputs.ts';

type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Holds<T extends true> = T;

export type Proof = [
${lines.join('')}];
`;
}

/** An interface of methods for each resource. */
function emitResources(operations: readonly Operation[]): string {
  const resources = Object.entries(Object.groupBy(operations, ({ resource }) => resource));
  const interfaces = resources.map(
    ([name, own = []]) => `/** The operations of \`client.${name}\`. */
export interface ${upperFirst(name)}Operations {
${own.map(declareMethod).join('\n')}}
`,
  );
  const properties = resources.map(
    ([name]) => `  readonly ${name}: ${upperFirst(name)}Operations;\n`,
  );
  return `${interfaces.join('\n')}
/** The operations of the contract, by resource. */
export interface Resources {
${properties.join('')}}
`;
}

function declareMethod(operation: Operation): string {
  const { verb, success, paging } = operation;
  const returned = paging ? `Pages<${success.type}, ${paging.item}>` : `Call<${success.type}>`;
  const parameters = signatureOf(operation).declared.join(', ');
  return `${operationDocs(operation, 'method', '  ')}  ${verb}(${parameters}): ${returned};\n`;
}

/** The function that makes the methods. */
function emitCreateResources(operations: readonly Operation[]): string {
  const resources = Object.entries(Object.groupBy(operations, ({ resource }) => resource));
  const properties = resources.map(
    ([name, own = []]) => `    ${name}: {\n${own.map(emitMethod).join('')}    },\n`,
  );
  return `/** Makes the methods of a client. */
export function createResources(connection: Connection): Resources {
  return {
${properties.join('')}  };
}
`;
}

function emitMethod(operation: Operation): string {
  const { verb, id, paging } = operation;
  const { declared, input } = signatureOf(operation);
  const names = declared.map((it) => it.replace(/^body\?.*/, 'body = {}').replace(/\??:.*/, ''));
  const [call, sent] = paging ? ['pagesOf', 'query'] : ['dataOf', input];
  return `      ${verb}: (${names.join(', ')}) => ${call}(connection, operations.${id}, ${sent}, options),\n`;
}

/** The function of an operation, and the type of its result. */
function emitFunction(operation: Operation): string {
  const { id, success, failures } = operation;
  const { declared, input } = signatureOf(operation);
  const result = `${upperFirst(id)}Result`;
  const variants = [
    `{ readonly status: ${success.status}; readonly data: ${success.type} }`,
    ...failures.map(
      ({ status, type }) => `{ readonly status: ${status}; readonly error: ${type} | undefined }`,
    ),
    'UnexpectedResult',
  ];
  const parameters = ['connection: Connection', ...declared].map(
    (it) => `  ${it.replace(/^body\?(.*)$/, 'body$1 = {}')},\n`,
  );
  return `/** The response to \`${id}\`; its \`status\` says which. */
export type ${result} =
${variants.map((it) => `  | ${it}`).join('\n')};

${operationDocs(operation, 'function')}export function ${id}(
${parameters.join('')}): Call<${result}> {
  return resultOf(connection, operations.${id}, ${input}, options);
}
`;
}

/** The options of TanStack Query of an operation that reads, and of its pages. */
function emitQuery(operation: Operation): string {
  const { id, success, paging, pathParameters } = operation;
  const { declared, input } = signatureOf(operation);
  const parameters = ['connection: Connection', ...declared].join(', ');
  const shown = ['client', ...pathParameters.map(({ example }) => literal(example))].join(', ');
  const emit = (type: 'Query' | 'InfiniteQuery', purpose: string, result: string, sent: string) => {
    const name = id + type;
    const example = ['', '@example', `const { ${result} } = use${type}(${name}(${shown}));`];
    return `${docComment([purpose, ...deprecatedDocs(operation), ...example])}export function ${name}(${parameters}): ${type}<${success.type}> {
  return ${lowerFirst(type)}Of(connection, operations.${id}, ${sent}, options);
}
`;
  };
  const query = emit('Query', `The options of a query that calls \`${id}\`.`, 'data', input);
  if (!paging) return query;
  const purpose = `The options of an infinite query that calls \`${id}\` page by page.`;
  return `${query}\n${emit('InfiniteQuery', purpose, 'data, fetchNextPage', 'query')}`;
}

if (import.meta.main) {
  await writeGenerated(new URL('../src/generated/', import.meta.url), () =>
    generatedFiles(document as unknown as Contract),
  );
}

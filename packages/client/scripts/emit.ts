/** Generates the sources of the client: methods, functions and queries on the table of operations. */
import type { Contract } from '@agent-conversation/contract';
import {
  comment,
  deprecatedDocs,
  literal,
  operationDocs,
  propertyName,
  upperFirst,
} from './docstring.ts';
import { type Operation, readOperations } from './model.ts';
import { emitTable } from './table.ts';

/** The exports of the entry `operations` in addition to its functions. */
const functionExports = `export { connect, type Connection, type ResponseInfo } from '../transport/connection.ts';
export type { Call, UnexpectedResult, WithResponse } from '../calls.ts';
export type * from './inputs.ts';
export type * from '../transport/options.ts';

`;
const queryExports = "export type { InfiniteQuery, Query } from '../query-options.ts';\n\n";

const header =
  '// Generated from openapi/ by packages/client/scripts/generate.ts; `npm run build` updates it.\n\n';

/**
 * Returns the generated files of the client, by name.
 *
 * @throws {UnsupportedError} where the contract has something that the client cannot be generated from
 */
export function generatedFiles(contract: Contract): Record<string, string> {
  const operations = readOperations(contract);
  const types = Object.keys(contract.components.schemas);
  const modules: Modules = [
    ['@agent-conversation/types', types.toSorted().map((name) => `type ${name}`)],
    [
      '../calls.ts',
      ['type Call', 'dataOf', 'type Pages', 'pagesOf', 'resultOf', 'type UnexpectedResult'],
    ],
    ['../transport/connection.ts', ['type Connection']],
    ['../transport/options.ts', ['type CallOptions']],
    ['../query-options.ts', ['type InfiniteQuery', 'infiniteQueryOf', 'type Query', 'queryOf']],
    ['./inputs.ts', operations.map((it) => `type ${namesOf(it).query}`)],
  ];
  const table = "import * as operations from './operations.ts';\n";
  const files = {
    'operations.ts': emitTable(contract, operations),
    'inputs.ts': join(operations.filter(hasQuery), emitInput),
    'inputs.proof.ts': emitProof(operations.filter(hasQuery)),
    'resources.ts': withImports(emitResources(operations), modules),
    'create-resources.ts': withImports(emitCreateResources(operations), [
      ...modules,
      ['./resources.ts', ['type Resources']],
    ]),
    'functions.ts': withImports(join(operations, emitFunction), modules, functionExports),
    'queries.ts': withImports(
      queryExports + join(operations.filter(isReading), emitQuery),
      modules,
    ),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const usesTable = /\boperations\.\w+,/.test(text);
      return [name, header + (usesTable ? table : '') + text];
    }),
  );
}

type Modules = readonly (readonly [module: string, names: readonly string[]])[];

/** Adds imports of the names that a text uses outside of its comments, and exports from other modules. */
function withImports(text: string, modules: Modules, exported = ''): string {
  const words = new Set(text.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\w+/g));
  const lines = modules.flatMap(([module, names]) => {
    const used = names.filter((name) => words.has(name.replace('type ', '')));
    if (used.length === 0) return [];
    const areTypes = used.every((name) => name.startsWith('type '));
    const list = used.map((name) => (areTypes ? name.slice('type '.length) : name)).join(', ');
    return [`import ${areTypes ? 'type ' : ''}{ ${list} } from '${module}';\n`];
  });
  return `${lines.join('')}\n${exported}${text}`;
}

function join(operations: readonly Operation[], emit: (operation: Operation) => string): string {
  return operations.map(emit).join('\n');
}

function hasQuery({ queryParameters }: Operation): boolean {
  return queryParameters.length > 0;
}

function isReading({ method }: Operation): boolean {
  return method === 'GET';
}

function namesOf({ id }: Operation) {
  return { query: `${upperFirst(id)}Query`, result: `${upperFirst(id)}Result` };
}

/** The parameters of an operation as they are declared and passed, and what they are sent as. */
function signatureOf(operation: Operation) {
  const { pathParameters, body, queryParameters } = operation;
  const ids = pathParameters.map(({ name }) => name);
  const isQueryOptional = !queryParameters.some((it) => it.required);
  const parts = [
    ...ids.map((name) => ({ name, declared: `${name}: string` })),
    ...(body
      ? [
          body.required
            ? { name: 'body', declared: `body: ${body.type}` }
            : { name: 'body = {}', declared: `body?: ${body.type}` },
        ]
      : []),
    ...(hasQuery(operation)
      ? [
          {
            name: 'query',
            declared: `query${isQueryOptional ? '?' : ''}: ${namesOf(operation).query}`,
          },
        ]
      : []),
    { name: 'options', declared: 'options?: CallOptions' },
  ];
  const input = [
    ...(ids.length > 0 ? [`path: { ${ids.join(', ')} }`] : []),
    ...(body ? ['body'] : []),
    ...(hasQuery(operation) ? ['query'] : []),
  ];
  return {
    declared: parts.map((it) => it.declared),
    names: parts.map((it) => it.name).join(', '),
    input: input.length > 0 ? `{ ${input.join(', ')} }` : '{}',
  };
}

/** The type of a query. It is written out, because those of openapi-typescript take the compiler more time. */
function emitInput(operation: Operation): string {
  const properties = operation.queryParameters.map(
    ({ name, required, type, description }) =>
      `${comment([description], '  ')}  ${propertyName(name)}${required ? '' : '?'}: ${type};\n`,
  );
  return `/** The query of \`${operation.id}\`. */
export interface ${namesOf(operation).query} {
${properties.join('')}}
`;
}

/** Types that compile only if the types of queries are those that openapi-typescript makes of the contract. */
function emitProof(operations: readonly Operation[]): string {
  const lines = operations.flatMap((operation) => {
    const [own, wanted] = [`inputs.${namesOf(operation).query}`, `Query<'${operation.id}'>`];
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
  const resources = byResource(operations);
  const interfaces = resources.map(
    ([name, own]) => `/** The operations of \`client.${name}\`. */
export interface ${upperFirst(name)}Operations {
${join(own, declareMethod)}}
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

/** The function that makes the methods. */
function emitCreateResources(operations: readonly Operation[]): string {
  const resources = byResource(operations).map(
    ([name, own]) => `    ${name}: {\n${own.map(emitMethod).join('')}    },\n`,
  );
  return `/** Makes the methods of a client. */
export function createResources(connection: Connection): Resources {
  return {
${resources.join('')}  };
}
`;
}

function byResource(operations: readonly Operation[]) {
  const names = [...new Set(operations.map(({ resource }) => resource))];
  return names.map(
    (name) => [name, operations.filter(({ resource }) => resource === name)] as const,
  );
}

function declareMethod(operation: Operation): string {
  const { verb, success, paging } = operation;
  const returned = paging ? `Pages<${success.type}, ${paging.item}>` : `Call<${success.type}>`;
  const parameters = signatureOf(operation).declared.join(', ');
  return `${operationDocs(operation, 'method', '  ')}  ${verb}(${parameters}): ${returned};\n`;
}

function emitMethod(operation: Operation): string {
  const { verb, id, paging } = operation;
  const { names, input } = signatureOf(operation);
  const [call, sent] = paging ? ['pagesOf', 'query'] : ['dataOf', input];
  return `      ${verb}: (${names}) => ${call}(connection, operations.${id}, ${sent}, options),\n`;
}

/** The function of an operation, and the type of its result. */
function emitFunction(operation: Operation): string {
  const { id, success, failures } = operation;
  const { declared, input } = signatureOf(operation);
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
export type ${namesOf(operation).result} =
${variants.map((it) => `  | ${it}`).join('\n')};

${operationDocs(operation, 'function')}export function ${id}(
${parameters.join('')}): Call<${namesOf(operation).result}> {
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
  const emit = (name: string, purpose: string, hook: string, type: string, call: string) => {
    const example = ['', '@example', `const { ${hook}(${name}(${shown}));`];
    return `${comment([purpose, ...deprecatedDocs(operation), ...example])}export function ${name}(${parameters}): ${type}<${success.type}> {
  return ${call};
}
`;
  };
  const query = emit(
    `${id}Query`,
    `The options of a query that calls \`${id}\`.`,
    'data } = useQuery',
    'Query',
    `queryOf(connection, operations.${id}, ${input}, options)`,
  );
  if (!paging) return query;
  const pages = emit(
    `${id}InfiniteQuery`,
    `The options of an infinite query that calls \`${id}\` page by page.`,
    'data, fetchNextPage } = useInfiniteQuery',
    'InfiniteQuery',
    `infiniteQueryOf(connection, operations.${id}, query, options)`,
  );
  return `${query}\n${pages}`;
}

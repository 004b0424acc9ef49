import { comment, deprecatedDocs } from './docstring.ts';
import { literal } from './literal.ts';
import type { Operation } from './operation.ts';
import { inputOf, parametersOf, queryType } from './signature.ts';

/**
 * The TypeScript source of the options of TanStack Query for each operation that reads, and for the pages
 * of each that has some.
 */
export function emitQueries(operations: readonly Operation[]): string {
  const reading = operations.filter(({ method }) => method === 'GET');
  return [imports(reading), ...reading.flatMap((it) => [emitQuery(it), emitPages(it)])].join('\n');
}

function imports(operations: readonly Operation[]): string {
  const types = operations.map(({ success }) => success.type);
  const queries = operations.filter(({ queryParameters }) => queryParameters.length > 0);
  return `import type { ${[...new Set(types)].toSorted().join(', ')} } from '@agent-conversation/types';
import type { Connection } from '../transport/connection.ts';
import { dataOf } from '../calls.ts';
import type { CallOptions } from '../transport/options.ts';
import { type InfiniteQuery, infiniteQueryOf, type Query, queryOf } from '../query-options.ts';
import * as contract from './contract.ts';
import type { ${queries.map(queryType).join(', ')} } from './inputs.ts';
`;
}

function emitQuery(operation: Operation): string {
  const { id, success } = operation;
  const parameters = ['connection: Connection', ...parametersOf(operation)];
  const input = inputOf(operation);
  const shown = ['client', ...operation.pathParameters.map(({ example }) => literal(example))];
  const docs = [
    `The options of a query that calls \`${id}\`.`,
    ...deprecatedDocs(operation),
    '',
    '@example',
    `const { data } = useQuery(${id}Query(${shown.join(', ')}));`,
  ];
  return `${comment(docs.join('\n'))}export function ${id}Query(${parameters.join(', ')}): Query<${success.type}> {
  return queryOf('${id}', ${input}, (signal) =>
    dataOf(connection, contract.${id}, ${input}, { ...options, signal }),
  );
}
`;
}

function emitPages(operation: Operation): string {
  const { id, success, paging } = operation;
  if (!paging) return '';
  const parameters = ['connection: Connection', ...parametersOf(operation)];
  const docs = [
    `The options of an infinite query that calls \`${id}\` page by page.`,
    ...deprecatedDocs(operation),
    '',
    '@example',
    `const { data, fetchNextPage } = useInfiniteQuery(${id}InfiniteQuery(client));`,
  ];
  return `${comment(docs.join('\n'))}export function ${id}InfiniteQuery(${parameters.join(', ')}): InfiniteQuery<${success.type}> {
  return infiniteQueryOf('${id}', query, (paged, signal) =>
    dataOf(connection, contract.${id}, { query: paged }, { ...options, signal }),
  );
}
`;
}

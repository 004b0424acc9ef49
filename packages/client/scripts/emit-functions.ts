import { operationDocs } from './docstring.ts';
import type { Operation } from './operation.ts';
import { inputOf, parameterNames, parametersOf, queryType, resultType } from './signature.ts';

/** The TypeScript source of one function for each operation, and of the types of their results. */
export function emitFunctions(operations: readonly Operation[]): string {
  return [
    imports(operations),
    ...operations.flatMap((it) => [emitResult(it), emitFunction(it)]),
  ].join('\n');
}

function imports(operations: readonly Operation[]): string {
  const types = operations.flatMap(({ success, failures, body }) => [
    ...[success, ...failures].map(({ type }) => type),
    ...(body ? [body.type] : []),
  ]);
  const queries = operations.filter(({ queryParameters }) => queryParameters.length > 0);
  return `import type { ${[...new Set(types)].toSorted().join(', ')} } from '@agent-conversation/types';
import type { Call } from '../calls.ts';
import type { Connection } from '../transport/connection.ts';
import type { CallOptions } from '../transport/options.ts';
import { resultOf, type UnexpectedResult } from '../calls.ts';
import * as contract from './contract.ts';
import type { ${queries.map(queryType).join(', ')} } from './inputs.ts';
`;
}

function emitResult(operation: Operation): string {
  const { id, success, failures } = operation;
  const answers = [
    `{ readonly status: ${success.status}; readonly data: ${success.type} }`,
    ...failures.map(
      ({ status, type }) => `{ readonly status: ${status}; readonly error: ${type} | undefined }`,
    ),
    'UnexpectedResult',
  ];
  return `/** What \`${id}\` gives: the response; its \`status\` says which. */
export type ${resultType(operation)} =
${answers.map((it) => `  | ${it}`).join('\n')};
`;
}

function emitFunction(operation: Operation): string {
  const { id } = operation;
  const parameters = ['connection: Connection', ...parametersOf(operation)];
  const body = parameterNames(operation).includes('body = {}') ? 'body = {}' : undefined;
  const input = inputOf(operation);
  return `${operationDocs(operation, 'function')}export function ${id}(
${parameters.map((it) => `  ${body ? it.replace(/^body\?(.*)$/, 'body$1 = {}') : it},\n`).join('')}): Call<${resultType(operation)}> {
  return resultOf(connection, contract.${id}, ${input}, options);
}
`;
}

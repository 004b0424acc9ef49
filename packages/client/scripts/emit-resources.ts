import { operationDocs, upperFirst } from './docstring.ts';
import type { Operation } from './operation.ts';
import { inputOf, parameterNames, parametersOf, queryType } from './signature.ts';

type ResourceOperations = readonly [resource: string, operations: readonly Operation[]];

/** The TypeScript source of an interface of methods for each resource, and of what makes them. */
export function emitResources(operations: readonly Operation[]): string {
  const names = new Set(operations.map(({ resource }) => resource));
  const resources = [...names].map((name): ResourceOperations => [
    name,
    operations.filter(({ resource }) => resource === name),
  ]);
  return [
    imports(operations),
    ...resources.map(([name, its]) => emitInterface(name, its)),
    emitFactory(resources),
  ].join('\n');
}

function imports(operations: readonly Operation[]): string {
  const types = operations.flatMap(({ success, body, paging }) => [
    success.type,
    ...(body ? [body.type] : []),
    ...(paging ? [paging.item] : []),
  ]);
  const queries = operations.filter(({ queryParameters }) => queryParameters.length > 0);
  return `import type { ${[...new Set(types)].toSorted().join(', ')} } from '@agent-conversation/types';
import type { Call } from '../call.ts';
import type { Connection } from '../connection.ts';
import { dataOf, pagesOf } from '../data.ts';
import type { CallOptions } from '../options.ts';
import type { Pages } from '../pages.ts';
import * as contract from './contract.ts';
import type { ${queries.map(queryType).join(', ')} } from './inputs.ts';
`;
}

function emitInterface(resource: string, operations: readonly Operation[]): string {
  const methods = operations.map(
    (it) =>
      `${operationDocs(it, 'method', '  ')}  ${it.verb}(${parametersOf(it).join(', ')}): ${returned(it)};\n`,
  );
  return `/** The operations of \`client.${resource}\`. */
export interface ${upperFirst(resource)}Operations {
${methods.join('\n')}}
`;
}

function emitFactory(resources: readonly ResourceOperations[]): string {
  const lines = resources.flatMap(([resource, operations]) => [
    `    ${resource}: {`,
    ...operations.map((it) => `      ${emitMethod(it)}`),
    '    },',
  ]);
  const types = resources.map(
    ([resource]) => `  readonly ${resource}: ${upperFirst(resource)}Operations;`,
  );
  return `/** The operations of the contract, by resource. */
export interface Resources {
${types.join('\n')}
}

/** Makes the methods of a client. */
export function createResources(connection: Connection): Resources {
  return {
${lines.join('\n')}
  };
}
`;
}

function emitMethod(operation: Operation): string {
  const { verb, id, paging } = operation;
  const names = parameterNames(operation).join(', ');
  const call = paging
    ? `pagesOf(connection, contract.${id}, query, options)`
    : `dataOf(connection, contract.${id}, ${inputOf(operation)}, options)`;
  return `${verb}: (${names}) => ${call},`;
}

function returned({ success, paging }: Operation): string {
  return paging ? `Pages<${success.type}, ${paging.item}>` : `Call<${success.type}>`;
}

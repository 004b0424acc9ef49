import { operationDocs, upperFirst } from './docstring.ts';
import type { Operation } from './operation.ts';
import { inputOf, parameterNames, parametersOf, queryType } from './signature.ts';

type ResourceOperations = readonly [resource: string, operations: readonly Operation[]];

/** The TypeScript source of an interface of methods for each resource, and of one for all of them. */
export function emitResources(operations: readonly Operation[]): string {
  const resources = byResource(operations);
  const members = resources.map(
    ([resource]) => `  readonly ${resource}: ${upperFirst(resource)}Operations;\n`,
  );
  return [
    imports(operations),
    ...resources.map(emitInterface),
    `/** The operations of the contract, by resource. */
export interface Resources {
${members.join('')}}
`,
  ].join('\n');
}

/** The TypeScript source of what makes the resources of a client. */
export function emitCreateResources(operations: readonly Operation[]): string {
  const lines = byResource(operations).flatMap(([resource, its]) => [
    `    ${resource}: {`,
    ...its.map((it) => `      ${emitMethod(it)}`),
    '    },',
  ]);
  return `import type { Connection } from '../transport/connection.ts';
import { dataOf, pagesOf } from '../calls.ts';
import * as contract from './contract.ts';
import type { Resources } from './resources.ts';

/** Makes the methods of a client. */
export function createResources(connection: Connection): Resources {
  return {
${lines.join('\n')}
  };
}
`;
}

function byResource(operations: readonly Operation[]): ResourceOperations[] {
  const names = new Set(operations.map(({ resource }) => resource));
  return [...names].map((name) => [name, operations.filter(({ resource }) => resource === name)]);
}

function imports(operations: readonly Operation[]): string {
  const types = operations.flatMap(({ success, body, paging }) => [
    success.type,
    ...(body ? [body.type] : []),
    ...(paging ? [paging.item] : []),
  ]);
  const queries = operations.filter(({ queryParameters }) => queryParameters.length > 0);
  return `import type { ${[...new Set(types)].toSorted().join(', ')} } from '@agent-conversation/types';
import type { Call } from '../calls.ts';
import type { CallOptions } from '../transport/options.ts';
import type { Pages } from '../calls.ts';
import type { ${queries.map(queryType).join(', ')} } from './inputs.ts';
`;
}

function emitInterface([resource, operations]: ResourceOperations): string {
  const methods = operations.map(
    (it) =>
      `${operationDocs(it, 'method', '  ')}  ${it.verb}(${parametersOf(it).join(', ')}): ${returned(it)};\n`,
  );
  return `/** The operations of \`client.${resource}\`. */
export interface ${upperFirst(resource)}Operations {
${methods.join('\n')}}
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

import type { Operation } from '../../../../packages/client/scripts/operation.ts';
import { queryType, resultType } from '../../../../packages/client/scripts/signature.ts';
import { typeImports } from './imports.ts';
import type { Use } from './use.ts';

/** The functions that make queries of an operation, and the types of what they make. */
export function queriesOf({
  id,
  method,
  paging,
  success,
}: Operation): [name: string, type: string][] {
  return [
    ...(method === 'GET' ? [[`${id}Query`, `Query<${success.type}>`] as [string, string]] : []),
    ...(paging
      ? [[`${id}InfiniteQuery`, `InfiniteQuery<${success.type}>`] as [string, string]]
      : []),
  ];
}

/**
 * The statements that import all that the contract's own names have given a name in the packages: for an
 * operation, its function, the types of its result and its query, and so on.
 *
 * @param reasons where the reason may be, if one of those goes that an operation need not have
 */
export function importUses(
  operation: Operation,
  pointer: string,
  reasons: readonly string[],
): Use[] {
  const { id, success, failures, body, paging } = operation;
  const types = [success, ...failures].map(({ type }) => type);
  if (body) types.push(body.type);
  if (paging) types.push(paging.item);
  const importOf = (imports: string, from: string, word: string, its: readonly string[]): Use => ({
    pointer,
    kind: 'call',
    purpose: `imports \`${imports}\``,
    reasons: its,
    imports,
    text: `import ${word}{ ${imports} } from '@agent-conversation/client${from}';`,
  });
  return [
    ...typeImports([...new Set(types)]),
    importOf('Client', '', 'type ', []),
    importOf('Call', '', 'type ', []),
    importOf('Query', '/query', 'type ', []),
    importOf('InfiniteQuery', '/query', 'type ', []),
    importOf(id, '/operations', '', []),
    importOf(resultType(operation), '/operations', 'type ', []),
    ...(operation.queryParameters.length > 0
      ? [importOf(queryType(operation), '', 'type ', reasons)]
      : []),
    ...queriesOf(operation).map(([name]) => importOf(name, '/query', '', reasons)),
  ];
}

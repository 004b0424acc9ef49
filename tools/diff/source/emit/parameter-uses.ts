import type { Operation } from '../../../../packages/client/scripts/operation.ts';
import { queryType } from '../../../../packages/client/scripts/signature.ts';
import type { Parameter } from '../contract/parameters.ts';
import { quoted } from './type-text.ts';
import type { Use } from './use.ts';

/**
 * The statements that rely on the parameters of the query, each on one. What stands in the path is given by its
 * place, so it is the call that relies on it.
 */
export function parameterUses(operation: Operation, parameters: readonly Parameter[]): Use[] {
  return operation.queryParameters.flatMap(({ name, type, required }, index) => {
    const picked = `Pick<${queryType(operation)}, ${quoted(name)}>`;
    const called = `\`${name}\` of \`${operation.id}\``;
    const place = {
      pointer: parameters.find((it) => it.in === 'query' && it.name === name)!.pointer,
      kind: 'send' as const,
      reasons: [],
    };
    return [
      {
        ...place,
        purpose: `sends ${called} as \`${type}\``,
        text: `export const send${index} = (value: ${type}): ${picked} => ({ ${quoted(name)}: value });`,
      },
      ...(required
        ? []
        : [
            {
              ...place,
              purpose: `leaves ${called} out`,
              text: `export const omit${index} = (): ${picked} => ({});`,
            },
          ]),
    ];
  });
}

import type { Operation } from '../../../../packages/client/scripts/operation.ts';
import { parametersOf, resultType } from '../../../../packages/client/scripts/signature.ts';
import type { Operation as PlacedOperation } from '../../judge/operations.ts';
import type { Parameter } from '../contract/parameters.ts';
import { responsePointers } from './answer-uses.ts';
import { importUses, queriesOf } from './import-uses.ts';
import { schemaPointer } from './imports.ts';
import { quoted } from './type-text.ts';
import type { Use } from './use.ts';

/** The statements that rely on how an operation is called: as a method, a function, a query, by its path. */
export function callUses(
  operation: Operation,
  placed: PlacedOperation,
  parameters: readonly Parameter[],
): Use[] {
  const { id, resource, verb, method, path, success, paging } = operation;
  const { pointer } = placed;
  const reasons = [
    pointer,
    ...parameters.map((it) => it.pointer),
    ...responsePointers(placed),
    schemaPointer(success.type),
  ];
  const use = (purpose: string, text: string, its = reasons): Use => ({
    pointer,
    kind: 'call',
    purpose,
    reasons: its,
    text,
  });
  const given = parametersOf(operation).filter((it) => !it.startsWith('options?'));
  const least = given.filter((it) => !it.includes('?:'));
  const named = `client.${resource}.${verb}`;
  const taking = (its: readonly string[]) => ['client: Client', ...its.map(asGiven)].join(', ');
  const names = (its: readonly string[]) => its.map(nameOf).join(', ');
  const promised = `Promise<${success.type}>`;
  return [
    ...importUses(operation, pointer, reasons),
    use(
      `names the operation \`${id}\``,
      `import type { operations } from '@agent-conversation/types';\nexport type Named = operations[${quoted(id)}];`,
      [],
    ),
    use(
      `names \`${method} ${path}\``,
      `import type { paths } from '@agent-conversation/types';\nexport type Route = paths[${quoted(path)}][${quoted(method.toLowerCase())}]['responses'];`,
      [],
    ),
    use(
      `calls \`${named}\` with all that it takes`,
      `export const call = async (${taking(given)}): ${promised} => ${named}(${names(given)});`,
    ),
    use(
      `calls \`${named}\` with as little as it takes`,
      `export const callShortly = async (${taking(least)}): ${promised} => ${named}(${names(least)});`,
    ),
    use(
      `calls the function \`${id}\``,
      `export const ask = (${taking(given)}): Call<${resultType(operation)}> => ${id}(${names(['client:', ...given])});`,
    ),
    ...(paging
      ? [
          use(
            `goes through the pages of \`${named}\``,
            `export const items = (client: Client): AsyncIterable<${paging.item}> => ${named}();\nexport const pages = (client: Client): AsyncIterable<${success.type}> => ${named}().byPage();`,
          ),
        ]
      : []),
    ...queriesOf(operation).map(([name, type]) =>
      use(
        `makes a query with \`${name}\``,
        `export const ${name}Options = (${taking(given)}): ${type} => ${name}(${names(['client:', ...given])});`,
      ),
    ),
  ];
}

/** The name of a parameter as TypeScript declares it. */
function nameOf(parameter: string): string {
  return parameter.slice(0, parameter.search(/\??:/));
}

/** A parameter that is given, whether or not it may be left out. */
function asGiven(parameter: string): string {
  return parameter.replace('?:', ':');
}

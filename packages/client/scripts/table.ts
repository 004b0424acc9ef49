/** Generates the constants from the contract: operations, header of the key, secret properties, changes of state. */
import {
  type Contract,
  lowerFirst,
  secretNamesIn,
  type Transition,
} from '@agent-conversation/contract';
import { UnsupportedError } from '@agent-conversation/contract/generate';
import type { Operation } from './model.ts';

/** Returns the source of the constants. */
export function emitTable(contract: Contract, operations: readonly Operation[]): string {
  const { schemas, securitySchemes } = contract.components;
  const [scheme, ...others] = Object.values(securitySchemes);
  if (scheme?.in !== 'header' || others.length > 0) {
    const reason = 'must be one API key in a header, which the client sends';
    throw new UnsupportedError('/components/securitySchemes', reason);
  }
  const secretNames = JSON.stringify(secretNamesIn(contract));
  const ways = Object.entries(schemas).flatMap(
    ([name, { 'x-lifecycle': lifecycle, enum: states = [] }]) => {
      if (!lifecycle) return [];
      const table = states.map((it) => [it, waysFrom(String(it), lifecycle.transitions)]);
      const value = JSON.stringify(Object.fromEntries(table));
      return [
        `/** Which \`${name}\` leads to which, and by which call; by none if it changes by itself. */\nexport const ${lowerFirst(name)}Ways: Ways = ${value};\n`,
      ];
    },
  );
  const rows = operations.map(({ id, method, path, retry, success, failures }) => {
    const statuses = [success, ...failures].map(({ status }) => status);
    return `export const ${id}: Operation = ${JSON.stringify({ id, method, path, retry, statuses })};\n`;
  });
  return [
    "import type { Operation, Ways } from '../operation.ts';\n",
    `/** The header that carries the API key, in lower case. */\nexport const keyHeader = '${scheme.name.toLowerCase()}';\n`,
    `/** The names of the properties that must not be shown. */\nexport const secretNames: readonly string[] = ${secretNames};\n`,
    ...ways,
    ...rows,
    `/** All operations. */\nexport const operations: readonly Operation[] = [${operations.map(({ id }) => id).join(', ')}];\n`,
  ].join('\n');
}

/** Returns the states that follow a state sooner or later, each with the first call on the way; empty without any. */
function waysFrom(start: string, transitions: readonly Transition[]): object {
  const ways = new Map([[start, '']]);
  const follow = (state: string, by: readonly Transition[]) => {
    const reached = new Set([state]);
    for (const from of reached) {
      for (const { to, operation = '' } of by.filter(
        (it) => it.from === from && !ways.has(it.to),
      )) {
        ways.set(to, ways.get(from) || operation);
        reached.add(to);
      }
    }
  };
  const free = transitions.filter(({ operation }) => operation === undefined);
  follow(start, free);
  // Calls in the state itself precede those in the states that it leads to.
  for (const state of ways.keys()) follow(state, transitions);
  ways.delete(start);
  return Object.fromEntries(ways);
}

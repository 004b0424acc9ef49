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
      const value = JSON.stringify(waysOf(states, lifecycle.transitions));
      return [
        `/** Which \`${name}\` leads to which, and by which calls; by none if it changes by itself. */\nexport const ${lowerFirst(name)}Ways: Ways = ${value};\n`,
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

/**
 * Returns for each state the calls of which one is needed to come to each other one, joined for a message: empty if it
 * comes by itself, undefined if no way exists. Calls in the state itself, and those that lead there at once, precede.
 */
function waysOf(states: readonly unknown[], transitions: readonly Transition[]): object {
  const withoutCalls = transitions.filter(({ operation }) => operation === undefined);
  const wayBetween = (from: unknown, to: unknown) => {
    const free = reachable(from, withoutCalls);
    if (free.has(to)) return '';
    const calls = transitions.filter(
      (it) => it.operation && free.has(it.from) && reachable(it.to, transitions).has(to),
    );
    const [first = []] = [calls.filter((it) => it.from === from), calls]
      .flatMap((some) => [some.filter((it) => it.to === to), some])
      .filter((some) => some.length > 0);
    return [...new Set(first.map(({ operation }) => operation))].join(' or ') || undefined;
  };
  return Object.fromEntries(
    states.map((from) => {
      const others = states.filter((to) => to !== from);
      return [from, Object.fromEntries(others.map((to) => [to, wayBetween(from, to)]))];
    }),
  );
}

/** A state, and those that may follow it sooner or later. */
function reachable(state: unknown, transitions: readonly Transition[]): ReadonlySet<unknown> {
  const found = new Set([state]);
  for (const reached of found) {
    for (const { from, to } of transitions) if (from === reached) found.add(to);
  }
  return found;
}

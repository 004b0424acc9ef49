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
  const rows = operations.map(({ id, method, path, retry, success, failures }) => {
    const statuses = [success, ...failures].map(({ status }) => status);
    return `export const ${id}: Operation = ${JSON.stringify({ id, method, path, retry, statuses })};\n`;
  });
  return [
    "import type { Operation, Ways } from '../operation.ts';\n",
    `/** The header that carries the API key, in lower case. */\nexport const keyHeader = '${keyHeader(contract)}';\n`,
    `/** The names of the properties that must not be shown. */\nexport const secretNames: readonly string[] = ${JSON.stringify(secretNamesIn(contract))};\n`,
    ...lifecycles(contract),
    ...rows,
    `/** All operations. */\nexport const operations: readonly Operation[] = [${operations.map(({ id }) => id).join(', ')}];\n`,
  ].join('\n');
}

function keyHeader({ components }: Contract): string {
  const [scheme, ...others] = Object.values(components.securitySchemes);
  if (scheme?.in === 'header' && others.length === 0) return scheme.name.toLowerCase();
  const reason = 'must be one API key in a header, which the client sends';
  throw new UnsupportedError('/components/securitySchemes', reason);
}

/** For each status with a lifecycle: the calls that lead from each state to each other one. */
function lifecycles({ components }: Contract): string[] {
  return Object.entries(components.schemas).flatMap(([name, schema]) => {
    const { 'x-lifecycle': lifecycle, enum: states = [] } = schema;
    if (!lifecycle) return [];
    const waysFrom = (from: unknown) =>
      states
        .filter((to) => to !== from)
        .map((to) => [to, callsBetween(lifecycle.transitions, String(from), String(to))]);
    const table = states.map((from) => [from, Object.fromEntries(waysFrom(from)) as object]);
    const ways = JSON.stringify(Object.fromEntries(table));
    return [
      `/** Which \`${name}\` leads to which, and by which calls; by none if it changes by itself. */\nexport const ${lowerFirst(name)}Ways: Ways = ${ways};\n`,
    ];
  });
}

/** The operations of which one is needed, joined for a message; empty if none is, undefined if no way exists. */
function callsBetween(
  transitions: readonly Transition[],
  from: string,
  to: string,
): string | undefined {
  const free = reachable(
    from,
    transitions.filter(({ operation }) => operation === undefined),
  );
  if (free.has(to)) return '';
  const calls = transitions.filter(
    (it) =>
      it.operation !== undefined && free.has(it.from) && reachable(it.to, transitions).has(to),
  );
  const first = [calls.filter((it) => it.from === from), calls]
    .flatMap((some) => [some.filter((it) => it.to === to), some])
    .find((some) => some.length > 0);
  return first && [...new Set(first.map(({ operation }) => operation))].join(' or ');
}

/** A state, and those that may follow it sooner or later. */
function reachable(state: string, transitions: readonly Transition[]): ReadonlySet<string> {
  const found = new Set([state]);
  for (const reached of found) {
    for (const { from, to } of transitions) if (from === reached) found.add(to);
  }
  return found;
}

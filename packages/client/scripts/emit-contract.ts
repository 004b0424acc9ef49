import { lowerFirst } from './docstring.ts';
import { type Document, memberAt, Refusal, type Schema, type Transition } from './document.ts';
import type { Operation } from './operation.ts';
import { secretNames } from './secrets.ts';

/**
 * The TypeScript source of the constants that the client has from the contract: the operations, the header
 * of the key, the names of secret members, and which state leads to which.
 */
export function emitContract(document: Document, operations: readonly Operation[]): string {
  return [
    "import type { Operation, Ways } from '../operation.ts';\n",
    `/** The header that carries the API key, in lower case. */\nexport const keyHeader = '${keyHeader(document)}';\n`,
    `/** The names of the members that must not be shown. */\nexport const secretNames: readonly string[] = ${JSON.stringify(secretNames(document))};\n`,
    ...lifecycles(document),
    ...operations.map(emitOperation),
    `export const operations: readonly Operation[] = [${operations.map(({ id }) => id).join(', ')}];\n`,
  ].join('\n');
}

function emitOperation({ id, method, path, retry, success, failures }: Operation): string {
  const statuses = [success, ...failures].map(({ status }) => status);
  return `export const ${id}: Operation = ${JSON.stringify({ id, method, path, retry, statuses })};\n`;
}

function keyHeader(document: Document): string {
  const located = memberAt(
    { value: document.components, pointer: '#/components' },
    'securitySchemes',
  );
  const [scheme, ...others] = Object.values(located.value ?? {}) as {
    readonly type: string;
    readonly in: string;
    readonly name: string;
  }[];
  if (scheme?.type !== 'apiKey' || scheme.in !== 'header' || others.length > 0) {
    throw new Refusal(located.pointer, 'must be one API key in a header, which the client sends');
  }
  return scheme.name.toLowerCase();
}

/** For each status with a lifecycle: the calls that lead from each state to each other one. */
function lifecycles(document: Document): string[] {
  return Object.entries(document.components['schemas'] ?? {}).flatMap(([name, value]) => {
    const { 'x-lifecycle': lifecycle, enum: states = [] } = value as Schema;
    if (!lifecycle) return [];
    const waysFrom = (from: string) =>
      states
        .filter((to) => to !== from)
        .map((to) => [to, callsBetween(lifecycle.transitions, from, to)]);
    const table = states.map((from) => [from, Object.fromEntries(waysFrom(from))]);
    return [
      `/** Which \`${name}\` leads to which, and by which calls; by none if it changes by itself. */\nexport const ${lowerFirst(name)}Ways: Ways = ${JSON.stringify(Object.fromEntries(table))};\n`,
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

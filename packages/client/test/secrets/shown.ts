import { inspect } from 'node:util';

/** All that can be seen of a value without asking for its members. */
export function shownOf(value: unknown): string {
  return [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 10 }),
    inspect(value, { depth: 10, showHidden: true }),
    value instanceof Error ? `${value.message}\n${value.stack}` : '',
  ].join('\n');
}

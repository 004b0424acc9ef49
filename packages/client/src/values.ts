/** What programs do with the values of responses. */
import { secretNames } from './generated/operations.ts';

/**
 * Returns a value of an enumeration if the contract has it, and undefined for a newer one. A `switch` over it is
 * complete, for the compiler as well, if it has a case for each value of the contract and one for undefined.
 *
 * @example
 * switch (known(sandboxStatusValues, sandbox.status)) {
 *   case undefined:
 *     return `new to this program: ${sandbox.status}`;
 *   case 'RUNNING':
 *     return 'ready';
 *   default:
 *     return 'not ready';
 * }
 */
export function known<T extends string>(
  values: readonly T[],
  value: string | null | undefined,
): T | undefined {
  return values.find((it) => it === value);
}

/**
 * Copies a value, for logs: each property that the contract annotates as secret becomes `[redacted]`.
 *
 * @example
 * console.log(redact(await client.sandboxes.search()));
 */
export function redact<T>(value: T): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (name, property: unknown) =>
    property !== null && secretNames.includes(name) ? '[redacted]' : property,
  ) as T;
}

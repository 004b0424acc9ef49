import { secretNames } from './generated/contract.ts';

/**
 * Copies a value, for logs: each property that the contract marks as secret becomes `[redacted]`.
 *
 * @example
 * console.log(redact(await client.sandboxes.search()));
 */
export function redact<T>(value: T): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    member !== null && secretNames.includes(name) ? '[redacted]' : member,
  ) as T;
}

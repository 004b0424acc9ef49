import { contract } from '../contract.ts';

/** What stands in the place of a secret. */
export const redacted = '[redacted]';

/** The names of all members that the contract marks as secret. */
const secretNames = new Set<string>();
collect(contract);

function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'properties') {
      for (const [property, schema] of Object.entries(Object(member) as object)) {
        if (Object(schema)['x-secret'] === true) secretNames.add(property);
      }
    }
    collect(member);
  }
}

/** A value in which every member that has the name of a secret is redacted, wherever it stands. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretNames.has(name) && member !== null ? redacted : redact(member),
    ]),
  );
}

import { contract } from '../contract.ts';

/** Replaces a secret. */
export const redacted = '[redacted]';

/** The names of all properties that the contract annotates as secret. */
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

const secretName = /key|token|secret|passw|auth/i;

/** Returns a query in which the value of every parameter that has the name of a secret is redacted. */
export function redactQuery(query: string): string {
  if (query === '' || !/key|token|secret|passw|auth|%/i.test(query)) return query;
  return query
    .split('&')
    .map((parameter) => {
      const mark = parameter.indexOf('=');
      const name = mark < 0 ? '' : parameter.slice(0, mark);
      return secretName.test(name) || name.includes('%') ? `${name}=${redacted}` : parameter;
    })
    .join('&');
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

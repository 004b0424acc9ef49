/** An object of a response. */
export type Members = Readonly<Record<string, unknown>>;

/** The properties of a value; none if it is not an object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

/** The objects of a list; none if it is not a list. */
export function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

/** A text that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The ids of the objects of a list. */
export function idsOf(value: unknown): string[] {
  return listOf(value).flatMap(({ id }) => textOf(id) ?? []);
}
/** A parsed text; undefined if it is not JSON (RFC 8259). */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

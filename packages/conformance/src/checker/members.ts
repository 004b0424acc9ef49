/** An object of an answer, of which nothing is known. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of a value; none where it is no object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

/** The objects of a list; none where it is no list. */
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
/** What a text stands for as JSON (RFC 8259); undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

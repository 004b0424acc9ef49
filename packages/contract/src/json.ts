/** JSON values, JSON Pointers (RFC 6901), and names. */

export type Json =
  null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export const isList = (value: unknown): value is readonly Json[] =>
  Array.isArray(value);
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The value if it is an object, else an empty one. */
export const objectOf = (value: unknown): JsonObject =>
  isObject(value) ? value : {};
/** The value if it is a list, else an empty one. */
export const listOf = (value: unknown): readonly Json[] =>
  isList(value) ? value : [];

/** Returns a string as it is, and anything else as JSON. @example textOf(['a']) // '["a"]' */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** Returns the value of a JSON text (RFC 8259); undefined if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads a body as JSON. It is broken if there is one, and it is not JSON. */
export function readJson(body = ''): {
  readonly value: unknown;
  readonly isBroken: boolean;
} {
  const value = jsonOf(body);
  return { value, isBroken: body !== '' && value === undefined };
}

/** Returns the index of the quote that ends a string of a JSON text; the end of the text if there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  if (end < 0) return text.length;
  if (text[end - 1] !== '\\') return end;
  // To search for each of a million escaped quotes takes longer than to read on.
  for (end = start + 1; end < text.length; end += 1) {
    const character = text[end];
    if (character === '"') return end;
    if (character === '\\') end += 1;
  }
  return text.length;
}

/** Returns a property or an item; undefined if there is none. */
export function childOf(
  value: unknown,
  step: string | number,
): Json | undefined {
  if (isList(value)) return value[Number(step)];
  return isObject(value) && Object.hasOwn(value, step)
    ? value[step]
    : undefined;
}

/** The properties or items of a value. */
export function childrenOf(
  value: unknown,
): readonly (readonly [string | number, Json])[] {
  if (isList(value)) return [...value.entries()];
  return Object.entries(objectOf(value)) as [string, Json][];
}

/** Appends steps to a JSON Pointer. @example pointerTo('/paths', '/a', 'get') // '/paths/~1a/get' */
export function pointerTo(
  pointer: string,
  ...steps: readonly (string | number)[]
): string {
  const escaped = (step: string | number) =>
    String(step).replaceAll('~', '~0').replaceAll('/', '~1');
  return steps.reduce<string>((at, step) => `${at}/${escaped(step)}`, pointer);
}

/** Splits a JSON Pointer into its unescaped steps. */
export function stepsOf(pointer: string): string[] {
  const [, ...steps] = pointer.split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns what a JSON Pointer leads to; undefined if it leads nowhere. */
export function valueAt(root: unknown, pointer: string): Json | undefined {
  return stepsOf(pointer).reduce<unknown>(childOf, root) as Json | undefined;
}

export const lowerFirst = (name: string): string =>
  name.charAt(0).toLowerCase() + name.slice(1);
export const upperFirst = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1);

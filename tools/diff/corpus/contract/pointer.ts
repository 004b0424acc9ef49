import { type Json, type JsonObject, isObject } from './json.ts';

/** The JSON Pointer (RFC 6901) of what these names lead to. */
export const pointerOf = (...names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The names that a JSON Pointer (RFC 6901) consists of. */
export const namesOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a pointer; undefined if there is none. `$ref` is not followed. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const name of namesOf(pointer)) {
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isObject(value)) value = value[name];
    else return undefined;
  }
  return value;
}

/**
 * The object at a pointer.
 * @throws {Error} if there is none.
 */
export function objectAt(root: Json, pointer: string): JsonObject {
  const value = valueAt(root, pointer);
  if (!isObject(value)) throw new Error(`No object at ${pointer}.`);
  return value;
}

/**
 * The list at a pointer.
 * @throws {Error} if there is none.
 */
export function listAt(root: Json, pointer: string): Json[] {
  const value = valueAt(root, pointer);
  if (!Array.isArray(value)) throw new Error(`No list at ${pointer}.`);
  return value;
}

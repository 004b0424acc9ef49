import { isList, type Json, member } from './json.ts';

/**
 * A JSON Pointer (RFC 6901) to what is below another one.
 *
 * @example below('/paths', '/api/settings', 'get') // '/paths/~1api~1settings/get'
 */
export function below(pointer: string, ...names: readonly (string | number)[]): string {
  const escaped = names.map((name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1'));
  return [pointer, ...escaped].join('/');
}

/** The names that a JSON Pointer goes through. */
export function namesOf(pointer: string): string[] {
  const [, ...names] = pointer.split('/');
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a JSON Pointer leads to, or undefined. */
export function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  return namesOf(pointer).reduce<Json | undefined>(step, root);
}

/** A member or an element of a value, or undefined. */
export function step(value: Json | undefined, name: string): Json | undefined {
  return isList(value) ? value[Number(name)] : member(value, name);
}

/** The pointer itself, then each that leads to what is around it, from the inside to the root. */
export function outwards(pointer: string): string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}

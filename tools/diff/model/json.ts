import { isDeepStrictEqual } from 'node:util';

/** A value of a document. */
export type Json = null | boolean | number | string | readonly Json[] | JsonRecord;

/** An object of a document. */
export interface JsonRecord {
  readonly [name: string]: Json;
}

/** Whether a value is an object, and neither null nor an array. */
export function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether two values are the same, in whatever order their members stand. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return isDeepStrictEqual(one, other);
}

/** A member, or undefined; names of the prototype are no members. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A value as text: a string as it stands, anything else as JSON; nothing as an empty text. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

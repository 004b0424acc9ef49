/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object, such as a contract in one file. */
export interface JsonObject {
  [name: string]: Json;
}

/** Whether a value is an object, and neither a list nor null. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text; empty if the value is none. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

import { type Json, type JsonObject, isObject, textOf } from '../contract/json.ts';
import type { Schema } from '../contract/schemas.ts';
import type { Judgements } from '../labels/judgement.ts';
import type { Beside } from '../labels/labelled-change.ts';

/** One way to change a schema in its place, without touching what is around it. */
export interface SchemaKind {
  readonly kind: string;
  readonly judgements: Judgements;
  /** The variants of this change for a schema; empty where it makes no sense. Most have one, named ''. */
  readonly variants: (schema: Schema) => readonly string[];
  readonly edit: (value: JsonObject, variant: string) => void;
  /** 'anything' by default. */
  readonly beside?: Beside;
}

/** The variants of a change that has only one: it makes sense where the test says so. */
export const where =
  (test: (value: JsonObject, schema: Schema) => boolean): SchemaKind['variants'] =>
  (schema) =>
    test(schema.value, schema) ? [''] : [];

/** The types that a schema lists, none if it lists none. */
export function typesOf({ type }: JsonObject): readonly Json[] {
  if (Array.isArray(type)) return type;
  return type === undefined ? [] : [type];
}

/** Whether it has exactly this type, or this one and null. */
export const isOf = (value: JsonObject, type: string): boolean =>
  typesOf(value)
    .filter((name) => name !== 'null')
    .map(textOf)
    .join() === type;

/** Whether only listed values are allowed. */
export const isListed = (value: JsonObject): boolean => 'enum' in value || 'const' in value;

/** Whether a schema is another one or null. */
export const isNullableReference = ({ anyOf }: JsonObject): boolean =>
  Array.isArray(anyOf) && anyOf.some((branch) => isObject(branch) && branch.type === 'null');

/** Whether null is taken. */
export const takesNull = (value: JsonObject): boolean =>
  typesOf(value).includes('null') || isNullableReference(value);

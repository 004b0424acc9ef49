import { type Contract, resolve, type Schema } from './contract.ts';
import { member } from './pointer.ts';

/** A place in the value of a body, with what the contract asks for there. */
export interface Place {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly value: unknown;
  /** The schema; of a choice, the branch that the value belongs to. */
  readonly schema: Schema;
  /** The types that may stand there, those of other branches too; undefined for any. */
  readonly types: readonly string[] | undefined;
  /** Whether it tells by which branch of a choice the object around it is judged. */
  readonly isTag: boolean;
  /** Whether it lies below a schema that contains itself. */
  readonly isBelowRecursion: boolean;
}

type Around = Pick<Place, 'isTag' | 'isBelowRecursion'>;

/** Keywords that make a place something else than what {@link placesOf} would tell. */
const unknown = ['allOf', 'not', 'if', 'patternProperties', 'dependentSchemas', '$dynamicRef'];

/**
 * All places of a valid value, from the outside to the inside.
 *
 * @param recursive the references that lead to themselves again
 * @throws {TypeError} at a keyword by which this would not find its way
 */
export function placesOf(
  document: Contract,
  recursive: ReadonlySet<string>,
  schema: Schema,
  value: unknown,
): readonly Place[] {
  const found: Place[] = [];

  function visit(outer: Schema, inner: unknown, pointer: string, around: Around): void {
    const branches = branchesOf(outer);
    const branch = branches.find((each) => fits(document, each, inner)) ?? {};
    const isBelowRecursion =
      around.isBelowRecursion ||
      [outer, ...branches].some(({ $ref }) => $ref !== undefined && recursive.has($ref));
    const resolved = resolve<Schema>(document, branch);
    const types = typesOf(branches);
    const { isTag } = around;
    found.push({ pointer, value: inner, schema: resolved, types, isTag, isBelowRecursion });
    const tag = resolve<Schema>(document, outer).discriminator?.propertyName;
    for (const [step, part] of partsOf(inner)) {
      const inside = { isTag: step === tag, isBelowRecursion };
      visit(schemaAt(resolved, step), part, member(pointer, step), inside);
    }
  }

  function branchesOf(outer: Schema): readonly Schema[] {
    const target = resolve<Schema>(document, outer);
    const strange = unknown.find((keyword) => keyword in target);
    if (strange) throw new TypeError(`Places in a schema with ${strange} are not known; add them`);
    const choice = target.anyOf ?? target.oneOf;
    return choice ? choice.flatMap(branchesOf) : [outer];
  }

  function typesOf(branches: readonly Schema[]): readonly string[] | undefined {
    const each = branches.map((branch) => resolve<Schema>(document, branch).type);
    return each.includes(undefined) ? undefined : each.flatMap((type) => type ?? []);
  }

  visit(schema, value, '', { isTag: false, isBelowRecursion: false });
  return found;
}

function fits(document: Contract, branch: Schema, value: unknown): boolean {
  const { type, const: constant, properties = {} } = resolve<Schema>(document, branch);
  if (constant !== undefined && constant !== value) return false;
  if (type !== undefined && ![type].flat().some((each) => isOfType(value, each))) return false;
  if (!isObject(value)) return true;
  return Object.entries(properties).every(([name, { const: tag }]) => {
    return tag === undefined || !(name in value) || value[name] === tag;
  });
}

/** Whether a value is of a type of JSON Schema (draft 2020-12, validation, section 6.1.1). */
export function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partsOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

function schemaAt(schema: Schema, step: string | number): Schema {
  if (typeof step === 'number') return schema.prefixItems?.[step] ?? schema.items ?? {};
  const { properties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, step)) return properties[step]!;
  return typeof additionalProperties === 'object' ? additionalProperties : {};
}

/** Schemas of the contract in the form that Ajv compiles. */
import {
  isObject,
  replaceSubschemas,
  targetOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { UnsupportedError } from '@agent-conversation/contract/generate';

/** A schema without references. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** A schema, and its pointer in the contract. */
export interface LocatedSchema {
  readonly schema: Schema;
  readonly pointer: string;
}

/** Keywords that describe values, and do not constrain them (JSON Schema 2020-12, section 9 of Validation). */
const annotations =
  /^(\$comment|default|deprecated|description|discriminator|examples?|externalDocs|readOnly|title|writeOnly|x-.*)$/;

/**
 * Returns a schema of the contract in the form that is compiled:
 *
 * - a `$ref` is replaced by what it leads to, so that a check is one function and its pointers need no assembly;
 * - a choice between a schema and null is that schema with one more type;
 * - a choice whose branches have a tag is a chain of conditions, so that only one branch is checked and reported;
 * - an object that lists its properties, and states nothing about others, gets the keyword `closed`.
 *
 * @throws {UnsupportedError} for references that lead nowhere or in a circle, and for choices without a tag
 */
export function schemaAt(
  root: unknown,
  node: unknown,
  pointer: string,
  around: readonly string[] = [],
): Schema {
  const reject = (reason: string): never => {
    throw new UnsupportedError(pointer, reason);
  };
  if (node === true) return {};
  if (!isObject(node)) return reject('must be a schema');
  const names = Object.keys(node).filter((name) => {
    // The format is a hint, which does not constrain values (OpenAPI 3.1.1, section 4.4).
    const isHint = node[name] === 'password';
    return !isHint && !annotations.test(name);
  });
  const standsAlone = names.some((name) => /^(\$ref|anyOf|oneOf)$/.test(name));
  if (standsAlone && names.length > 1) {
    const listed = names.join(', ');
    reject(`${listed} beside one another are not supported`);
  }
  if (names[0] === '$ref') {
    const target = targetOf(textOf(node['$ref']));
    const isPointer = target.startsWith('/');
    const value = isPointer ? valueAt(root, target) : undefined;
    if (value === undefined) {
      reject(`the $ref ${JSON.stringify(node['$ref'])} leads to nothing`);
    }
    if (around.includes(target)) {
      reject(circleRule);
    }
    return schemaAt(root, value, target, [...around, target]);
  }
  const constraints = Object.fromEntries(
    names.map((name) => [name, node[name]]),
  );
  const schema: Schema = replaceSubschemas(constraints, (subschema, at) =>
    schemaAt(root, subschema, pointer + at, around),
  );
  const { anyOf = [], oneOf, properties, additionalProperties } = schema;
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  const isNullable = others.length === 0 && anyOf.length === 2;
  if (only && isNullable) return orNull(only);
  if (oneOf) return byTag(oneOf) ?? reject(tagRule);
  const tagged = byTag(anyOf);
  if (tagged) return tagged;
  const isClosed =
    properties !== undefined && additionalProperties === undefined;
  return isClosed ? { ...schema, closed: true } : schema;
}

const circleRule =
  'a schema that contains itself is not supported: a deep value could exhaust the stack';

/** Keywords whose subschemas apply to the same value (JSON Schema 2020-12, core, section 10.2). */
const applicators = ['allOf', 'anyOf', 'oneOf', 'not', 'if'];

/**
 * Returns a schema that null meets as well. All keywords but `type`, `enum`, `const` and those with subschemas apply to
 * one type only, so that null meets them.
 */
function orNull(schema: Schema): Schema {
  const { type, enum: listed, const: only, ...others } = schema;
  const values =
    'const' in schema ? [only] : (listed as readonly unknown[] | undefined);
  const hasApplicator = applicators.some((keyword) => keyword in schema);
  if (hasApplicator || (type === undefined && values === undefined)) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  const withNull: { type?: readonly string[]; enum?: readonly unknown[] } = {};
  if (type !== undefined) {
    withNull.type = unique([type, 'null'].flat());
  }
  if (values !== undefined) {
    withNull.enum = unique([...values, null]);
  }
  return { ...others, ...withNull };
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

const tagRule =
  'the branches of a oneOf must have a property with a const of its own in each';

/**
 * Returns a choice by the property that has a const of its own in each branch. Branches may leave it optional: they are
 * the ones for values without the tag. Undefined if the branches have no such property.
 */
function byTag(branches: readonly Schema[]): Schema | undefined {
  const name = nameOfTag(branches);
  if (name === undefined) return undefined;
  const tagIs = (schema: Schema): Schema => ({
    properties: { [name]: schema },
  });
  const hasTag = { ...tagIs({}), required: [name] };
  const allowed = branches.map((branch) => tagOf(branch, name));
  const unknownTag = tagIs({ discriminator: allowed });
  const withTag = branches.reduceRight<Schema>((otherwise, branch) => {
    const isThisTag = tagIs({ const: tagOf(branch, name) });
    return conditional(isThisTag, branch, otherwise);
  }, unknownTag);
  const optional = branches.filter(({ required }) => !required?.includes(name));
  const [only, ...others] = optional;
  if (!only) {
    return { type: 'object', allOf: [hasTag, withTag] };
  }
  const withoutTag = others.length === 0 ? only : { anyOf: optional };
  return {
    type: 'object',
    ...conditional(hasTag, withTag, withoutTag),
  };
}

/** Returns the name of the property that has a const of its own in each branch; undefined if there is none. */
function nameOfTag(branches: readonly Schema[]): string | undefined {
  const [first] = branches;
  const names = Object.keys(first?.properties ?? {});
  return names.find((name) => {
    const tags = new Set(branches.map((branch) => tagOf(branch, name)));
    return tags.size === branches.length && !tags.has(undefined);
  });
}

function tagOf({ properties }: Schema, name: string): unknown {
  return properties?.[name]?.const;
}

function conditional(
  condition: Schema,
  branch: Schema,
  otherwise: Schema,
): Schema {
  // The keyword is in JSON Schema (core, section 10.2.2.2).
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword, in a schema that is never awaited
  return { if: condition, then: branch, else: otherwise };
}

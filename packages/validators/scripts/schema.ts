/** Schemas of the contract in the form that Ajv compiles. */
import {
  isObject,
  listOf,
  objectOf,
  pointerTo,
  targetOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';

/** A part of the contract of which no validator can be made. */
export class ContractError extends Error {
  /** @param pointer a JSON Pointer into the contract */
  constructor(pointer: string, reason: string, options?: ErrorOptions) {
    super(`#${pointer}: ${reason}`, options);
  }
}

/** A schema without references. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

/** Keywords that describe values, and do not constrain them (JSON Schema 2020-12, section 9 of Validation). */
const annotations = new Set(
  '$comment default deprecated description example examples externalDocs readOnly title writeOnly'.split(
    ' ',
  ),
);

/** Formats that are hints and do not constrain values (OpenAPI 3.1.1, section 4.4). */
const hints = new Set<unknown>(['password']);

/**
 * Returns a schema of the contract in the form that is compiled:
 *
 * - what a `$ref` leads to is in its place, so that a check is one function and its pointers need no assembly;
 * - a choice between a schema and null is that schema with one more type;
 * - a `oneOf` is a chain of conditions on its tag, so that only one branch is checked and reported;
 * - an object that lists its properties, and states nothing about others, gets the keyword `closed`.
 *
 * @throws {ContractError} for references that lead nowhere or in a circle, and for choices without a tag
 */
export function schemaAt(
  root: unknown,
  node: unknown,
  pointer: string,
  around: readonly string[] = [],
): Schema {
  if (node === true) return {};
  if (!isObject(node)) throw new ContractError(pointer, 'must be a schema');
  const keywords = Object.entries(node).filter(
    ([name]) => !annotations.has(name) && !name.startsWith('x-'),
  );
  const inner = (child: unknown, ...steps: readonly (string | number)[]) =>
    schemaAt(root, child, pointerTo(pointer, ...steps), around);
  const { $ref, anyOf, oneOf, discriminator, ...own } = Object.fromEntries(keywords);
  const [beside] = Object.keys(own);
  const alone = [$ref, anyOf, oneOf].filter((it) => it !== undefined).length;
  if (alone > 1 || (alone === 1 && beside !== undefined)) {
    const names = keywords.map(([name]) => name).join(', ');
    throw new ContractError(pointer, `${names} beside one another are not supported`);
  }
  if ($ref !== undefined) {
    const target = targetOf(textOf($ref));
    const value = target.startsWith('/') ? valueAt(root, target) : undefined;
    if (value === undefined) {
      throw new ContractError(pointer, `the $ref ${JSON.stringify($ref)} leads to nothing`);
    }
    if (around.includes(target)) {
      throw new ContractError(
        pointer,
        'a schema that contains itself is not supported: a deep value could exhaust the stack',
      );
    }
    return schemaAt(root, value, target, [...around, target]);
  }
  if (anyOf !== undefined) {
    const branches = listOf(anyOf).map((it, at) => inner(it, 'anyOf', at));
    const others = branches.filter(({ type }) => type !== 'null');
    const [only = {}] = others;
    return others.length === 1 && branches.length === 2 ? orNull(only) : { anyOf: branches };
  }
  if (oneOf !== undefined) {
    const branches = listOf(oneOf).map((it, at) => inner(it, 'oneOf', at));
    return byTag(branches, objectOf(discriminator)['propertyName'], pointer);
  }
  const { properties, items, additionalProperties, format, ...others } = own;
  const names = Object.keys(objectOf(properties));
  return {
    ...others,
    ...(format !== undefined && !hints.has(format) && { format }),
    ...(items !== undefined && { items: inner(items, 'items') }),
    ...(isObject(additionalProperties)
      ? { additionalProperties: inner(additionalProperties, 'additionalProperties') }
      : additionalProperties !== undefined && { additionalProperties }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        names.map((name) => [name, inner(objectOf(properties)[name], 'properties', name)]),
      ),
      ...(additionalProperties === undefined && { closed: names }),
    }),
  };
}

/** All keywords but these apply to one type only, so that null meets them. */
function orNull(schema: Schema): Schema {
  const { type, enum: values, const: constant, if: condition, anyOf } = schema;
  if ((type === undefined || constant !== undefined || condition) ?? anyOf) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  const known = values === undefined ? {} : { enum: [...(values as unknown[]), null] };
  return { ...schema, type: [...[type].flat(), 'null'], ...known };
}

/**
 * A choice by the property that has a const of its own in each branch. One branch may leave it optional: it is the
 * one for values without the tag.
 */
function byTag(branches: readonly Schema[], stated: unknown, pointer: string): Schema {
  const tagOf = (branch: Schema, tag: string) =>
    (branch['properties'] as Record<string, Schema> | undefined)?.[tag]?.['const'];
  const requires = (branch: Schema, tag: string) =>
    (branch['required'] as readonly string[] | undefined)?.includes(tag);
  const names = Object.keys((branches[0]?.['properties'] as object | undefined) ?? {});
  const name =
    (stated as string | undefined) ??
    names.find((it) => branches.every((branch) => tagOf(branch, it) !== undefined)) ??
    '';
  const values = new Set(branches.map((branch) => tagOf(branch, name)));
  const optional = branches.filter((branch) => !requires(branch, name));
  if (values.has(undefined) || values.size < branches.length || optional.length > 1) {
    throw new ContractError(
      pointer,
      'the branches of a oneOf must require a property with a const of its own in each, but for one branch at most',
    );
  }
  // The one without the tag comes last, as its condition holds without the tag.
  const ordered = branches.toSorted(
    (a, b) => Number(requires(b, name)) - Number(requires(a, name)),
  );
  const chain = ordered.reduceRight<Schema>(
    (otherwise, branch) => ({
      if: {
        properties: { [name]: { const: tagOf(branch, name) } },
        ...(requires(branch, name) && { required: [name] }),
      },
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
      then: branch,
      else: otherwise,
    }),
    { tag: { name, allowed: [...values] } },
  );
  return { type: 'object', ...chain };
}

import * as fc from 'fast-check';
import { resolve, type Schema } from '../contract.ts';
import { json, text } from './random-text.ts';

/** What every value of a secret member begins with, so that a leak is found by looking for it. */
export const secretMark = 'SECRET-';

/** A value of a secret member. */
const secret: fc.Arbitrary<string> = fc.nat().map((n) => `${secretMark}${n}`);

/** Keywords that say nothing about which values are valid. */
const annotations = new Set([
  'default',
  'description',
  'discriminator',
  'x-provenance',
  'x-decision',
  'x-assumed',
  'x-lifecycle',
  'x-enumDescriptions',
]);

const made = new WeakMap<Schema, fc.Arbitrary<unknown>>();

/**
 * The values of a schema of the contract, with unlisted members now and then. Members with `x-secret`
 * hold values that begin with {@link secretMark}.
 *
 * @throws {Error} when the schema has a keyword that is not known here, as the values would ignore it
 */
export function arbitrary(schema: Schema): fc.Arbitrary<unknown> {
  let values = made.get(schema);
  if (!values) {
    values = make(schema);
    made.set(schema, values);
  }
  return values;
}

function make(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    only(schema, '$ref');
    return arbitrary(resolve<Schema>({ $ref: schema.$ref }));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    only(schema, schema.anyOf ? 'anyOf' : 'oneOf');
    return fc.oneof(...choices.map(arbitrary));
  }
  if (schema.const !== undefined) {
    only(schema, 'const', 'type');
    return fc.constant(schema.const);
  }
  if (schema.enum) {
    only(schema, 'enum', 'type');
    return fc.constantFrom(...schema.enum);
  }
  const types = [schema.type ?? []].flat();
  only(schema, 'x-secret', 'type', ...types.flatMap((type) => keywordsOf[type] ?? []));
  if (types.length === 0) return json;
  const ways = types.map((type) => single(type, schema));
  return ways.length === 1 ? ways[0]! : fc.oneof(...ways);
}

const keywordsOf: Record<string, readonly string[]> = {
  string: ['format'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['items', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

function only(schema: Schema, ...known: readonly string[]): void {
  const unknown = Object.keys(schema).filter(
    (keyword) => !known.includes(keyword) && !annotations.has(keyword),
  );
  if (unknown.length > 0) {
    throw new Error(
      `No values can be made for the keyword ${unknown.join(', ')} of ${JSON.stringify(schema)}`,
    );
  }
}

function single(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'string':
      return schema['x-secret'] ? secret : strings(schema);
    case 'array':
      return arrays(schema);
    case 'object':
      return objects(schema);
    default:
      throw new Error(`No values can be made for the type ${type}`);
  }
}

function integers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? -0x80000000;
  const max = maximum ?? 0x7fffffff;
  const edges = [
    minimum ?? Number.MIN_SAFE_INTEGER,
    ...(maximum === undefined ? [Number.MAX_SAFE_INTEGER, 1e21] : [maximum]),
  ];
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}

function numbers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  return fc.double({
    noNaN: true,
    noDefaultInfinity: true,
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
  });
}

function strings({ format }: Schema): fc.Arbitrary<string> {
  switch (format) {
    case undefined:
    // A hint for people that constrains nothing (OpenAPI 3.1.1, section 4.4).
    case 'password':
      return text;
    case 'uuid':
      return fc.oneof(
        fc.uuid(),
        fc.uuid().map((id) => id.toUpperCase()),
        fc.constant('00000000-0000-0000-0000-000000000000'),
      );
    case 'date-time':
      return fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString());
    default:
      throw new Error(`No values can be made for the format ${format}`);
  }
}

function arrays({ items = {}, maxItems }: Schema): fc.Arbitrary<unknown[]> {
  const item = arbitrary(items);
  const short = fc.array(item, { maxLength: Math.min(maxItems ?? 3, 3) });
  if (maxItems === undefined) return short;
  const full = fc.array(item, { minLength: maxItems, maxLength: maxItems, size: 'max' });
  return fc.oneof({ weight: 30, arbitrary: short }, { weight: 1, arbitrary: full });
}

function objects(schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const unlisted = required.filter((name) => !Object.hasOwn(properties, name));
  if (unlisted.length > 0) throw new Error(`${unlisted.join(', ')} is required and not described`);
  const others = unlistedMembers(schema, additionalProperties);
  if (Object.keys(properties).length === 0) return others.map(Object.fromEntries);

  const members = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, arbitrary(it)])),
    { requiredKeys: [...required], noNullPrototype: true },
  );
  // Entries and not a spread: a member may be called __proto__.
  return fc
    .tuple(members, others)
    .map(([listed, more]) =>
      more.length === 0 ? listed : Object.fromEntries([...Object.entries(listed), ...more]),
    );
}

/** Members that the schema does not list; seldom where it lists others. */
function unlistedMembers(
  { properties = {}, 'x-secret': isSecret }: Schema,
  values: boolean | Schema,
): fc.Arbitrary<[string, unknown][]> {
  if (values === false) return fc.constant([]);
  const value = isSecret ? secret : values === true ? json : arbitrary(values);
  const name = text.map((it) => (Object.hasOwn(properties, it) ? `${it}_` : it));
  const some = fc.uniqueArray(fc.tuple(name, value), {
    minLength: 1,
    maxLength: 2,
    selector: ([it]) => it,
  });
  const weight = Object.keys(properties).length === 0 ? 1 : 6;
  return fc.oneof(
    { weight, arbitrary: fc.constant<[string, unknown][]>([]) },
    { weight: 1, arbitrary: some },
  );
}

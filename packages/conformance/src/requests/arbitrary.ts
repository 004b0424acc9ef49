/** Random values of the schemas of the contract. */
import * as fc from 'fast-check';
import { resolve, type Schema } from '../contract.ts';

/** The start of every value of a secret property, by which leaks are found. */
export const secretMark = 'SECRET-';

const secret: fc.Arbitrary<string> = fc.nat().map((n) => `${secretMark}${n}`);

/** Names that every object inherits; a program that looks them up carelessly finds something. */
export const inheritedNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

// The first is what shrinking ends at.
const plain = ['', 'a', ' ', '0', '-1', 'null', 'true', '[]', '{}', 'a b', 'a+b&c=d', 'a/b'];
const syntax = [
  '../..',
  '%',
  '%2F',
  '?#;',
  '"',
  "'",
  '\\',
  '<b>',
  '\u0000',
  '\u007f',
  '\r\n',
  '\t',
];
const unicode = ['\u2028', '\ufeff', '\uffff', '\u00e9', 'e\u0301', '\u0130\u0131', '\u0645\u0631'];
const emoji = ['\u{1f469}\u200d\u{1f680}', '\u{10ffff}'];
const awkwardTexts = [...plain, ...syntax, ...unicode, ...emoji, ...inheritedNames];

/** Any text that UTF-8 can encode: empty, awkward, random, long. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...awkwardTexts) },
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 6 }) },
  { weight: 15, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom('long '.repeat(50), '\u{1f680}'.repeat(500)) },
);

/** Nested deeper than anybody would write by hand. */
const deep: unknown = Array.from({ length: 80 }).reduce<unknown>(
  (inner, _, level) => (level % 2 ? [inner] : { inner }),
  null,
);

/** Any JSON value, most of them small. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, 5e-324, '', [], {}),
  },
  { weight: 10, arbitrary: text },
  { weight: 5, arbitrary: fc.array(fc.oneof(text, fc.boolean()), { maxLength: 3 }) },
  { weight: 5, arbitrary: fc.tuple(text, text).map(([name, value]) => ({ [name]: [value] })) },
  { weight: 1, arbitrary: fc.constant(deep) },
);

/** Keywords that do not constrain values; `x-secret` only says which values to make. */
const annotations = ['default', 'description', 'discriminator', 'x-provenance', 'x-decision'];
annotations.push('x-assumed', 'x-lifecycle', 'x-enumDescriptions', 'x-secret');

/** The keywords that are honored beside each type. */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['format'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['items', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

const made = new WeakMap<Schema, fc.Arbitrary<unknown>>();

/**
 * Returns the values of a schema of the contract, sometimes with unlisted properties. Properties with
 * `x-secret` have values that begin with {@link secretMark}.
 *
 * @throws {Error} when the schema has a keyword that is not known here, as the values would ignore it
 */
export function arbitrary(schema: Schema): fc.Arbitrary<unknown> {
  const values = made.get(schema) ?? make(schema);
  made.set(schema, values);
  return values;
}

function make(schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, const: constant, enum: known } = schema;
  if ($ref !== undefined) return honoring(schema, ['$ref'], arbitrary(resolve<Schema>({ $ref })));
  if (anyOf) return honoring(schema, ['anyOf'], fc.oneof(...anyOf.map(arbitrary)));
  if (oneOf) return honoring(schema, ['oneOf'], fc.oneof(...oneOf.map(arbitrary)));
  if (constant !== undefined) return honoring(schema, ['const', 'type'], fc.constant(constant));
  if (known) return honoring(schema, ['enum', 'type'], fc.constantFrom(...known));
  const types = [schema.type ?? []].flat();
  const keywords = ['type', ...types.flatMap((type) => keywordsOf[type] ?? [])];
  const values = types.length === 0 ? json : fc.oneof(...types.map((it) => ofType(it, schema)));
  return honoring(schema, keywords, values);
}

function honoring<T>(schema: Schema, known: readonly string[], values: T): T {
  const unknown = Object.keys(schema).filter((it) => ![...known, ...annotations].includes(it));
  if (unknown.length === 0) return values;
  throw new Error(
    `No values can be made for the keyword ${unknown.join(', ')} of ${JSON.stringify(schema)}`,
  );
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum: min, maximum: max } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const edges = [
        min ?? Number.MIN_SAFE_INTEGER,
        ...[max ?? [Number.MAX_SAFE_INTEGER, 1e21]].flat(),
      ];
      const some = fc.integer({ min: min ?? -0x80000000, max: max ?? 0x7fffffff });
      return fc.oneof({ weight: 4, arbitrary: some }, fc.constantFrom(...edges));
    }
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
      });
    case 'string':
      return schema['x-secret'] ? secret : strings(schema.format);
    case 'array':
      return arrays(schema);
    case 'object':
      return objects(schema);
    default:
      throw new Error(`No values can be made for the type ${type}`);
  }
}

function strings(format: string | undefined): fc.Arbitrary<string> {
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
  return fc.oneof({ weight: 30, arbitrary: short }, full);
}

function objects(schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const names = Object.keys(properties);
  const undescribed = required.filter((name) => !names.includes(name));
  if (undescribed.length > 0) {
    throw new Error(`${undescribed.join(', ')} is required and not described`);
  }
  const values = Object.entries(properties).map(([name, it]) => [name, arbitrary(it)] as const);
  const listed = fc.record(Object.fromEntries(values), {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
  if (additionalProperties === false) return listed;
  const open = additionalProperties === true ? json : arbitrary(additionalProperties);
  const name = text.map((it) => (names.includes(it) ? `${it}_` : it));
  const some = fc.uniqueArray(fc.tuple(name, schema['x-secret'] ? secret : open), {
    minLength: 1,
    maxLength: 2,
    selector: ([it]) => it,
  });
  // Seldom unlisted ones where there are others. Entries and not a spread: one can be named __proto__.
  const none = { weight: names.length === 0 ? 1 : 6, arbitrary: fc.constant([]) };
  return fc
    .tuple(listed, fc.oneof(none, some))
    .map(([own, more]) => Object.fromEntries([...Object.entries(own), ...more]));
}

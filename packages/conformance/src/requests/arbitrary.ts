/** Random values of the schemas of the contract. */
import type { Schema } from '@agent-conversation/contract';
import * as fc from 'fast-check';
import { resolve } from '../contract.ts';

/** The start of every value of a secret property, by which leaks are found. */
export const secretMark = 'SECRET-';

const secret: fc.Arbitrary<string> = fc.nat().map((n) => `${secretMark}${n}`);

/** Names that every object inherits; a program that looks them up carelessly finds something. */
export const inheritedNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
];

const words =
  String.raw`a 0 -1 null true [] {} a+b&c=d a/b ../.. % %2F ?#; " ' \ <b>`.split(
    ' ',
  );
const spaces = [
  ' ',
  'a b',
  '\u0000',
  '\u007f',
  '\r\n',
  '\t',
  '\u2028',
  '\ufeff',
  '\uffff',
];
const letters = [
  '\u00e9',
  'e\u0301',
  '\u0130\u0131',
  '\u0645\u0631',
  '\u{1f469}\u200d\u{1f680}',
];
// The first is what shrinking ends at.
const awkward = [
  '',
  ...words,
  ...spaces,
  ...letters,
  '\u{10ffff}',
  ...inheritedNames,
];

const weighted = <T>(weight: number, values: fc.Arbitrary<T>) => ({
  weight,
  arbitrary: values,
});

/** Any code point but surrogates. The unit `binary` of fast-check is the same, but takes more than a second to make. */
export const character: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** Any text that UTF-8 can encode: empty, awkward, random, long. */
export const text: fc.Arbitrary<string> = fc.oneof(
  weighted(60, fc.constantFrom(...awkward)),
  weighted(20, fc.string({ unit: 'grapheme-ascii', maxLength: 6 })),
  weighted(15, fc.string({ unit: character, maxLength: 4 })),
  weighted(1, fc.constantFrom('long '.repeat(50), '\u{1f680}'.repeat(500))),
);

/** Nested deeper than anybody would write by hand. */
const deep = JSON.parse('{"inner":['.repeat(40) + ']}'.repeat(40)) as unknown;

/** Any JSON value, most of them small. */
const json: fc.Arbitrary<unknown> = fc.oneof(
  weighted(
    30,
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e21,
      5e-324,
      '',
      [],
      {},
    ),
  ),
  weighted(10, text),
  weighted(5, fc.array(fc.oneof(text, fc.boolean()), { maxLength: 3 })),
  weighted(
    5,
    fc.dictionary(text, fc.tuple(text), { maxKeys: 1, noNullPrototype: true }),
  ),
  weighted(1, fc.constant(deep)),
);

/** The values of each keyword that decides alone, and of each type. */
const makers: Readonly<
  Record<string, (schema: Schema) => fc.Arbitrary<unknown>>
> = {
  $ref: (schema) => arbitrary(resolve(schema)),
  anyOf: ({ anyOf = [] }) => fc.oneof(...anyOf.map(arbitrary)),
  oneOf: ({ oneOf = [] }) => fc.oneof(...oneOf.map(arbitrary)),
  const: (schema) => fc.constant(schema.const),
  enum: (schema) => fc.constantFrom(...schema.enum!),
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: integers,
  number: numbers,
  string: strings,
  array: arrays,
  object: objects,
};

const arbitraries = new WeakMap<Schema, fc.Arbitrary<unknown>>();

/**
 * Returns the values of a schema of the contract, sometimes with unlisted properties. Properties with
 * `x-secret` have values that begin with {@link secretMark}.
 */
export function arbitrary(schema: Schema): fc.Arbitrary<unknown> {
  const known = arbitraries.get(schema);
  if (known) return known;
  const keyword = Object.keys(makers).find((it) => it in schema);
  const kinds = keyword ? [keyword] : [schema.type ?? []].flat();
  const values = kinds.map((kind) => makers[kind]!(schema));
  const all = values.length === 0 ? json : fc.oneof(...values);
  arbitraries.set(schema, all);
  return all;
}

function integers({
  minimum: min,
  maximum: max,
}: Schema): fc.Arbitrary<number> {
  // Beyond these, JSON is written with an exponent or read without precision: a server may take it for no integer.
  const least = min ?? Number.MIN_SAFE_INTEGER;
  const most = max ?? Number.MAX_SAFE_INTEGER;
  const some = fc.integer({ min: min ?? -0x80000000, max: max ?? 0x7fffffff });
  return fc.oneof(weighted(4, some), fc.constantFrom(least, most));
}

function numbers({
  minimum: min = -Number.MAX_VALUE,
  maximum: max = Number.MAX_VALUE,
}: Schema) {
  return fc.double({ min, max, noNaN: true });
}

const dates = {
  min: new Date('0001-01-01'),
  max: new Date('9999-12-31'),
  noInvalidDate: true,
};

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  // A hint for people that constrains nothing (OpenAPI 3.1.1, section 4.4).
  password: text,
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
    fc.constant('00000000-0000-0000-0000-000000000000'),
  ),
  'date-time': fc.date(dates).map((date) => date.toISOString()),
};

function strings({
  format = 'password',
  'x-secret': isSecret,
}: Schema): fc.Arbitrary<string> {
  return isSecret ? secret : formats[format]!;
}

function arrays({ items = {}, maxItems }: Schema): fc.Arbitrary<unknown[]> {
  const item = arbitrary(items);
  const short = fc.array(item, { maxLength: Math.min(maxItems ?? 3, 3) });
  if (maxItems === undefined) return short;
  const full = fc.array(item, {
    minLength: maxItems,
    maxLength: maxItems,
    size: 'max',
  });
  return fc.oneof(weighted(30, short), full);
}

function objects(schema: Schema): fc.Arbitrary<object> {
  const {
    properties = {},
    required = [],
    additionalProperties = true,
  } = schema;
  const values = Object.entries(properties).map(
    ([name, it]) => [name, arbitrary(it)] as const,
  );
  const listed = fc.record(Object.fromEntries(values), {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
  if (additionalProperties === false) return listed;
  const open =
    additionalProperties === true ? json : arbitrary(additionalProperties);
  const name = text.map((it) =>
    Object.hasOwn(properties, it) ? `${it}_` : it,
  );
  const some = fc.dictionary(name, schema['x-secret'] ? secret : open, {
    minKeys: 1,
    maxKeys: 2,
    noNullPrototype: true,
  });
  // Seldom unlisted ones where there are others.
  const none = weighted(values.length === 0 ? 1 : 6, fc.constant({}));
  return fc
    .tuple(listed, fc.oneof(none, some))
    .map(([own, more]) => ({ ...own, ...more }));
}

/** Random pairs of similar schemas, and values that are close to what they describe. */
import * as fc from 'fast-check';
import {
  childrenOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '@agent-conversation/contract';

type Draft = Record<string, Json>;

const numbers = fc.constantFrom(-1, 0, 0.1, 0.3, 1, 2, 3, 10, 100);
const sizes = fc.integer({ min: 0, max: 3 });
const names = fc.constantFrom('a', 'b', 'ab', 'x-a', 'c');
const patterns = fc.constantFrom(
  '^a',
  'b$',
  '^[ab]*$',
  '^x-',
  'a',
  '^.{2}$',
  '^[^b]+$',
);
const formats = fc.constantFrom('uuid', 'date', 'uri', 'uri-reference', 'ipv4');
const types = fc.constantFrom(
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
);
const scalars: fc.Arbitrary<Json> = fc.constantFrom(
  null,
  true,
  false,
  0,
  1,
  1.5,
  'a',
  'b',
  'ab',
  '',
);

const { schema: schemas } = fc.letrec<{ schema: Json; object: JsonObject }>(
  (tie) => {
    const inner = tie('schema');
    const map = (name: fc.Arbitrary<string>) =>
      fc.dictionary(name, inner, { maxKeys: 2 });
    const list = fc.array(inner, { minLength: 1, maxLength: 3 });
    const nameList = fc.uniqueArray(names, { maxLength: 2 });
    const any = [
      entry('enum', fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 })),
      entry('const', scalars),
      entry('allOf', list),
      entry('anyOf', list),
      entry('oneOf', list),
      entry('not', inner),
      entry('if', inner),
      entry('then', inner),
      entry('else', inner),
    ];
    const reference = entry(
      '$ref',
      fc.constantFrom('#/$defs/one', '#/$defs/two'),
    );
    const ofNumbers = [
      entry('minimum', numbers),
      entry('maximum', numbers),
      entry('exclusiveMinimum', numbers),
      entry('exclusiveMaximum', numbers),
      entry('multipleOf', fc.constantFrom(0.01, 0.1, 0.5, 1, 2, 3)),
    ];
    const ofStrings = [
      entry('minLength', sizes),
      entry('maxLength', sizes),
      entry('pattern', patterns),
      entry('format', formats),
    ];
    const ofArrays = [
      entry('minItems', sizes),
      entry('maxItems', sizes),
      entry('uniqueItems', fc.boolean()),
      entry('items', inner),
      entry('prefixItems', list),
      entry('contains', inner),
      fc.record({ contains: inner, minContains: sizes, maxContains: sizes }),
      entry('unevaluatedItems', inner),
    ];
    // Keywords that depend on each other.
    const others = fc.oneof(fc.constant(false), inner);
    const closed: fc.Arbitrary<JsonObject> = fc.record({
      properties: map(names),
      patternProperties: map(patterns),
      additionalProperties: others,
    });
    const recursive: fc.Arbitrary<JsonObject> = fc.record({
      properties: fc.record({ a: reference }),
      required: fc.constantFrom([], ['a'], ['b']),
    });
    const ofObjects = [
      recursive,
      recursive,
      entry('minProperties', sizes),
      entry('maxProperties', sizes),
      entry('required', nameList),
      entry('properties', map(names)),
      entry('patternProperties', map(patterns)),
      entry('additionalProperties', inner),
      entry('unevaluatedProperties', inner),
      entry('propertyNames', inner),
      closed,
      closed,
      entry(
        'dependentRequired',
        fc.dictionary(names, nameList, { maxKeys: 2 }),
      ),
      entry('dependentSchemas', map(names)),
    ];
    const type = entry(
      'type',
      fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    );
    const anyOther = fc.oneof(
      { weight: 3, arbitrary: reference },
      type,
      ...any,
    );
    /** Keywords of one type meet each other more often than those of several. */
    const object = fc
      .oneof(
        ...[any, ofNumbers, ofStrings, ofArrays, ofObjects].map((group) =>
          fc.array(
            fc.oneof({ weight: 4, arbitrary: fc.oneof(...group) }, anyOther),
            {
              minLength: group === ofObjects ? 2 : 1,
              maxLength: group === ofObjects ? 5 : 4,
            },
          ),
        ),
      )
      .map((parts): JsonObject => Object.assign({}, ...parts) as JsonObject);
    return {
      object,
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 1, arbitrary: fc.boolean() },
        { weight: 5, arbitrary: object },
      ),
    };
  },
);

function entry(
  keyword: string,
  value: fc.Arbitrary<Json>,
): fc.Arbitrary<JsonObject> {
  return value.map((it) => ({ [keyword]: it }));
}

const documents = fc
  .tuple(schemas, schemas, schemas)
  .map(([root, one, two]): JsonObject => {
    return {
      ...(isObject(root) ? root : { allOf: [root] }),
      $defs: { one, two },
    };
  })
  // A reference to itself, in place, is no valid schema (JSON Schema 2020-12 Core, section 9.4.1).
  .filter((document) => !hasCircle(document));

/** Two schemas, of which the second one is a changed copy of the first one, or another one. */
export const schemaPairs: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .tuple(
    documents,
    documents,
    fc.array(fc.tuple(fc.nat(), fc.nat(), schemas), { maxLength: 2 }),
    fc.nat(9),
  )
  .map(([a, other, edits, kind]) => {
    const b = kind === 0 ? other : edits.reduce(edited, a);
    return kind % 2 === 0 ? ([a, b] as const) : ([b, a] as const);
  })
  .filter((pair) => !pair.some(hasCircle));

/** Returns a copy in which one schema has another keyword, one keyword less, or is another schema. */
function edited(
  document: JsonObject,
  [at, how, schema]: readonly [number, number, Json],
): JsonObject {
  const copy = structuredClone(document) as Draft;
  const places = schemasIn(copy);
  const place = places[at % places.length]!;
  const keywords = Object.keys(place).filter((name) => name !== '$defs');
  if (how % 3 === 0 && keywords.length > 0)
    delete place[keywords[how % keywords.length]!];
  else if (how % 3 === 1 && isObject(schema)) Object.assign(place, schema);
  else {
    for (const name of keywords) {
      const value = place[name]!;
      if (typeof value === 'number') place[name] = value + 1;
    }
  }
  return copy;
}

const inMaps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
]);

function schemasIn(schema: Json, found: Draft[] = []): Draft[] {
  if (!isObject(schema)) return found;
  found.push(schema as Draft);
  for (const [step, value] of childrenOf(schema)) {
    const name = String(step);
    const isData = [
      'enum',
      'const',
      'required',
      'dependentRequired',
      'type',
    ].includes(name);
    if (isData) continue;
    const inner =
      inMaps.has(name) || isList(value)
        ? childrenOf(value).map(([, it]) => it)
        : [value];
    for (const each of inner) schemasIn(each, found);
  }
  return found;
}

const inPlace = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
];

function hasCircle(document: JsonObject): boolean {
  const definitions = document['$defs'] as JsonObject;
  const visit = (
    schema: Json | undefined,
    following: readonly string[],
  ): boolean => {
    if (!isObject(schema)) return false;
    const { $ref } = schema;
    if (typeof $ref === 'string') {
      if (following.includes($ref)) return true;
      if (
        visit(definitions[$ref.replace('#/$defs/', '')], [...following, $ref])
      )
        return true;
    }
    return inPlace.some((name) => {
      const value = schema[name];
      const isPlural = isList(value) || name === 'dependentSchemas';
      const parts = isPlural ? childrenOf(value).map(([, it]) => it) : [value];
      return parts.some((part) => visit(part, following));
    });
  };
  const reached = schemasIn(document);
  return reached.some((schema) => visit(schema, []));
}

/** Values that schemas name, their neighbours, and lists and objects of them. */
export const valuesLike: fc.Arbitrary<
  (...schemas: readonly Json[]) => readonly Json[]
> = fc
  .array(fc.nat(), { minLength: 120, maxLength: 120 })
  .map((seeds) => (...given) => {
    let at = 0;
    const pick = <T>(all: readonly T[]): T =>
      all[seeds[at++ % seeds.length]! % all.length]!;
    const leaves = [
      null,
      true,
      false,
      0,
      1,
      -1,
      0.5,
      '',
      'a',
      'b',
      'ab',
      'aa',
      'x-a',
      ...given.flatMap(leavesOf),
    ];
    const value = (depth: number): Json => {
      const kind = pick([0, 0, 1, 2]);
      if (depth === 0 || kind === 0) return pick(leaves);
      const length = pick([0, 1, 2, 3]);
      const children = Array.from({ length }, () => value(depth - 1));
      if (kind === 1) return children;
      const keys = ['a', 'b', 'ab', 'x-a', 'c'];
      return Object.fromEntries(children.map((child) => [pick(keys), child]));
    };
    return Array.from({ length: 40 }, () => value(2));
  });

function leavesOf(schema: Json): readonly Json[] {
  if (typeof schema === 'number')
    return [schema, schema + 1, schema - 1, schema + 0.1];
  if (typeof schema === 'string') return [schema];
  return childrenOf(schema).flatMap(([, child]) => leavesOf(child));
}

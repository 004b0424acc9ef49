/** Translates the keywords of a schema into formulas (JSON Schema 2020-12, Core and Validation; OpenAPI 3.1). */
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import {
  all,
  always,
  any,
  everyItem,
  everyProperty,
  type Formula,
  hasProperty,
  type JsonType,
  type Names,
  never,
  type SchemaCondition,
} from './formula.ts';
import {
  constantsIn,
  declaredIn,
  entriesOf,
  inPlaceSchemas,
  isLeftOut,
  isOpenObject,
  referenced,
  tagOf,
  withLeftOutNames,
} from './declared.ts';
import { numberFormats } from './numbers.ts';
import { isAnnotation, type Side, targetsOf } from './side.ts';
import { isPattern } from './strings.ts';

/** A schema that is being translated for values of one type. */
interface Place {
  readonly schema: JsonObject;
  readonly side: Side;
  readonly type: JsonType;
}

type Translate = (value: Json, place: Place) => Formula;

/** Formulas by the root of the document, in which references lead elsewhere than in another one. */
const translated = new WeakMap<
  JsonObject,
  WeakMap<JsonObject, Map<string, Formula>>
>();

/** Returns the formula of a schema for values of one type. */
export function translate(schema: Json, side: Side, type: JsonType): Formula {
  if (schema === false) return never;
  if (!isObject(schema)) return always;
  const ofDocument =
    translated.get(side.root) ??
    new WeakMap<JsonObject, Map<string, Formula>>();
  translated.set(side.root, ofDocument);
  const known = ofDocument.get(schema) ?? new Map<string, Formula>();
  ofDocument.set(schema, known);
  const key = [readingOf(side), type].join(' ');
  const formula = known.get(key) ?? translateObject({ schema, side, type });
  known.set(key, formula);
  return formula;
}

const readings = new WeakMap<Side, string>();

/** Names the side of a schema, and how its values are sent or read. */
export function readingOf(side: Side): string {
  const { root: _root, opened, ...flags } = side;
  const reading = readings.get(side) ?? JSON.stringify([flags, opened?.size]);
  readings.set(side, reading);
  return reading;
}

function translateObject(given: Place): Formula {
  const isObjectType = given.type === 'object';
  const side = isObjectType ? withLeftOutNames(given) : given.side;
  const place = { ...given, side };
  // Whoever expects values that are not listed expects them as they come.
  const isFree = isOpen(place.schema['enum'], place);
  const table = isFree ? general : { ...general, ...keywordsOf[place.type] };
  const formulas = entriesOf(place.schema).map(([keyword, value]) =>
    translatorIn(table, keyword)(value, place),
  );
  return all(...formulas, unevaluated(place));
}

/** Keywords that constrain nothing by themselves, or values of another type. */
const inert = new Set(
  (
    '$id $schema $anchor $dynamicAnchor $vocabulary $defs definitions then else minContains maxContains ' +
    'readOnly writeOnly unevaluatedItems unevaluatedProperties'
  ).split(' '),
);

function translatorIn(
  table: Readonly<Record<string, Translate>>,
  keyword: string,
): Translate {
  // A keyword may be named like what every object inherits, such as `toString`.
  if (Object.hasOwn(table, keyword)) return table[keyword]!;
  const isKnown =
    inert.has(keyword) ||
    isAnnotation(keyword) ||
    Object.values(keywordsOf).some((each) => Object.hasOwn(each, keyword));
  return isKnown ? () => always : opaque(keyword);
}

const holds = (
  schema: Json,
  { side }: Pick<Place, 'side'>,
): SchemaCondition => {
  return { kind: 'schema', schema, side, holds: true };
};

/** What fails, and the condition of `if`, is meant as it is written; more is expected only of values that are sent. */
function literally(side: Side): Side {
  const literal = literalSides.get(side) ?? {
    ...side,
    readsNewValues: false,
    sharesDeclarations: false,
  };
  literalSides.set(side, literal);
  return literal;
}
const literalSides = new WeakMap<Side, Side>();

const fails = (
  schema: Json,
  { side }: Pick<Place, 'side'>,
): SchemaCondition => {
  return { kind: 'schema', schema, side: literally(side), holds: false };
};

const reference =
  (keyword: '$ref' | '$dynamicRef'): Translate =>
  (value, place) => {
    const [target, ...others] = targetsOf(
      place.side.root,
      `${keyword} ${textOf(value)}`,
    );
    return target === undefined || others.length > 0
      ? { kind: 'unknown', keyword }
      : holds(target, place);
  };

const general: Readonly<Record<string, Translate>> = {
  type(value, { type }) {
    const types = [value].flat();
    if (type !== 'number' || types.includes('number'))
      return types.includes(type) ? always : never;
    return types.includes('integer')
      ? { kind: 'multipleOf', divisor: 1, holds: true }
      : never;
  },
  enum(value, { type, side }) {
    if (isOpen(value, { side, type })) return always;
    const values = listOf(value).filter((each) => typeOf(each) === type);
    return values.length === 0
      ? never
      : { kind: 'values', values, holds: true };
  },
  const(value, { type }) {
    return typeOf(value) === type
      ? { kind: 'values', values: [value], holds: true }
      : never;
  },
  $ref: reference('$ref'),
  $dynamicRef: reference('$dynamicRef'),
  allOf: (value, place) =>
    all(...listOf(value).map((each) => holds(each, place))),
  anyOf(value, place) {
    const constants = constantsIn(value);
    if (constants) return general['enum']!(constants, place);
    return all(
      any(...alternativesOf(listOf(value), place)),
      declaresOfAny(listOf(value), place),
    );
  },
  oneOf(value, place) {
    const branches = listOf(value);
    const constants = constantsIn(value);
    if (constants) return general['enum']!(constants, place);
    // Whoever reads only what is declared can read what several branches declare.
    const isRead = place.side.readsDeclared && place.type === 'object';
    const alternatives = alternativesOf(branches, place);
    if (isRead) return any(...alternatives);
    return any(
      ...branches.map((_, chosen) =>
        all(
          ...branches.map((each, at) =>
            at === chosen ? alternatives[at]! : fails(each, place),
          ),
        ),
      ),
    );
  },
  not: (value, place) => fails(value, place),
  if(value, place) {
    const { then = true, else: otherwise = true } = place.schema;
    return any(
      all(holds(value, { side: literally(place.side) }), holds(then, place)),
      all(fails(value, place), holds(otherwise, place)),
    );
  },
};

/**
 * Returns the alternatives of a union. Without a tag, a property that another alternative declares must be what that
 * one declares: whoever reads it cannot know that it is none, and nobody sends anything else.
 */
function alternativesOf(
  branches: readonly Json[],
  place: Place,
): readonly Formula[] {
  const plain = branches.map((each) => holds(each, place));
  if (
    place.type !== 'object' ||
    !place.side.sharesDeclarations ||
    branches.length < 2
  )
    return plain;
  const declared = branches.map((each) => declaredIn(each, place.side));
  const tag = tagOf(declared, place.side);
  if (tag !== undefined) {
    return branches.map((each) =>
      holds(each, { side: { ...place.side, tag } }),
    );
  }
  return branches.map((each, at) => {
    const declaredHere = declared[at]!;
    if (isOpenObject(each, place.side)) return plain[at]!;
    const names = new Set(declared.flatMap((others) => [...others.keys()]));
    const foreign = [...names].filter((name) => !declaredHere.has(name));
    const conditions = foreign.map((name) => {
      const schemas = declared.flatMap((others) => others.get(name) ?? []);
      return everyProperty({ name }, holds({ anyOf: schemas }, place));
    });
    return all(plain[at]!, ...conditions);
  });
}

/** Without a tag, one object can be several alternatives at once, and so have the properties of all. */
function declaresOfAny(branches: readonly Json[], place: Place): Formula {
  const { side, type } = place;
  if (type !== 'object' || !side.sendsDeclared) return always;
  const declared = branches.map((each) => declaredIn(each, side));
  if (tagOf(declared, side) !== undefined) return always;
  const names = new Set(declared.flatMap((each) => [...each.keys()]));
  const sent = sentNames([...names], place);
  return all(...sent.map((name) => declares({ name }, place)));
}

/** Whether an enumeration has further values for whoever reads it. A constant has none: it distinguishes branches. */
function isOpen(
  values: Json | undefined,
  { side, type }: Pick<Place, 'side' | 'type'>,
): boolean {
  const isOfMore =
    listOf(values).length > 1 ||
    side.opened?.has(JSON.stringify(values)) === true;
  const isListed = listOf(values).some((each) => typeOf(each) === type);
  const isScalar = type === 'string' || type === 'number' || type === 'boolean';
  return side.readsNewValues === true && isScalar && isOfMore && isListed;
}

/** Whoever sends only what is declared must be able to send it. */
function declares(where: Names | 'any', { side }: Place): Formula {
  return side.sendsDeclared ? { kind: 'declares', where } : always;
}

const required: Translate = (value, place) =>
  all(
    ...sentNames(listOf(value), place).flatMap((name) => [
      hasProperty(name),
      declares({ name }, place),
    ]),
  );

const sentNames = (names: readonly Json[], place: Place): readonly string[] =>
  names.map(textOf).filter((name) => !isLeftOut(name, place));

const size = (kind: 'minSize' | 'maxSize'): Translate => {
  return (value) => ({ kind, size: Number(value) });
};
const limit = (kind: 'lower' | 'upper', isExclusive: boolean): Translate => {
  return (value) => ({ kind, limit: Number(value), isExclusive });
};

const counted =
  (kind: 'minSize' | 'maxSize'): Translate =>
  (value, { side }) => {
    const count: Formula = { kind, size: Number(value) };
    return side.sendsDeclared
      ? all(count, { kind: 'declaresSize', size: Number(value) })
      : count;
  };
const opaque =
  (keyword: string): Translate =>
  (value) => ({
    kind: 'opaque',
    keyword,
    value: JSON.stringify(value),
    holds: true,
  });

const keywordsOf: Readonly<
  Record<JsonType, Readonly<Record<string, Translate>>>
> = {
  null: {},
  boolean: {},
  number: {
    minimum: limit('lower', false),
    maximum: limit('upper', false),
    exclusiveMinimum: limit('lower', true),
    exclusiveMaximum: limit('upper', true),
    multipleOf: (value) =>
      Number(value) > 0
        ? { kind: 'multipleOf', divisor: Number(value), holds: true }
        : { kind: 'unknown', keyword: 'multipleOf' },
    format: (value) => numberFormats[textOf(value)] ?? always,
  },
  string: {
    minLength: size('minSize'),
    maxLength: size('maxSize'),
    pattern: (value) =>
      isPattern(textOf(value))
        ? { kind: 'pattern', pattern: textOf(value), holds: true }
        : { kind: 'unknown', keyword: 'pattern' },
    contentEncoding: opaque('contentEncoding'),
    contentMediaType: opaque('contentMediaType'),
    contentSchema: opaque('contentSchema'),
    format(value) {
      // `password` is a hint for user interfaces (OpenAPI 3.1, section 4.4.1).
      const isHint = value === 'password' || textOf(value) in numberFormats;
      return isHint
        ? always
        : {
            kind: 'opaque',
            keyword: 'format',
            value: textOf(value),
            holds: true,
          };
    },
  },
  array: {
    minItems: size('minSize'),
    maxItems: size('maxSize'),
    prefixItems: (value, place) =>
      all(
        ...listOf(value).map((each, at) =>
          everyItem({ at }, holds(each, place)),
        ),
      ),
    items: (value, place) => {
      const from = listOf(place.schema['prefixItems']).length;
      return everyItem({ from }, holds(value, place));
    },
    contains: (value, place) => {
      const { minContains = 1, maxContains } = place.schema;
      const of = holds(value, place);
      const least: Formula = {
        kind: 'minContains',
        of,
        count: Number(minContains),
      };
      const most: Formula = {
        kind: 'maxContains',
        of,
        count: Number(maxContains),
      };
      return all(
        minContains === 0 ? always : least,
        maxContains === undefined ? always : most,
      );
    },
    uniqueItems: (value) =>
      value === true ? { kind: 'uniqueItems', holds: true } : always,
  },
  object: {
    minProperties: counted('minSize'),
    maxProperties: counted('maxSize'),
    required,
    properties: (value, place) =>
      all(
        ...entriesOf(value).map(([name, each]): Formula => {
          const declared = declares({ name }, place);
          if (isLeftOut(name, place)) {
            return place.side.sendsDeclared
              ? all(hasProperty(name, false), declared)
              : always;
          }
          const side =
            name === place.side.tag ? literally(place.side) : place.side;
          return all(everyProperty({ name }, holds(each, { side })), declared);
        }),
      ),
    patternProperties: (value, place) =>
      all(
        ...entriesOf(value).flatMap(([pattern, each]): Formula[] => {
          if (!isPattern(pattern))
            return [{ kind: 'unknown', keyword: 'patternProperties' }];
          return [
            everyProperty({ pattern }, holds(each, place)),
            declares({ pattern }, place),
          ];
        }),
      ),
    additionalProperties: (value, place) =>
      otherProperties(value, place, [ownNames(place.schema)]),
    propertyNames: (value, place) =>
      all(
        { kind: 'names', isEvery: true, of: holds(value, place) },
        declares('any', place),
      ),
    dependentRequired: (value, place) =>
      all(
        ...entriesOf(value).flatMap(([name, needed]): Formula[] => [
          any(hasProperty(name, false), required(needed, place)),
          // Also where the other alternative holds.
          ...sentNames([name, ...listOf(needed)], place).map((each) =>
            declares({ name: each }, place),
          ),
        ]),
      ),
    dependentSchemas: (value, place) =>
      all(
        ...entriesOf(value).map(([name, each]) =>
          any(hasProperty(name, false), holds(each, place)),
        ),
      ),
  },
};

/** Translates a schema of all properties that some names do not cover. */
function otherProperties(
  value: Json,
  place: Place,
  covered: readonly OtherNames[],
): Formula {
  if (value === false && place.side.readsDeclared) return always;
  const where = {
    names: covered.flatMap(({ names }) => names),
    patterns: covered.flatMap(({ patterns }) => patterns),
  };
  const every = everyProperty(where, holds(value, place));
  return value === false ? every : all(every, declares('any', place));
}

type OtherNames = Extract<Names, { readonly names: readonly string[] }>;

/** The names that `properties` and `patternProperties` of a schema cover. */
function ownNames(schema: JsonObject): OtherNames {
  return {
    names: Object.keys(objectOf(schema['properties'])),
    patterns: Object.keys(objectOf(schema['patternProperties'])).filter(
      isPattern,
    ),
  };
}

// ----- What the keywords of a schema evaluate (JSON Schema 2020-12 Core, section 11)

/** What the keywords of a schema evaluate, whatever the value is. */
interface Evaluated {
  /** All properties, or all items. */
  readonly isWhole: boolean;
  readonly names: readonly OtherNames[];
  /** How many items from the first on. */
  readonly items: number;
}

/** Translates the keyword for what no other keyword evaluates. */
function unevaluated(place: Place): Formula {
  const { type } = place;
  if (type !== 'array' && type !== 'object') return always;
  const keyword =
    type === 'array' ? 'unevaluatedItems' : 'unevaluatedProperties';
  const { [keyword]: value, ...schema } = place.schema;
  if (value === undefined) return always;
  const evaluated = evaluatedBy({ ...place, schema });
  if (evaluated === undefined) return { kind: 'unknown', keyword };
  const { isWhole, names, items } = evaluated;
  if (isWhole) return always;
  return type === 'array'
    ? everyItem({ from: items }, holds(value, place))
    : otherProperties(value, place, names);
}

/** Returns undefined if it depends on the value. */
function evaluatedBy(place: Place): Evaluated | undefined {
  const { schema, side } = place;
  const isArray = place.type === 'array';
  const { allOf, prefixItems, dependentSchemas } = schema;
  const composed = [referenced(schema, side.root), ...listOf(allOf)];
  const sometimes = [
    ...inPlaceSchemas(schema, side).filter((each) => !composed.includes(each)),
    ...entriesOf(dependentSchemas).map(([, each]) => each),
  ];
  const evaluated = (schemas: readonly (Json | undefined)[]) =>
    schemas
      .filter(isObject)
      .map((each) => evaluatedBy({ ...place, schema: each }));
  const parts = evaluated(composed);
  const rest = isArray
    ? ['items', 'unevaluatedItems']
    : ['additionalProperties', 'unevaluatedProperties'];
  const isWhole =
    rest.some((keyword) => schema[keyword] !== undefined) ||
    parts.some((part) => part?.isWhole);
  if (isWhole) return { isWhole, names: [], items: 0 };
  const isConditional =
    (isArray && schema['contains'] !== undefined) ||
    schema['$dynamicRef'] !== undefined ||
    evaluated(sometimes).some((part) => part === undefined || isAny(part));
  if (isConditional || !parts.every((part) => part !== undefined))
    return undefined;
  return {
    isWhole,
    names: [ownNames(schema), ...parts.flatMap(({ names }) => names)],
    items: Math.max(
      listOf(prefixItems).length,
      ...parts.map(({ items }) => items),
    ),
  };
}

const isAny = ({ isWhole, names, items }: Evaluated): boolean =>
  isWhole ||
  items > 0 ||
  names.some((each) => each.names.length + each.patterns.length > 0);

export function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (isList(value)) return 'array';
  return typeof value as 'boolean' | 'number' | 'string' | 'object';
}

import { type Contract, nameOf, resolveIn, type Schema } from '../../src/contract.ts';

/** What a part of a contract assures callers of, and what it reserves to the service. */
export interface Terms {
  readonly assures?: readonly string[];
  readonly reserves?: readonly string[];
}

/**
 * The terms of what callers send: what is taken is assured, what is demanded is reserved.
 *
 * @param at where the schema stands, such as `body.title`
 */
export function* requestTerms(schema: Schema, at: string, contract: Contract): Generator<Terms> {
  for (const { place, form, choices } of formsOf(schema, at, contract)) {
    const { required = [], properties = {} } = form;
    const may = [...choices, ...typesOf(form), ...valuesOf(form)].map(
      (it) => `${place} may be ${it}`,
    );
    const usual = 'default' in form ? [`${place} is ${json(form.default)} if left out`] : [];
    yield {
      assures: [
        ...may,
        ...usual,
        ...Object.keys(properties).map((it) => `${place}.${it} is taken`),
      ],
      reserves: [
        ...boundsOf(form).map((it) => `${place} has ${it}`),
        ...required.map((it) => `${place}.${it} is needed`),
      ],
    };
    for (const [inner, name] of innerOf(form, place)) yield* requestTerms(inner, name, contract);
  }
}

/**
 * The terms of what callers are sent: what is always so is assured, what may be is reserved. An enumeration may
 * gain values, and callers are told so; the values that it has are assured.
 *
 * @param at where the schema stands, such as `200.items[].id`
 */
export function* answerTerms(schema: Schema, at: string, contract: Contract): Generator<Terms> {
  for (const { place, form, choices } of formsOf(schema, at, contract)) {
    const { required = [], properties = {} } = form;
    yield {
      assures: [
        ...boundsOf(form).map((it) => `${place} has ${it}`),
        ...valuesOf(form).map((it) => `${place} may be ${it}`),
        ...Object.keys(properties).map((it) => `${place}.${it} is known`),
        ...required.map((it) => `${place}.${it} is always there`),
      ],
      reserves: [...choices, ...typesOf(form)].map((it) => `${place} may be ${it}`),
    };
    for (const [inner, name] of innerOf(form, place)) yield* answerTerms(inner, name, contract);
  }
}

interface Form {
  readonly place: string;
  /** A schema without reference and choice. */
  readonly form: Schema;
  /** The names of the objects between which there is a choice. */
  readonly choices: readonly string[];
}

/** The forms that a value may have. Objects between which there is a choice have places of their own. */
function formsOf(schema: Schema, place: string, contract: Contract): Form[] {
  const { $ref, anyOf, oneOf, ...form } = schema;
  if ($ref !== undefined) {
    return formsOf({ ...resolveIn<Schema>(contract, { $ref }), ...form }, place, contract);
  }
  const branches = anyOf ?? oneOf;
  if (!branches) return [{ place, form, choices: [] }];
  const named = branches.flatMap((branch) =>
    branch.$ref === undefined ? [] : nameOf(branch.$ref),
  );
  const choices = named.length > 1 ? named : [];
  return [
    { place, form: { ...form, type: [] }, choices },
    ...branches.flatMap((branch) => {
      const own = choices.length > 0 && branch.$ref !== undefined ? `<${nameOf(branch.$ref)}>` : '';
      return formsOf(branch, place + own, contract);
    }),
  ];
}

const anything = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function typesOf(schema: Schema): readonly string[] {
  if (schema.type === undefined) return valuesOf(schema).length > 0 ? [] : anything;
  const types = [schema.type].flat();
  // Every integer is a number (JSON Schema Validation 2020-12, section 6.1.1).
  return types.includes('number') ? [...types, 'integer'] : types;
}

function valuesOf({ const: only, enum: values = [] }: Schema): string[] {
  return (only === undefined ? values : [only]).map(json);
}

/** Texts for people, and the keywords that have terms of their own. */
const untold = new Set(
  `title description deprecated example examples discriminator
  type const enum default properties required items`.split(/\s+/),
);

/** What else narrows a value: `format "uuid"`, `maximum 100`, `additionalProperties false`. */
function boundsOf(schema: Schema): string[] {
  return Object.entries(schema)
    .filter(([keyword]) => !untold.has(keyword) && !keyword.startsWith('x-'))
    .filter(([keyword, value]) => keyword !== 'additionalProperties' || value === false)
    .map(([keyword, value]) => `${keyword} ${json(value)}`);
}

/** The members of an object, the items of a list, and the values of a map, with their places. */
function innerOf({ properties = {}, items, additionalProperties }: Schema, at: string) {
  const inner = Object.entries(properties).map(([name, it]): [Schema, string] => [
    it,
    `${at}.${name}`,
  ]);
  if (items) inner.push([items, `${at}[]`]);
  if (typeof additionalProperties === 'object') inner.push([additionalProperties, `${at}.*`]);
  return inner;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

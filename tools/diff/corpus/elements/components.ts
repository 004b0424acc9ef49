import { type Json, type JsonObject, isObject } from '../contract/json.ts';
import { objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { schemasOf } from '../contract/schemas.ts';
import { both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';

/** What stands beside a reference is kept, in front of what the component says. */
function inline(reference: JsonObject, schema: JsonObject): JsonObject {
  const copy: JsonObject = { ...structuredClone(schema), ...reference };
  delete copy.$ref;
  return copy;
}

/** A copy in which every reference to a component is what the function makes of it. */
function mapReferences(
  value: Json,
  $ref: string,
  make: (reference: JsonObject) => JsonObject,
): Json {
  if (Array.isArray(value)) return value.map((entry) => mapReferences(entry, $ref, make));
  if (!isObject(value)) return value === $ref ? (make({ $ref }).$ref ?? value) : value;
  const copy: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' ? inner : mapReferences(inner, $ref, make),
    ]),
  );
  return copy.$ref === $ref ? make(copy) : copy;
}

function exampleChanges(name: string): readonly ElementChange[] {
  const pointer = pointerOf('components', 'examples', name);
  return [
    {
      kind: 'example: summary changed',
      pointer,
      judgements: both('editorial'),
      edit: (example) => {
        example.summary = 'Said in other words';
      },
      beside: 'anything',
    },
    {
      kind: 'example: value changed',
      pointer,
      judgements: both('editorial'),
      edit: (example) => {
        example.value = { another: 'value' };
      },
      beside: 'anything',
    },
  ];
}

/** Whether a discriminator leads to a schema, which has to stay a component then (OpenAPI 3.1.1, section 4.8.25). */
const isVariant = ($ref: string) =>
  schemasOf(released).some(({ value }) =>
    JSON.stringify(value.discriminator ?? null).includes(`"${$ref}"`),
  );

function schemaChanges(name: string): readonly LabelledChange[] {
  const pointer = pointerOf('components', 'schemas', name);
  const $ref = `#${pointer}`;
  const removed: ElementChange = {
    kind: 'schema inlined: its name goes',
    pointer,
    at: '',
    judgements: both('source'),
    edit: (contract) => {
      const schema = objectAt(contract, pointer);
      delete objectAt(contract, '/components/schemas')[name];
      Object.assign(
        contract,
        mapReferences(contract, $ref, (reference) => inline(reference, schema)),
      );
    },
  };
  const other = `${pointer}Renamed`;
  const renamed = labelled({
    ...removed,
    kind: 'schema renamed',
    edit: (contract) => {
      const schemas = objectAt(contract, '/components/schemas');
      const { [name]: schema = null } = schemas;
      delete schemas[name];
      schemas[`${name}Renamed`] = schema;
      Object.assign(
        contract,
        mapReferences(contract, $ref, (reference) => ({ ...reference, $ref: `#${other}` })),
      );
    },
  });
  const [gone] = renamed.expected;
  return [
    ...(isVariant($ref) ? [] : [labelled(removed)]),
    {
      ...renamed,
      expected: gone
        ? [
            gone,
            { ...gone, effect: 'compatible', breaks: [], needsApproval: false, pointer: other },
          ]
        : [],
    },
  ];
}

const added: readonly ElementChange[] = [
  {
    kind: 'schema added',
    pointer: '/components/schemas/BrandNew',
    at: '/components/schemas',
    judgements: both('compatible'),
    edit: (schemas) => {
      schemas.BrandNew = {
        description: 'A new one.',
        'x-provenance': 'documented',
        type: 'string',
      };
    },
  },
  {
    kind: 'example added, unused',
    pointer: '/components/examples/BrandNew',
    at: '/components/examples',
    judgements: both('editorial'),
    edit: (examples) => {
      examples.BrandNew = { summary: 'A new one', value: {} };
    },
  },
];

/** Changes of the components as such: their names, and the examples. */
export function componentChanges(): readonly LabelledChange[] {
  return [
    ...added.map(labelled),
    ...Object.keys(objectAt(released, '/components/examples'))
      .flatMap(exampleChanges)
      .map(labelled),
    ...Object.keys(objectAt(released, '/components/schemas')).flatMap(schemaChanges),
  ];
}

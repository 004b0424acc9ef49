import { describe, expect, test } from 'vitest';
import { emitAliases } from './emit-aliases.ts';
import { emitEnums, emitEnumsProof } from './emit-enums.ts';
import { emitSchema, withProvenance } from './emit-schema.ts';

const document = {
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {},
  components: {
    schemas: {
      Pet: {
        description: 'A pet.',
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'What it is called.' },
          kind: { $ref: '#/components/schemas/Kind', default: 'cat' },
          nick: { type: ['string', 'null'] },
          extra: { type: 'object', additionalProperties: true },
        },
      },
      Kind: { description: 'A kind of pet.', type: 'string', enum: ['cat', 'dog'] },
    },
  },
};

test('members are required, optional or null as the schema says; a default changes nothing', async () => {
  const text = (await emitSchema(document)).replaceAll(/^ *\/?\*.*\n/gm, '');
  expect(text).toContain(
    [
      '        Pet: {',
      '            name: string;',
      '            kind?: components["schemas"]["Kind"];',
      '            nick?: string | null;',
      '            extra?: {',
      '                [key: string]: unknown;',
      '            };',
      '        };',
    ].join('\n'),
  );
});

test('docstrings state the provenance, as it is annotated', async () => {
  const contract = structuredClone(document);
  Object.assign(contract.components.schemas.Pet, {
    'x-provenance': 'observed',
    'x-decision': 'D02',
  });
  Object.assign(contract.components.schemas.Pet.properties.name, {
    'x-assumed': { meaning: 'D39' },
  });
  const operation = { description: 'Lists pets.', 'x-provenance': 'documented', responses: {} };
  const paths = {
    '/api/v1/pets': { get: { ...operation, operationId: 'listPets' } },
    '/api/pets': { get: { ...operation, operationId: 'listOldPets' } },
  };
  const text = (await emitSchema(withProvenance({ ...contract, paths }))).replaceAll(
    /\n *\*(?: +|\n *\* +)/g,
    ' ',
  );
  for (const docstring of [
    'A pet. *Observed (D02).*',
    'What it is called. *Meaning assumed (D39).*',
    'Lists pets. *Documented: method, path and purpose.*',
    'Lists pets. *Documented.*',
  ]) {
    expect(text).toContain(docstring);
  }
});

/** A contract whose one operation has a schema in its answer, in its request, or in both. */
function carrying(schema: object, { inAnswer = false, inRequest = false }) {
  const body = { content: { 'application/json': { schema } } };
  const operation = {
    ...(inRequest && { requestBody: body }),
    responses: { 200: { description: 'Done.', ...(inAnswer && body) } },
  };
  return { ...document, paths: { '/owners': { post: operation } } };
}

/** A contract of which a named schema with one member is carried. */
function carryingMember(likes: object, where: { inAnswer?: boolean; inRequest?: boolean }) {
  const owner = { type: 'object', properties: { likes } };
  const schemas = { ...document.components.schemas, Owner: owner };
  return { ...carrying({ $ref: '#/components/schemas/Owner' }, where), components: { schemas } };
}

const kind = { $ref: '#/components/schemas/Kind' };
const kindOrNull = { anyOf: [kind, { type: 'null' }] };
const closedKind = 'components["schemas"]["Kind"]';
const openKind = `${closedKind} | (string & {})`;

describe.each([
  ['as a member', kind, `likes?: ${openKind};`, `likes?: ${closedKind};`],
  ['with a default', { ...kind, default: 'cat' }, `likes?: ${openKind};`, `likes?: ${closedKind};`],
  ['in a composition', { allOf: [kind] }, `likes?: ${openKind};`, `likes?: ${closedKind};`],
  [
    'which may be null',
    kindOrNull,
    `likes?: (${openKind}) | null;`,
    `likes?: ${closedKind} | null;`,
  ],
  [
    'as items',
    { type: 'array', items: kind },
    `likes?: (${openKind})[];`,
    `likes?: ${closedKind}[];`,
  ],
  [
    'as the values of a map',
    { type: 'object', additionalProperties: kind },
    `[key: string]: ${openKind};`,
    `[key: string]: ${closedKind};`,
  ],
])('an enumeration, %s,', (_, member, open, closed) => {
  test('takes other values where only answers have it', async () => {
    expect(await emitSchema(carryingMember(member, { inAnswer: true }))).toContain(open);
  });

  test.each([
    ['requests', { inRequest: true }],
    ['requests and answers', { inRequest: true, inAnswer: true }],
    ['neither', {}],
  ])('takes its own values where %s have it', async (__, where) => {
    const text = await emitSchema(carryingMember(member, where));
    expect(text).toContain(closed);
    expect(text).not.toContain('string & {}');
  });
});

test('an enumeration takes other values in the body of an answer itself, not in that of a request', async () => {
  const body = { type: 'array', items: kind };
  const text = await emitSchema(carrying(body, { inAnswer: true, inRequest: true }));
  expect(text).toContain(`"application/json": (${openKind})[];`);
  expect(text).toContain(`"application/json": ${closedKind}[];`);
});

test('an enumeration itself has its own values, though only answers have it', async () => {
  const text = await emitSchema(carryingMember(kind, { inAnswer: true }));
  expect(text).toContain('Kind: "cat" | "dog";');
});

test('descriptions become docstrings', async () => {
  expect(await emitSchema(document)).toContain('/** @description What it is called. */');
});

test('objects get an interface, other schemas a type, each with its description', () => {
  expect(emitAliases(document)).toBe(`import type { components } from './schema.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * A kind of pet.
 */
export type Kind = Schema<'Kind'>;

/**
 * A pet.
 */
export interface Pet extends Schema<'Pet'> {}
`);
});

test.each([
  ['named', { $ref: '#/components/schemas/Pet' }, '(Pet)[]'],
  ['null', { anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] }, '(Pet | null)[]'],
  ['nameless', { anyOf: [{ $ref: '#/components/schemas/Pet' }, {}] }, "Schema<'Pets'>"],
  ['simple', { type: 'string' }, "Schema<'Pets'>"],
])('a list of what is %s', (_, items, type) => {
  const schemas = { Pets: { type: 'array', items } };
  expect(emitAliases({ ...document, components: { schemas } })).toContain(
    `export type Pets = ${type};`,
  );
});

test('enumerations get a list of values, in the order of the contract', () => {
  expect(emitEnums(document))
    .toBe(`/** The values of \`Kind\` that the contract knows. A service may send others. */
export const kindValues = [
  "cat",
  "dog",
] as const;
`);
});

test('the proof covers every enumeration', () => {
  expect(emitEnumsProof(document)).toContain(
    'Holds<Same<(typeof lists.kindValues)[number], NonNullable<aliases.Kind>>>',
  );
});

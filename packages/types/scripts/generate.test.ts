import type { Contract } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { generatedFiles } from './generate.ts';

const schemas = {
  Pet: {
    description: 'A pet.',
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'What it is called.' },
      kind: { $ref: '#/components/schemas/Kind', default: 'cat' },
    },
  },
  Kind: { description: 'A kind of pet.', type: 'string', enum: ['cat', 'dog'] },
};

/** Returns the files that are generated from schemas and path items. */
async function emitted({ paths = {}, components = {} } = {}) {
  const info = { title: 'Pets', version: '1.0.0' };
  const contract = {
    openapi: '3.1.1',
    info,
    paths,
    components: { schemas, ...components },
  };
  const files = await generatedFiles(contract as unknown as Contract);
  return { schema: files['schema.ts']!, names: files['index.ts']! };
}

test('docstrings state the provenance, as it is annotated', async () => {
  const { name } = schemas.Pet.properties;
  const properties = { name: { ...name, 'x-assumed': { meaning: 'D39' } } };
  const Pet = {
    ...schemas.Pet,
    properties,
    'x-provenance': 'observed',
    'x-decision': 'D02',
  };
  const operation = {
    description: 'Lists pets.',
    'x-provenance': 'documented',
    responses: {},
  };
  const paths = {
    '/api/v1/pets': { get: { ...operation, operationId: 'listPets' } },
    '/api/pets': { get: { ...operation, operationId: 'listOldPets' } },
  };
  const { schema, names } = await emitted({
    paths,
    components: { schemas: { Pet } },
  });
  const text = schema.replaceAll(/\n *\*(?: +|\n *\* +)/g, ' ');
  expect(text).toContain('What it is called. *Meaning assumed (D39).*');
  expect(text).toContain('Lists pets. *Documented: method, path and purpose.*');
  expect(text).toContain('Lists pets. *Documented.*');
  expect(names).toContain('/**\n * A pet.\n *\n * *Observed (D02).*\n */\n');
});

const kind = { $ref: '#/components/schemas/Kind' };
const closed = 'components["schemas"]["Kind"]';
const open = `${closed} | (string & {})`;
const bodyOf = (schema: object) => ({
  content: { 'application/json': { schema } },
});
const owner = { $ref: '#/components/schemas/Owner' };
const ownerIn = { name: 'owner', in: 'query', schema: owner };

/** The schemas of a contract in which an owner has a property, and where the owner is. */
async function ownerWith(
  likes: object,
  operation: object,
  item: object = {},
): Promise<string> {
  const paths = {
    '/owners': { ...item, post: { responses: {}, ...operation } },
  };
  const components = {
    schemas: { ...schemas, Owner: { type: 'object', properties: { likes } } },
    responses: { Owner: bodyOf(owner) },
    parameters: { Owner: ownerIn },
  };
  return (await emitted({ paths, components })).schema;
}

const inResponse = { responses: { 200: bodyOf(owner) } };
const inRequest = { requestBody: bodyOf(owner) };
const ofPath = { parameters: [ownerIn] };

test.each([
  {
    title: 'as a property',
    schema: kind,
    property: `likes?: ${open};`,
  },
  {
    title: 'with a default',
    schema: { ...kind, default: 'cat' },
    property: `likes?: ${open};`,
  },
  {
    title: 'in a composition',
    schema: { allOf: [kind] },
    property: `likes?: ${open};`,
  },
  {
    title: 'or null',
    schema: { anyOf: [kind, { type: 'null' }] },
    property: `likes?: (${open}) | null;`,
  },
  {
    title: 'as items',
    schema: { type: 'array', items: kind },
    property: `likes?: (${open})[];`,
  },
  {
    title: 'as values',
    schema: { type: 'object', additionalProperties: kind },
    property: `[key: string]: ${open};`,
  },
])(
  'an enumeration $title admits other values in responses only',
  async ({ schema, property }) => {
    expect(await ownerWith(schema, inResponse)).toContain(property);
    expect(await ownerWith(schema, inRequest)).not.toContain('string & {}');
  },
);

// prettier-ignore
test.each<[where: string, isOpen: boolean, operation: object, item?: object]>([
  ['a response', true, inResponse],
  ['a shared response', true, { responses: { 200: { $ref: '#/components/responses/Owner' } } }],
  ['a list in a response', true, { responses: { 200: bodyOf({ type: 'array', items: owner }) } }],
  ['a request', false, inRequest],
  ['a request and a response', false, { ...inRequest, ...inResponse }],
  ['neither', false, {}],
  ['a response and a parameter', false, { ...inResponse, parameters: [{ $ref: '#/components/parameters/Owner' }] }],
  ['a response and a parameter of the path', false, inResponse, ofPath],
])('an enumeration in a schema in %s admits other values: %j', async (_, isOpen, ...where) => {
  expect((await ownerWith(kind, ...where)).includes(`likes?: ${open};`)).toBe(isOpen);
});

test('an enumeration admits other values in the body of a response itself, not in that of a request', async () => {
  const body = () => bodyOf({ type: 'array', items: { ...kind } });
  const text = await ownerWith(kind, {
    requestBody: body(),
    responses: { 200: body() },
  });
  expect(text).toContain(`"application/json": (${open})[];`);
  expect(text).toContain(`"application/json": ${closed}[];`);
  expect(text).toContain('Kind: "cat" | "dog";');
});

test.each([
  {
    title: 'as a property',
    schema: { type: 'string' },
    sent: 'likes?: string | undefined;',
    received: 'likes?: string;',
  },
  {
    title: 'or null',
    schema: { type: ['string', 'null'] },
    sent: 'likes?: string | null | undefined;',
    received: 'likes?: string | null;',
  },
  {
    title: 'of any type',
    schema: {},
    sent: 'likes?: unknown;',
    received: 'likes?: unknown;',
  },
  {
    title: 'in an object in a list',
    schema: {
      type: 'array',
      items: { type: 'object', properties: { by: { type: 'number' } } },
    },
    sent: 'by?: number | undefined;',
    received: 'by?: number;',
  },
])(
  'what is optional $title may be undefined in requests only',
  async ({ schema, sent, received }) => {
    expect(await ownerWith(schema, inRequest)).toContain(sent);
    expect(await ownerWith(schema, inResponse)).toContain(received);
  },
);

test('what is optional in parameters and in the body of a request itself may be undefined', async () => {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const name = { type: 'string' };
  const object = {
    type: 'object',
    required: ['name'],
    properties: { name, age: { type: 'integer' } },
  };
  const requestBody = { required: true, ...bodyOf(object) };
  const responses = { 200: bodyOf(object) };
  const text = await ownerWith(
    {},
    { operationId: 'feed', parameters: [limit], requestBody, responses },
  );
  const [, sent, received] = /requestBody: \{(.*)responses: \{(.*)/s.exec(
    text,
  )!;
  expect(text).toMatch(
    /query\?: \{\s*limit\?: number \| undefined;\s*\} \| undefined;/,
  );
  expect(text).toContain('header?: never;');
  expect(sent).toMatch(/name: string;\s*age\?: number \| undefined;/);
  expect(received).toMatch(/name: string;\s*age\?: number;/);
});

test('objects are interfaces, other schemas types, and enumerations also have their values', async () => {
  expect((await emitted()).names).toContain(`
/**
 * A kind of pet.
 */
export type Kind = Schema<'Kind'>;

/**
 * A pet.
 */
export interface Pet extends Schema<'Pet'> {}

/** The values of \`Kind\` that the contract knows. A service may send others. */
export const kindValues = [
  "cat",
  "dog",
] as const satisfies readonly Kind[];
`);
});

const pet = { $ref: '#/components/schemas/Pet' };

test.each([
  ['named items', pet, '(Pet)[]'],
  ['items or null', { anyOf: [pet, { type: 'null' }] }, '(Pet | null)[]'],
  ['some items without a name', { anyOf: [pet, {}] }, "Schema<'Pets'>"],
  ['simple items', { type: 'string' }, "Schema<'Pets'>"],
])('a list of %s is %s', async (_, items, type) => {
  const components = {
    schemas: { ...schemas, Pets: { type: 'array', items } },
  };
  expect((await emitted({ components })).names).toContain(
    `export type Pets = ${type};`,
  );
});

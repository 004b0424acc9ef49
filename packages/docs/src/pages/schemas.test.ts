import {
  type Contract,
  contractOperations,
} from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { type Sources } from '../sources/sources.ts';
import { schemaGroups, schemaPage } from './schemas.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (name: string) => ({
  content: { 'application/json': { schema: schema(name) } },
});

const filter = { name: 'kind', in: 'query', schema: schema('Kind') };
const responses = { 200: body('Pets'), 404: body('Problem') };
const get = { operationId: 'listPets', tags: ['Pets (new)'], responses };
const post = {
  operationId: 'addOwner',
  tags: ['Owners'],
  requestBody: body('Owner'),
  responses: { 201: {}, 400: body('Owner'), default: body('Problem') },
};
const paths = { '/pets': { parameters: [filter], get }, '/owners': { post } };
const schemas = {
  Unused: {},
  Problem: {
    properties: {
      origins: { items: schema('Origin') },
      cause: schema('Problem'),
    },
  },
  Origin: {},
  Pets: { type: 'array', items: { anyOf: [schema('Pet'), { type: 'null' }] } },
  Pet: {
    properties: {
      mother: schema('Pet'),
      coats: { additionalProperties: schema('Coat') },
    },
  },
  Owner: { properties: { favorite: schema('Coat') } },
  Coat: {
    description: 'What warms.',
    'x-provenance': 'observed',
    'x-decision': 'D01',
    discriminator: { propertyName: 'kind' },
    properties: { color: schema('Color') },
  },
  Kind: {},
  Color: {},
};

function sourcesOf(tags: readonly string[]): Sources {
  const named = tags.map((name) => ({ name }));
  const contract = {
    tags: named,
    paths,
    components: { schemas },
  } as unknown as Contract;
  return { contract, operations: contractOperations(contract) } as Sources;
}

const tags = ['Pets (new)', 'Owners', 'Empty'];
const groups = [
  { slug: 'pets-new', title: 'Pets (new)', schemas: ['Kind', 'Pet', 'Pets'] },
  { slug: 'owners', title: 'Owners', schemas: ['Owner'] },
  {
    slug: 'shared',
    title: 'Shared schemas',
    schemas: ['Coat', 'Color', 'Unused'],
  },
  { slug: 'errors', title: 'Errors', schemas: ['Origin', 'Problem'] },
];

test('a schema is on the page of the only tag that reaches it, of errors, or of shared ones', () => {
  expect(schemaGroups(sourcesOf(tags))).toEqual(groups);
});

test('a schema has its certainty, its type, its properties, and links to what uses it', () => {
  const sources = sourcesOf(tags);
  const linkTo = (kind: string, name: string) => `${kind}:${name}`;
  const page = schemaPage({ ...sources, linkTo }, groups[2]!);
  expect(page.split(/\n\n/)).toEqual([
    '# Schemas: Shared schemas',
    '::::section{id="Coat"}',
    '## Coat',
    'What warms.',
    ':::quiet',
    '*Observed ([D01](decision:D01)).*',
    ':::',
    'Type: *object*, the kind is stated by `{"propertyName":"kind"}`',
    ':::properties{id="Coat"}',
    '- `color` *[Color](schema:Color)*',
    ':::',
    'Used by [`Pet`](schema:Pet), [`Owner`](schema:Owner).',
    '::::',
    ':::section{id="Color"}',
    '## Color',
    'Type: *any value*',
    'Used by [`Coat`](schema:Coat).',
    ':::',
    ':::section{id="Unused"}',
    '## Unused',
    'Type: *any value*',
    ':::',
  ]);
});

test('an operation that refers to a schema uses it', () => {
  const sources = sourcesOf(tags);
  const linkTo = (kind: string, name: string) => `${kind}:${name}`;
  const page = schemaPage({ ...sources, linkTo }, groups[3]!);
  expect(page.match(/^Used by .*/gm)).toEqual([
    'Used by [`Problem`](schema:Problem).',
    'Used by [`listPets`](operation:listPets), [`addOwner`](operation:addOwner), [`Problem`](schema:Problem).',
  ]);
});

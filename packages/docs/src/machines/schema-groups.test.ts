import { expect, test } from 'vitest';
import { BuildError } from '../sources/read-source.ts';
import type { Contract } from '../contract.ts';
import { schemaGroups } from './schema-groups.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (name: string) => ({ content: { 'application/json': { schema: schema(name) } } });

const petContract = (...tags: readonly string[]) =>
  ({
    tags: tags.map((name) => ({ name })),
    paths: {
      '/pets': {
        parameters: [{ name: 'kind', in: 'query', schema: schema('Kind') }],
        get: { tags: ['Pets (new)'], responses: { 200: body('Pets'), 404: body('Problem') } },
      },
      '/owners': {
        post: {
          tags: ['Owners'],
          requestBody: body('Owner'),
          responses: { 201: {}, 400: body('Owner'), default: body('Problem') },
        },
      },
    },
    components: {
      schemas: {
        Unused: {},
        Problem: { properties: { origins: { items: schema('Origin') }, cause: schema('Problem') } },
        Origin: {},
        Pets: { type: 'array', items: { anyOf: [schema('Pet'), { type: 'null' }] } },
        Pet: {
          properties: { mother: schema('Pet'), coats: { additionalProperties: schema('Coat') } },
        },
        Owner: { properties: { favourite: schema('Coat') } },
        Coat: { properties: { colour: schema('Colour') } },
        Kind: {},
        Colour: {},
      },
    },
  }) as unknown as Contract;

test('a schema is on the page of the only tag that reaches it, of errors, or of shared schemas', () => {
  const pets = petContract('Pets (new)', 'Owners', 'Empty');
  const groups = [
    { slug: 'pets-new', title: 'Pets (new)', schemas: ['Kind', 'Pet', 'Pets'] },
    { slug: 'owners', title: 'Owners', schemas: ['Owner'] },
    { slug: 'shared', title: 'Shared schemas', schemas: ['Coat', 'Colour', 'Unused'] },
    { slug: 'errors', title: 'Errors', schemas: ['Origin', 'Problem'] },
  ];
  expect(schemaGroups(pets)).toEqual(groups);
  const paths = Object.fromEntries(Object.entries(pets.paths).toReversed());
  expect(schemaGroups({ ...pets, paths })).toEqual(groups);
});

test.each(['Errors', 'owners!'])('rejects a tag named %j, which would share an address', (tag) => {
  const build = () => schemaGroups(petContract('Pets (new)', 'Owners', tag));
  expect(build).toThrow(BuildError);
  expect(build).toThrow(tag);
});

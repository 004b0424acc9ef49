import { expect, test } from 'vitest';
import { BuildError } from '../sources/read-source.ts';
import type { Contract } from '../contract.ts';
import { schemaGroups } from './schema-groups.ts';
import { contract } from '../testing.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (name: string) => ({ content: { 'application/json': { schema: schema(name) } } });

function petContract(tags: readonly string[]): Contract {
  return {
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
          responses: {
            201: { description: 'Done.' },
            400: body('Owner'),
            default: body('Problem'),
          },
        },
      },
    },
    components: {
      schemas: {
        Unused: {},
        Problem: { properties: { places: { items: schema('Place') }, cause: schema('Problem') } },
        Place: {},
        Pets: { type: 'array', items: { anyOf: [schema('Pet'), { type: 'null' }] } },
        Pet: {
          properties: { mother: schema('Pet'), marks: { additionalProperties: schema('Mark') } },
        },
        Owner: { properties: { favourite: schema('Mark') } },
        Mark: { properties: { colour: schema('Colour') } },
        Kind: {},
        Colour: {},
      },
    },
  } as unknown as Contract;
}

test('a schema stands with the tag that alone reaches it, with errors, or with what is shared', () => {
  expect(schemaGroups(petContract(['Pets (new)', 'Owners', 'Empty']))).toEqual([
    { slug: 'pets-new', title: 'Pets (new)', schemas: ['Kind', 'Pet', 'Pets'] },
    { slug: 'owners', title: 'Owners', schemas: ['Owner'] },
    { slug: 'shared', title: 'Shared schemas', schemas: ['Colour', 'Mark', 'Unused'] },
    { slug: 'errors', title: 'Errors', schemas: ['Place', 'Problem'] },
  ]);
});

test('the order of tags, paths and schemas moves no schema to another page', () => {
  const { tags, paths, components, ...rest } = contract;
  const reversed = <T>(table: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(table).toReversed());
  const turned = {
    ...rest,
    tags: tags.toReversed(),
    paths: reversed(paths),
    components: { ...components, schemas: reversed(components.schemas) },
  };
  const bySlug = (document: Contract) =>
    schemaGroups(document).toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  expect(bySlug(turned)).toEqual(bySlug(contract));
});

test.each(['Errors', 'owners!'])('a tag named %j would share its address', (tag) => {
  const build = () => schemaGroups(petContract(['Pets (new)', 'Owners', tag]));
  expect(build).toThrow(BuildError);
  expect(build).toThrow(tag);
});

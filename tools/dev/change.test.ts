import { expect, test } from 'vitest';
import { contractChange, overwrite } from './change.ts';

const contract = {
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      summary: 'Pets',
      get: {
        operationId: 'listPets',
        summary: 'Lists pets',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many',
            schema: { maximum: 9 },
          },
        ],
        responses: {
          200: {
            description: 'Pets',
            content: { json: { examples: { one: 1 } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        description: 'A pet',
        properties: {
          description: { description: 'Of it', type: 'string' },
          example: {},
        },
        enum: [{ description: 'data' }],
        'x-lifecycle': { rejected: [{ description: 'No', example: 'One' }] },
      },
    },
    examples: { One: { value: 1 } },
  },
};

type Edit = (copy: typeof contract) => unknown;
const kept = (what: string) => ({ isStructural: false, what });
const reset = (what: string) => ({ isStructural: true, what });
const pet = (copy: typeof contract) => copy.components.schemas.Pet;

test.each<{ title: string; edit: Edit; want?: unknown }>([
  {
    title: 'nothing',
    edit: () => {},
  },
  {
    title: 'the version',
    edit: (it) => (it.info.version = '2'),
    want: kept('descriptions'),
  },
  {
    title: 'a summary',
    edit: (it) => (it.paths['/pets'].summary = 'All'),
    want: kept('descriptions'),
  },
  {
    title: 'a property’s description',
    edit: (it) => (pet(it).properties.description.description = ''),
    want: kept('descriptions'),
  },
  {
    title: 'an example',
    edit: (it) => (it.components.examples.One.value = 2),
    want: kept('examples'),
  },
  {
    title: 'the examples of a response',
    edit: (it) =>
      (it.paths['/pets'].get.responses[200].content.json.examples.one = 2),
    want: kept('examples'),
  },
  {
    title: 'a parameter',
    edit: (it) => (it.paths['/pets'].get.parameters[0]!.schema.maximum = 8),
    want: reset('operation listPets'),
  },
  {
    title: 'a property called description',
    edit: (it) => (pet(it).properties.description.type = 'null'),
    want: reset('schema Pet'),
  },
  {
    title: 'a property called example',
    edit: (it) => Reflect.deleteProperty(pet(it).properties, 'example'),
    want: reset('schema Pet'),
  },
  {
    title: 'a value',
    edit: (it) => (pet(it).enum[0]!.description = 'other'),
    want: reset('schema Pet'),
  },
  {
    title: 'a lifecycle',
    edit: (it) => (pet(it)['x-lifecycle'].rejected[0]!.example = 'Two'),
    want: reset('schema Pet'),
  },
  {
    title: 'a path',
    edit: (it) =>
      Object.assign(it.paths, { '/x': { get: { operationId: 'x' } } }),
    want: reset('operation x'),
  },
])('a change of $title', ({ edit, want }) => {
  const copy = structuredClone(contract);
  edit(copy);
  expect(contractChange(contract, copy)).toEqual(want);
});

test('a document says what another one says, with the objects that it had', () => {
  const target = { a: { b: { old: 1, kept: 2 } }, list: [1, 2] };
  const { b } = target.a;
  overwrite(target, { list: [3], a: { b: { first: 0, kept: 3 } } });
  expect(JSON.stringify(target)).toBe(
    '{"list":[3],"a":{"b":{"first":0,"kept":3}}}',
  );
  expect(target.a.b).toBe(b);
});

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

test.each<[string, Edit, unknown]>([
  ['nothing', () => {}, undefined],
  ['the version', (it) => (it.info.version = '2'), kept('descriptions')],
  [
    'a summary',
    (it) => (it.paths['/pets'].summary = 'All'),
    kept('descriptions'),
  ],
  [
    'a property’s description',
    (it) => (pet(it).properties.description.description = ''),
    kept('descriptions'),
  ],
  [
    'an example',
    (it) => (it.components.examples.One.value = 2),
    kept('examples'),
  ],
  [
    'the examples of a response',
    (it) =>
      (it.paths['/pets'].get.responses[200].content.json.examples.one = 2),
    kept('examples'),
  ],
  [
    'a parameter',
    (it) => (it.paths['/pets'].get.parameters[0]!.schema.maximum = 8),
    reset('operation listPets'),
  ],
  [
    'a property called description',
    (it) => (pet(it).properties.description.type = 'null'),
    reset('schema Pet'),
  ],
  [
    'a property called example',
    (it) => Reflect.deleteProperty(pet(it).properties, 'example'),
    reset('schema Pet'),
  ],
  [
    'a value',
    (it) => (pet(it).enum[0]!.description = 'other'),
    reset('schema Pet'),
  ],
  [
    'a lifecycle',
    (it) => (pet(it)['x-lifecycle'].rejected[0]!.example = 'Two'),
    reset('schema Pet'),
  ],
  [
    'a path',
    (it) => Object.assign(it.paths, { '/x': { get: { operationId: 'x' } } }),
    reset('operation x'),
  ],
])('a change of %s', (_, edit, want) => {
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

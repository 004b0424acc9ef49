import { expect, test } from 'vitest';
import { readOperations } from './operations.ts';
import { animalId, inQuery, json, zoo } from './testing/zoo.ts';

test('an operation is read with everything that the client needs of it', () => {
  const operation = { requestBody: json('Animal', { example: { id: 'gnu' } }) };
  expect(readOperations(zoo({ method: 'patch', operation }))).toEqual([
    {
      id: 'getAnimal',
      resource: 'animals',
      verb: 'get',
      method: 'PATCH',
      path: '/api/v1/animals/{animal_id}',
      description: 'Reads an animal.\n\nIt may be asleep.',
      retry: 'safe',
      pathParameters: [
        {
          name: 'animal_id',
          in: 'path',
          required: true,
          type: 'string',
          description: 'The id of an animal. It is on its door.',
          example: 'gnu',
        },
      ],
      queryParameters: [],
      body: {
        type: 'Animal',
        required: false,
        description: 'Animal, as it is.',
        example: { id: 'gnu' },
      },
      success: { status: 200, type: 'Animal', description: 'Animal, as it is.' },
      failures: [{ status: 404, type: 'Trouble', description: 'Trouble, as it is.' }],
      paging: undefined,
    },
  ]);
});

test.each([
  ['/api/v1/animals', 'startAnimal', 'animals.start'],
  ['/api/v1/animal-houses/search', 'searchAnimalHouses', 'animalHouses.search'],
  ['/api/v2/animals/{animal_id}/feed', 'feedAnimal', 'animals.feed'],
  ['/api/settings', 'getSettings', 'settings.get'],
])('at %s the operation %s becomes client.%s', (path, operationId, want) => {
  const parameters = path.includes('{') ? [animalId] : [];
  const [operation] = readOperations(zoo({ path, operation: { operationId, parameters } }));
  expect(`${operation?.resource}.${operation?.verb}`).toBe(want);
});

test('operations are in the order of their resources, and otherwise of the contract', () => {
  const { paths } = zoo();
  const [getAnimal] = Object.values(paths['/api/v1/animals/{animal_id}'] as object);
  const other = (operationId: string) => ({ get: { ...getAnimal, operationId, parameters: [] } });
  const document = zoo({
    paths: {
      '/api/v1/animals/b': other('findAnimal'),
      '/api/aardvarks': other('findAardvark'),
      '/api/v1/animals/a': other('chaseAnimal'),
    },
  });
  const ids = readOperations(document).map(({ id }) => id);
  expect(ids).toEqual(['findAardvark', 'getAnimal', 'findAnimal', 'chaseAnimal']);
});

test('what a path says besides its operations changes nothing', () => {
  const path = { summary: 'Animals', description: 'All of them.', 'x-owner': 'the zoo' };
  expect(readOperations(zoo({ paths: { '/api/v1/animals': path } }))).toEqual(
    readOperations(zoo()),
  );
});

test('parameters of the path are in its order, and all may be references', () => {
  const houseId = { ...animalId, name: 'house_id', example: 'south' };
  const [operation] = readOperations(
    zoo({
      path: '/api/v1/houses/{house_id}/animals/{animal_id}',
      operation: {
        parameters: [
          { $ref: '#/components/parameters/AnimalId' },
          inQuery('limit', { schema: { type: ['integer', 'null'] }, required: true, example: 5 }),
          { $ref: '#/components/parameters/HouseId' },
        ],
      },
      components: { parameters: { AnimalId: animalId, HouseId: houseId } },
    }),
  );
  expect(operation?.pathParameters.map(({ name }) => name)).toEqual(['house_id', 'animal_id']);
  expect(operation?.queryParameters).toEqual([
    {
      name: 'limit',
      in: 'query',
      required: true,
      type: 'number | null',
      description: 'By limit.',
      example: 5,
    },
  ]);
});

const animals = (item: object, more: object = { next_page_id: { type: 'string' } }) => ({
  AnimalPage: {
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: '#/components/schemas/Animal' } },
      ...more,
    },
  },
  Animal: { type: 'object', properties: item },
});

test.each([
  ['pages', ['page_id', 'limit'], animals({ id: {} }), { item: 'Animal', hasId: true }],
  ['pages of what has no id', ['page_id'], animals({}), { item: 'Animal', hasId: false }],
  ['a list that cannot be asked for more', ['limit'], animals({ id: {} }), undefined],
  ['a list that does not say what is next', ['page_id'], animals({ id: {} }, {}), undefined],
])('%s are told by their form', (_, names, schemas, want) => {
  const parameters = names.map((name) => inQuery(name));
  const responses = { 200: json('AnimalPage') };
  const [operation] = readOperations(
    zoo({ path: '/api/v1/animals/search', operation: { parameters, responses }, schemas }),
  );
  expect(operation?.paging).toEqual(want);
});

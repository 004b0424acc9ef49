import { expect, test } from 'vitest';
import { emitFunctions } from './emit-functions.ts';
import { emitInputs, emitInputsProof } from './emit-inputs.ts';
import { emitQueries } from './emit-queries.ts';
import { emitCreateResources, emitResources } from './emit-resources.ts';
import { readOperations } from './operations.ts';
import { animalId, type Changes, inQuery, json, zoo } from './testing/zoo.ts';

/** What is generated, without the comments. */
function emitted(
  emit: (operations: ReturnType<typeof readOperations>) => string,
  changes: Changes,
) {
  return emit(readOperations(zoo(changes)))
    .replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '')
    .replaceAll(/^import .*\n/gm, '')
    .trim();
}

/** An operation that takes something of everything. */
function feedAnimal({ body = {}, query = {} } = {}): Changes {
  return {
    method: 'post',
    operation: {
      operationId: 'feedAnimal',
      parameters: [animalId, inQuery('grams', query)],
      requestBody: json('Animal', { example: {}, ...body }),
    },
  };
}

const searchAnimals: Changes = {
  path: '/api/v1/animals/search',
  operation: {
    operationId: 'searchAnimals',
    parameters: [inQuery('page_id'), inQuery('limit')],
    responses: { 200: json('AnimalPage'), 401: json('Trouble') },
  },
  schemas: {
    AnimalPage: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/components/schemas/Animal' } },
        next_page_id: { type: 'string' },
      },
    },
  },
};

test('a resource has a method for each of its operations', () => {
  expect(emitted(emitResources, {})).toBe(`export interface AnimalsOperations {
  get(animal_id: string, options?: CallOptions): Call<Animal>;
}

export interface Resources {
  readonly animals: AnimalsOperations;
}`);
  expect(emitted(emitCreateResources, {}))
    .toBe(`export function createResources(connection: Connection): Resources {
  return {
    animals: {
      get: (animal_id, options) => dataOf(connection, contract.getAnimal, { path: { animal_id } }, options),
    },
  };
}`);
});

test('two resources do not mix', () => {
  const startHouse = {
    operationId: 'startHouse',
    description: 'Starts a house.',
    'x-retry': 'never',
    responses: { 200: json('Trouble') },
  };
  const changes = { paths: { '/api/warm-houses': { post: startHouse } } };
  const text = emitted(emitResources, changes);
  expect(text).toContain(`export interface WarmHousesOperations {
  start(options?: CallOptions): Call<Trouble>;
}`);
  expect(text).toContain(`  readonly animals: AnimalsOperations;
  readonly warmHouses: WarmHousesOperations;
`);
  expect(emitted(emitCreateResources, changes)).toContain(`    warmHouses: {
      start: (options) => dataOf(connection, contract.startHouse, {}, options),
    },
`);
});

test.each([
  [
    'a body and a query that may be left out',
    feedAnimal(),
    'feed(animal_id: string, body?: Animal, query?: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    'feed: (animal_id, body = {}, query, options) => dataOf(connection, contract.feedAnimal, { path: { animal_id }, body, query }, options),',
  ],
  [
    'a body that is required',
    feedAnimal({ body: { required: true } }),
    'feed(animal_id: string, body: Animal, query?: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    'feed: (animal_id, body, query, options) => dataOf(connection, contract.feedAnimal, { path: { animal_id }, body, query }, options),',
  ],
  [
    'a query that is required',
    feedAnimal({ body: { required: true }, query: { required: true } }),
    'feed(animal_id: string, body: Animal, query: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    'feed: (animal_id, body, query, options) => dataOf(connection, contract.feedAnimal, { path: { animal_id }, body, query }, options),',
  ],
  [
    'pages',
    searchAnimals,
    'search(query?: SearchAnimalsQuery, options?: CallOptions): Pages<AnimalPage, Animal>;',
    'search: (query, options) => pagesOf(connection, contract.searchAnimals, query, options),',
  ],
])('a method with %s', (_, changes, signature, call) => {
  expect(emitted(emitResources, changes)).toContain(`\n  ${signature}\n`);
  expect(emitted(emitCreateResources, changes)).toContain(`\n      ${call}\n`);
});

test('a function has a result for each status, and one for everything else', () => {
  expect(emitted(emitFunctions, feedAnimal())).toBe(`export type FeedAnimalResult =
  | { readonly status: 200; readonly data: Animal }
  | { readonly status: 404; readonly error: Trouble | undefined }
  | UnexpectedResult;

export function feedAnimal(
  connection: Connection,
  animal_id: string,
  body: Animal = {},
  query?: FeedAnimalQuery,
  options?: CallOptions,
): Call<FeedAnimalResult> {
  return resultOf(connection, contract.feedAnimal, { path: { animal_id }, body, query }, options);
}`);
});

test('a function whose body is required has no default for it', () => {
  const text = emitted(emitFunctions, feedAnimal({ body: { required: true } }));
  expect(text).toContain('\n  body: Animal,\n');
});

const queries: Changes = {
  operation: {
    parameters: [
      animalId,
      inQuery('grams', { schema: { type: 'integer' }, required: true }),
      inQuery('page-size', { schema: { type: ['number', 'null'] }, description: 'One.\n\nTwo.' }),
      inQuery('asleep', { schema: { type: 'boolean' } }),
      inQuery('kinds', { schema: { type: 'array', items: { type: ['string', 'null'] } } }),
      inQuery('order', { schema: { type: 'string', enum: ['up', 'down'] } }),
    ],
  },
};

test('a query has a named type, with the docs of its parameters', () => {
  expect(emitInputs(readOperations(zoo(queries)))).toBe(`/** The query of \`getAnimal\`. */
export interface GetAnimalQuery {
  /**
   * By grams.
   */
  grams: number;
  /**
   * One.
   *
   * Two.
   */
  "page-size"?: number | null;
  /**
   * By asleep.
   */
  asleep?: boolean;
  /**
   * By kinds.
   */
  kinds?: (string | null)[];
  /**
   * By order.
   */
  order?: "up" | "down";
}
`);
});

test('a proof holds the type of a query against the one that the types have', () => {
  expect(emitted(emitInputsProof, queries)).toContain(
    `  Holds<Same<inputs.GetAnimalQuery, Query<'getAnimal'>>>,\n`,
  );
});

test('what reads has the options of a query, and of an infinite one where it has pages', () => {
  expect(emitted(emitQueries, searchAnimals)).toBe(
    `export function searchAnimalsQuery(connection: Connection, query?: SearchAnimalsQuery, options?: CallOptions): Query<AnimalPage> {
  return queryOf('searchAnimals', { query }, (signal) =>
    dataOf(connection, contract.searchAnimals, { query }, { ...options, signal }),
  );
}

export function searchAnimalsInfiniteQuery(connection: Connection, query?: SearchAnimalsQuery, options?: CallOptions): InfiniteQuery<AnimalPage> {
  return infiniteQueryOf('searchAnimals', query, (paged, signal) =>
    dataOf(connection, contract.searchAnimals, { query: paged }, { ...options, signal }),
  );
}`,
  );
});

test('the options of a query take the id', () => {
  expect(emitted(emitQueries, {})).toBe(
    `export function getAnimalQuery(connection: Connection, animal_id: string, options?: CallOptions): Query<Animal> {
  return queryOf('getAnimal', { path: { animal_id } }, (signal) =>
    dataOf(connection, contract.getAnimal, { path: { animal_id } }, { ...options, signal }),
  );
}`,
  );
});

test('what changes something has no options of a query', () => {
  expect(emitted(emitQueries, feedAnimal())).toBe('');
});

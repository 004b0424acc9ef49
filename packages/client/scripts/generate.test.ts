import type { Contract } from '@agent-conversation/contract';
import { UnsupportedError } from '@agent-conversation/contract/generate';
import { expect, test } from 'vitest';
import { generatedFiles } from './generate.ts';
import { readOperations } from './model.ts';

/** Differences from the small contract. */
interface Changes {
  readonly path?: string;
  readonly method?: string;
  /** Properties of the operation. */
  readonly operation?: object;
  /** More path items. */
  readonly paths?: Readonly<Record<string, object>>;
  readonly schemas?: object;
  /** Other components. */
  readonly components?: object;
}

/** A request body or a response with a type of the contract. */
function json(type: string, { example = {}, ...others } = {}) {
  const schema = { $ref: `#/components/schemas/${type}` };
  const content = {
    'application/json': { schema, examples: { One: { value: example } } },
  };
  return {
    description: `${type} as of\n  v1.2, as it is. More of it.`,
    content,
    ...others,
  };
}

const animalId = {
  name: 'animal_id',
  in: 'path',
  required: true,
  description: 'The id of an animal. It is on its door.',
  schema: { type: 'string' },
  example: 'gnu',
};

function inQuery(name: string, changes: object = {}) {
  const schema = { type: 'string' };
  return {
    name,
    in: 'query',
    description: `By ${name}.`,
    schema,
    example: 'x',
    ...changes,
  };
}

const getAnimal = {
  operationId: 'getAnimal',
  description: 'Reads an animal.\n\nIt may be asleep.\n',
  'x-retry': 'safe',
  parameters: [animalId],
  responses: { 200: json('Animal'), 404: json('Trouble') },
};

/** A small contract with one operation, which reads an animal. */
function contractOf(changes: Changes = {}): Contract {
  const { path = '/api/v1/animals/{animal_id}', method = 'get' } = changes;
  const contract = {
    paths: {
      [path]: { [method]: { ...getAnimal, ...changes.operation } },
      ...changes.paths,
    },
    components: {
      securitySchemes: {
        SessionApiKey: { type: 'apiKey', in: 'header', name: 'X-Farm-Key' },
      },
      schemas: {
        Animal: { type: 'object', properties: { id: { type: 'string' } } },
        Trouble: { type: 'object', properties: {} },
        ...changes.schemas,
      },
      ...changes.components,
    },
  };
  return contract as unknown as Contract;
}

function emitted(name: string, changes: Changes = {}): string {
  return generatedFiles(contractOf(changes))[name]!;
}

const searchAnimals: Changes = {
  path: '/api/v1/animals/search',
  operation: {
    operationId: 'searchAnimals',
    parameters: [inQuery('page_id'), inQuery('limit', { example: 20 })],
    responses: { 200: json('AnimalPage'), 401: json('Trouble') },
  },
  schemas: {
    AnimalPage: {
      properties: { items: { items: { $ref: '#/components/schemas/Animal' } } },
    },
  },
};

/** An operation with an id, a body and a query. */
const feedAnimal = ({ body = {}, query = {} } = {}): Changes => ({
  method: 'post',
  operation: {
    operationId: 'feedAnimal',
    parameters: [
      { $ref: '#/components/parameters/AnimalId' },
      inQuery('grams', { example: 500, ...query }),
    ],
    requestBody: json('Animal', { example: { id: 'gnu' }, ...body }),
    responses: {
      201: json('Animal'),
      401: json('Trouble'),
      409: json('Trouble'),
    },
  },
  components: { parameters: { AnimalId: animalId } },
});

const startAnimal = {
  operationId: 'startAnimal',
  parameters: [],
  requestBody: json('Animal'),
};

const optional = feedAnimal();
const withBody = feedAnimal({ body: { required: true } });
const withQuery = feedAnimal({ query: { required: true } });
const sent =
  'dataOf(connection.send(operations.feedAnimal, { path: { animal_id }, body, query }, options)),';

test.each<{ what: string; changes: Changes; signature: string; call: string }>([
  {
    what: 'an optional body and query',
    changes: optional,
    signature:
      'feed(animal_id: string, body?: Animal, query?: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    call: `feed: (animal_id, body, query, options) => ${sent.replace('body', 'body: body ?? {}')}`,
  },
  {
    what: 'a required body',
    changes: withBody,
    signature:
      'feed(animal_id: string, body: Animal, query?: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    call: `feed: (animal_id, body, query, options) => ${sent}`,
  },
  {
    what: 'a required query',
    changes: withQuery,
    signature:
      'feed(animal_id: string, body: Animal, query: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    call: `feed: (animal_id, body, query, options) => ${sent}`,
  },
  {
    what: 'pages',
    changes: searchAnimals,
    signature:
      'search(query?: SearchAnimalsQuery, options?: CallOptions): Pages<AnimalPage, Animal>;',
    call:
      'search: (query, options) => pagesOf((page) => ' +
      'connection.send(operations.searchAnimals, { query: { ...query, ...page } }, ' +
      'options)),',
  },
  {
    what: 'pages and an id',
    changes: {
      ...searchAnimals,
      path: '/api/v1/animals/{animal_id}/search',
      operation: {
        ...searchAnimals.operation,
        parameters: [animalId, inQuery('page_id')],
      },
    },
    signature:
      'search(animal_id: string, query?: SearchAnimalsQuery, options?: CallOptions): Pages<AnimalPage, Animal>;',
    call:
      'search: (animal_id, query, options) => pagesOf((page) => ' +
      'connection.send(operations.searchAnimals, { path: { animal_id }, query: { ...query, ' +
      '...page } }, options)),',
  },
])('a method with $what', ({ changes, signature, call }) => {
  expect(emitted('resources.ts', changes)).toContain(`\n  ${signature}\n`);
  expect(emitted('create-resources.ts', changes)).toContain(
    `\n      ${call}\n`,
  );
});

test.each([
  {
    what: 'a query with the types of its data and its key',
    changes: searchAnimals,
    signature:
      'searchAnimalsQuery(connection: Connection, query?: SearchAnimalsQuery, options?: ' +
      "CallOptions): Query<AnimalPage, QueryKey<'searchAnimals', SearchAnimalsQuery>> {",
    call: 'queryOf(connection, operations.searchAnimals, { query }, options);',
  },
  {
    what: 'an infinite query of its pages',
    changes: searchAnimals,
    signature:
      'searchAnimalsInfiniteQuery(connection: Connection, query?: SearchAnimalsQuery, ' +
      "options?: CallOptions): InfiniteQuery<AnimalPage, InfiniteQueryKey<'searchAnimals', " +
      'SearchAnimalsQuery>> {',
    call: 'infiniteQueryOf(connection, operations.searchAnimals, { query }, options);',
  },
  {
    what: 'a mutation of its parameters',
    changes: optional,
    signature:
      'feedAnimalMutation(connection: Connection, options?: CallOptions): Mutation<Animal, ' +
      "FeedAnimalVariables, MutationKey<'feedAnimal'>> {",
    call:
      'mutationOf(connection, operations.feedAnimal, ({ animal_id, body, query }) => ({ ' +
      'path: { animal_id }, body: body ?? {}, query }), options);',
  },
  {
    what: 'a mutation whose variables may be left out',
    changes: { ...optional, path: '/api/v1/animals', operation: startAnimal },
    signature:
      'startAnimalMutation(connection: Connection, options?: CallOptions): Mutation<Animal, ' +
      "StartAnimalVariables | void, MutationKey<'startAnimal'>> {",
    call: 'mutationOf(connection, operations.startAnimal, ({ body }) => ({ body: body ?? {} }), options);',
  },
])('an operation has $what', ({ changes, signature, call }) => {
  const text = emitted('queries.ts', changes);
  expect(text).toContain(`export function ${signature}\n  return ${call}\n}\n`);
});

test('the variables of a mutation are required where the parameter itself is', () => {
  const text = emitted('queries.ts', withQuery).replaceAll(
    /^ *\/\*\*.*?\*\/\n/gms,
    '',
  );
  expect(text).toContain(`export interface FeedAnimalVariables {
  animal_id: string;
  body?: Animal | undefined;
  query: FeedAnimalQuery;
}
`);
});

test('a list without `page_id` has no pages', () => {
  const operation = {
    ...searchAnimals.operation,
    parameters: [inQuery('limit')],
  };
  expect(
    emitted('resources.ts', { ...searchAnimals, operation }),
  ).not.toContain('Pages<');
});

test('a query has a named type with the docs of its parameters', () => {
  const parameters = [
    animalId,
    inQuery('grams', { schema: { type: 'integer' }, required: true }),
    inQuery('page-size', {
      schema: { type: ['number', 'null'] },
      description: 'One.\n\nTwo.',
    }),
    inQuery('asleep', { schema: { type: 'boolean' } }),
    inQuery('kinds', {
      schema: { type: 'array', items: { type: ['string', 'null'] } },
    }),
    inQuery('order', { schema: { type: 'string', enum: ['up', 'down'] } }),
  ];
  const text = emitted('inputs.ts', { operation: { parameters } });
  expect(text.replaceAll(/^ *\/\*\*.*?\*\/\n/gms, ''))
    .toBe(`export interface GetAnimalQuery {
  grams: number;
  'page-size'?: number | null | undefined;
  asleep?: boolean | undefined;
  kinds?: (string | null)[] | undefined;
  order?: "up" | "down" | undefined;
}
`);
  expect(text).toContain('  /**\n   * One.\n   *\n   * Two.\n   */\n');
});

const never = { operation: { 'x-retry': 'never' } };
const deprecated = (description: string) => ({
  operation: { deprecated: true, description },
});

test.each<{ what: string; file: string; changes: Changes; docs: string }>([
  {
    what: 'an error of a method for each status',
    file: 'resources.ts',
    changes: optional,
    docs: '@throws {ApiError} 409: Trouble as of v1.2, as it is.\n',
  },
  {
    what: 'an example with all arguments',
    file: 'resources.ts',
    changes: optional,
    docs: "const animal = await client.animals.feed('gnu', { id: 'gnu' }, { grams: 500 });",
  },
  {
    what: 'an example of a function',
    file: 'functions.ts',
    changes: optional,
    docs:
      "const result = await feedAnimal(connection, 'gnu', { id: 'gnu' }, { grams: 500 });\n " +
      '* if (result.status === 201) console.log(result.data);',
  },
  {
    what: 'the retries',
    file: 'resources.ts',
    changes: never,
    docs: '`GET /api/v1/animals/{animal_id}`. Never retried.',
  },
  {
    what: 'why it is deprecated',
    file: 'resources.ts',
    changes: deprecated(
      'Feeds it.\n\nDeprecated: it eats. Use `play`.\n\nMore.',
    ),
    docs: '@deprecated It eats. Use `play`.',
  },
  {
    what: 'that it is deprecated',
    file: 'queries.ts',
    changes: deprecated('Feeds it.\n\nMore.'),
    docs: '@deprecated The contract gives no reason.',
  },
  {
    what: 'an example of a search, with ids',
    file: 'resources.ts',
    changes: searchAnimals,
    docs: 'for await (const animal of client.animals.search({ limit: 20 })) {\n   *   console.log(animal.id);',
  },
  {
    what: 'an example of a search, without',
    file: 'resources.ts',
    changes: {
      ...searchAnimals,
      schemas: { ...searchAnimals.schemas, Animal: {} },
    },
    docs: 'console.log(animal);',
  },
  {
    what: 'no end within it',
    file: 'functions.ts',
    changes: { operation: { description: 'Reads */ all.' } },
    docs: 'Reads *\\/ all.',
  },
])('a docstring has $what', ({ file, changes, docs }) => {
  expect(emitted(file, changes)).toContain(docs);
});

test('the table has the operations, and the header of the key in lower case', () => {
  const text = emitted('operations.ts', never);
  expect(text).toContain(`\nexport const keyHeader = 'x-farm-key';\n`);
  expect(text).toContain(
    `\nexport const getAnimal: Operation<'getAnimal'> = ${JSON.stringify({
      id: 'getAnimal',
      method: 'GET',
      path: '/api/v1/animals/{animal_id}',
      retry: 'never',
      statuses: [200, 404],
    })};\n`,
  );
  expect(text).toContain(
    'export const operations: readonly Operation[] = [getAnimal];\n',
  );
});

test('a lifecycle has the first call on the way from each state to each other one', () => {
  const transitions = [
    { from: 'ASLEEP', to: 'AWAKE', operation: 'wakeAnimal' },
    { from: 'ASLEEP', to: 'FED', operation: 'feedAnimal' },
    { from: 'AWAKE', to: 'ASLEEP', cause: 'time' },
    { from: 'AWAKE', to: 'GONE', cause: 'external' },
    { from: 'FED', to: 'AWAKE', cause: 'time' },
  ];
  const Mood = {
    enum: ['ASLEEP', 'AWAKE', 'FED', 'GONE'],
    'x-lifecycle': { transitions },
  };
  const ways = {
    ASLEEP: { AWAKE: 'wakeAnimal', FED: 'feedAnimal', GONE: 'wakeAnimal' },
    AWAKE: { FED: 'feedAnimal' },
    FED: {},
    GONE: { ASLEEP: null, AWAKE: null, FED: null, GONE: null },
  };
  const text = emitted('operations.ts', {
    schemas: { Mood, Size: { enum: ['S'] } },
  });
  expect(JSON.parse(/ moodWays: Ways = (.*);/.exec(text)![1]!)).toEqual(ways);
  expect(text).not.toContain('sizeWays');
});

test.each([
  ['/api/v1/animals', 'startAnimal', 'animals.start'],
  ['/api/v1/animal-farms/search', 'searchAnimalFarms', 'animalFarms.search'],
  ['/api/v2/animals/{animal_id}/feed', 'feedAnimal', 'animals.feed'],
  ['/api/v1/farms/{animal_id}/feed-logs', 'listFeedLogs', 'feedLogs.list'],
  ['/api/v1/farms/{farm_id}/animals/{animal_id}', 'getAnimal', 'animals.get'],
  ['/api/settings', 'getSettings', 'settings.get'],
])('at %s the operation %s is client.%s', (path, operationId, name) => {
  const parameters = path.includes('{') ? [animalId] : [];
  const [it] = readOperations(
    contractOf({ path, operation: { operationId, parameters } }),
  );
  expect(`${it?.resource}.${it?.verb}`).toBe(name);
});

test('parameters of the path are in its order, those of a path item included', () => {
  const path = '/api/v1/farms/{farm_id}/animals/{animal_id}';
  const contract = contractOf({ path });
  Object.assign(contract.paths[path]!, {
    parameters: [{ ...animalId, name: 'farm_id' }],
  });
  const [it] = readOperations(contract);
  expect(it?.ids).toEqual(['farm_id', 'animal_id']);
});

const get = '/paths/~1api~1v1~1animals~1{animal_id}/get';
const extend =
  'is not supported; change the contract, or extend packages/client/scripts first';
const textBody = {
  content: { 'application/json': { schema: { type: 'string' } } },
};
const id = (changes: object): Changes => ({
  operation: { parameters: [{ ...animalId, ...changes }] },
});
const responses = (map: object): Changes => ({ operation: { responses: map } });
const named =
  'must have a body whose schema is a $ref to one with a name, which the types have';
const other = { ...getAnimal, operationId: 'getAnimalByName', parameters: [] };

test.each<{ pointer: string; reason: string; changes: Changes }>([
  {
    pointer: '/paths/~1animals~1{animal_id}/get',
    reason:
      'its path must begin with the name of a resource, such as /api/v1/sandboxes',
    changes: { path: '/animals/{animal_id}' },
  },
  {
    pointer: `${get}/parameters`,
    reason: `limit: a parameter in the header ${extend}`,
    changes: {
      operation: { parameters: [animalId, inQuery('limit', { in: 'header' })] },
    },
  },
  {
    pointer: `${get}/parameters`,
    reason: `animal_id: this name or type of an id ${extend}`,
    changes: id({ schema: { type: 'integer' } }),
  },
  {
    pointer: '/paths/~1api~1v1~1animals~1{options}/get/parameters',
    reason: `options: this name or type of an id ${extend}`,
    changes: { path: '/api/v1/animals/{options}', ...id({ name: 'options' }) },
  },
  {
    pointer: `${get}/requestBody/content`,
    reason: named,
    changes: { operation: { requestBody: textBody } },
  },
  {
    pointer: `${get}/responses/200/content`,
    reason: named,
    changes: responses({ 200: textBody }),
  },
  {
    pointer: `${get}/responses/204/content`,
    reason: named,
    changes: responses({ 204: { description: 'Done.' } }),
  },
  {
    pointer: `${get}/responses`,
    reason: 'must have one success, as a method returns one type',
    changes: responses({ 200: json('Animal'), 202: json('Animal') }),
  },
  {
    pointer: '/paths/~1api~1v1~1animals/get',
    reason: `getAnimalByName would make the method client.animals.get, as getAnimal at ${get} does; rename one of them`,
    changes: { paths: { '/api/v1/animals': { get: other } } },
  },
])('rejects a contract that is not supported: $pointer $reason', (rejected) => {
  const { pointer, reason, changes } = rejected;
  const error = new UnsupportedError(pointer, reason);
  expect(() => generatedFiles(contractOf(changes))).toThrow(error);
});

test('an operation whose success is a list says so', () => {
  const changes: Changes = {
    path: '/api/v1/animals',
    operation: {
      operationId: 'listAnimals',
      responses: { 200: json('Animals') },
    },
    schemas: {
      Animals: {
        type: 'array',
        items: { $ref: '#/components/schemas/Animal' },
      },
    },
  };
  expect(emitted('operations.ts', changes)).toMatch(
    / listAnimals: .*"isList":true/,
  );
  expect(emitted('operations.ts')).toMatch(
    / getAnimal: .*"statuses":\[200,404\]\}/,
  );
});

import { expect, test } from 'vitest';
import { comment, literal } from './docstring.ts';
import { generatedFiles } from './emit.ts';
import { firstSentence, readOperations } from './model.ts';
import {
  animalId,
  animalPage,
  type Changes,
  contractOf,
  feedAnimal,
  inQuery,
  searchAnimals,
} from './testing/fixture.ts';

function emitted(name: string, changes: Changes = {}): string {
  return generatedFiles(contractOf(changes))[name]!;
}

/** A generated file without comments, imports and exports from elsewhere. */
function codeOf(name: string, changes: Changes = {}): string {
  return emitted(name, changes)
    .replaceAll(/^ *\/\*\*.*?\*\/\n|^\/\/ .*?\n/gms, '')
    .replaceAll(/^(import|export) .* from .*\n/gm, '')
    .trim();
}

const optional = feedAnimal();
const withBody = feedAnimal({ body: { required: true } });
const withQuery = feedAnimal({ body: { required: true }, query: { required: true } });
const sent =
  'dataOf(connection, operations.feedAnimal, { path: { animal_id }, body, query }, options),';

test.each<[string, Changes, string, string]>([
  [
    'an optional body and query',
    optional,
    'feed(animal_id: string, body?: Animal, query?: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    `feed: (animal_id, body = {}, query, options) => ${sent}`,
  ],
  [
    'a required body',
    withBody,
    'feed(animal_id: string, body: Animal, query?: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    `feed: (animal_id, body, query, options) => ${sent}`,
  ],
  [
    'a required query',
    withQuery,
    'feed(animal_id: string, body: Animal, query: FeedAnimalQuery, options?: CallOptions): Call<Animal>;',
    `feed: (animal_id, body, query, options) => ${sent}`,
  ],
  [
    'pages',
    searchAnimals,
    'search(query?: SearchAnimalsQuery, options?: CallOptions): Pages<AnimalPage, Animal>;',
    'search: (query, options) => pagesOf(connection, operations.searchAnimals, query, options),',
  ],
])('a method with %s', (_, changes, signature, call) => {
  expect(emitted('resources.ts', changes)).toContain(`\n  ${signature}\n`);
  expect(emitted('create-resources.ts', changes)).toContain(`\n      ${call}\n`);
});

test.each([
  ['a list without `page_id`', ['limit'], animalPage()],
  ['a list without `next_page_id`', ['page_id'], animalPage({})],
])('%s has no pages', (_, names, schemas) => {
  const operation = { ...searchAnimals.operation, parameters: names.map((it) => inQuery(it)) };
  expect(codeOf('resources.ts', { ...searchAnimals, operation, schemas })).not.toContain('Pages<');
});

test('a query has a named type with the docs of its parameters, and a proof against the types', () => {
  const parameters = [
    animalId,
    inQuery('grams', { schema: { type: 'integer' }, required: true }),
    inQuery('page-size', { schema: { type: ['number', 'null'] }, description: 'One.\n\nTwo.' }),
    inQuery('asleep', { schema: { type: 'boolean' } }),
    inQuery('kinds', { schema: { type: 'array', items: { type: ['string', 'null'] } } }),
    inQuery('order', { schema: { type: 'string', enum: ['up', 'down'] } }),
  ];
  expect(codeOf('inputs.ts', { operation: { parameters } })).toBe(`export interface GetAnimalQuery {
  grams: number;
  'page-size'?: number | null;
  asleep?: boolean;
  kinds?: (string | null)[];
  order?: "up" | "down";
}`);
  expect(emitted('inputs.ts', { operation: { parameters } })).toContain(
    '  /**\n   * One.\n   *\n   * Two.\n   */\n',
  );
  expect(emitted('inputs.proof.ts', { operation: { parameters } })).toContain(
    "  Holds<Same<inputs.GetAnimalQuery, Query<'getAnimal'>>>,\n",
  );
});

test('a docstring has the retries, an error for each status, and an example with all arguments', () => {
  const text = emitted('resources.ts', { ...optional });
  for (const line of [
    '@throws {ApiError} 409: Trouble, as it is.',
    "const animal = await client.animals.feed('gnu', { id: 'gnu' }, { grams: 500 });",
  ]) {
    expect(text).toContain(`   * ${line}\n`);
  }
  expect(emitted('functions.ts', optional)).toContain(
    "\n * const result = await feedAnimal(connection, 'gnu', { id: 'gnu' }, { grams: 500 });\n * if (result.status === 201) console.log(result.data);\n",
  );
  expect(emitted('resources.ts', { operation: { 'x-retry': 'never' } })).toContain(
    '`GET /api/v1/animals/{animal_id}`. Never retried.\n',
  );
});

test.each([
  ['the reason', 'Feeds it.\n\nDeprecated: it eats. Use `play`.\n\nMore.', 'It eats. Use `play`.'],
  ['a note without one', 'Feeds it.\n\nMore.', 'The contract gives no reason.'],
])('a deprecated operation has %s in a tag', (_, description, reason) => {
  const text = emitted('resources.ts', { operation: { deprecated: true, description } });
  expect(text).toContain('/**\n   * Feeds it.\n   *\n   * More.\n   *\n   * `GET');
  expect(text).toContain(`\n   *\n   * @deprecated ${reason}\n   *\n   * @example`);
});

test.each([
  ['an id', {}, 'animal.id'],
  ['no id', { Animal: { type: 'object', properties: {} } }, 'animal'],
])('the example of a search reads items that have %s, from the first page on', (_, more, shown) => {
  const schemas = { ...searchAnimals.schemas, ...more };
  expect(emitted('resources.ts', { ...searchAnimals, schemas })).toContain(`   * @example
   * const animalPage = await client.animals.search({ limit: 20 });
   * for await (const animal of client.animals.search({ limit: 20 })) {
   *   console.log(${shown});
   * }
   */`);
});

test('a text cannot end a comment', () => {
  expect(comment(['a */ b'])).toBe('/**\n * a *\\/ b\n */\n');
  const parameters = [{ ...animalId, example: '*/' }];
  const text = codeOf('resources.ts', { operation: { description: 'Reads */ all.', parameters } });
  expect(text).not.toContain('all.');
});

test('the table has the operations, and the header of the key in lower case', () => {
  const text = emitted('operations.ts', { operation: { 'x-retry': 'never' } });
  expect(text).toContain(`\nexport const keyHeader = 'x-farm-key';\n`);
  expect(text).toContain(
    `\nexport const getAnimal: Operation = {"id":"getAnimal","method":"GET","path":"/api/v1/animals/{animal_id}","retry":"never","statuses":[200,404]};\n`,
  );
  expect(text).toContain('export const operations: readonly Operation[] = [getAnimal];\n');
});

const secret = { type: 'string', 'x-secret': true };
const open = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });

test.each<[string, object, string[]]>([
  ['of an object', object({ b: secret, open, a: secret }), ['a', 'b']],
  ['that is an object', object({ a: { type: 'object', 'x-secret': true } }), ['a']],
  ['of an object in an object', object({ open: object({ a: secret }) }), ['a']],
  ['of the items of a list', { type: 'array', items: object({ a: secret }) }, ['a']],
  ['of one of several', { oneOf: [object({ open }), object({ a: secret })] }, ['a']],
  ['of an object that may be null', { anyOf: [object({ a: secret }), { type: 'null' }] }, ['a']],
  ['of all of several', { allOf: [object({ open }), object({ a: secret })] }, ['a']],
  ['of other properties', { type: 'object', additionalProperties: object({ a: secret }) }, ['a']],
  ['whose schema has a name', object({ a: { $ref: '#/components/schemas/Key' } }), ['a']],
  ['that may be null', object({ a: { anyOf: [secret, { type: 'null' }] } }), ['a']],
  ['that is a list of secrets', object({ a: { type: 'array', items: secret } }), ['a']],
  ['that is an object of secrets', object({ a: { additionalProperties: secret } }), ['a']],
  ['is not one', object({ a: open, b: { 'x-secret': false }, c: object({ d: open }) }), []],
])('a secret property %s is named', (_, schema, names) => {
  expect(emitted('operations.ts', { schemas: { Thing: schema, Key: secret } })).toContain(
    `export const secretNames: readonly string[] = ${JSON.stringify(names)};\n`,
  );
});

test('a lifecycle has the calls that lead from each state to each other one', () => {
  const Mood = {
    type: 'string',
    enum: ['ASLEEP', 'AWAKE', 'FED', 'GONE'],
    'x-lifecycle': {
      transitions: [
        { from: 'ASLEEP', to: 'AWAKE', operation: 'wakeAnimal' },
        { from: 'ASLEEP', to: 'FED', operation: 'feedAnimal' },
        { from: 'AWAKE', to: 'ASLEEP', cause: 'time' },
        { from: 'AWAKE', to: 'GONE', cause: 'external' },
        { from: 'FED', to: 'AWAKE', cause: 'time' },
      ],
    },
  };
  const ways = {
    ASLEEP: { AWAKE: 'wakeAnimal', FED: 'feedAnimal', GONE: 'wakeAnimal or feedAnimal' },
    AWAKE: { ASLEEP: '', FED: 'feedAnimal', GONE: '' },
    FED: { ASLEEP: '', AWAKE: '', GONE: '' },
    GONE: {},
  };
  const text = emitted('operations.ts', { schemas: { Mood, Size: { enum: ['S'] } } });
  expect(text).toContain(`export const moodWays: Ways = ${JSON.stringify(ways)};\n`);
  expect(text).not.toContain('sizeWays');
});

test.each([
  ['/api/v1/animals', 'startAnimal', 'animals.start'],
  ['/api/v1/animal-farms/search', 'searchAnimalFarms', 'animalFarms.search'],
  ['/api/v2/animals/{animal_id}/feed', 'feedAnimal', 'animals.feed'],
  ['/api/settings', 'getSettings', 'settings.get'],
])('at %s the operation %s is client.%s', (path, operationId, name) => {
  const parameters = path.includes('{') ? [animalId] : [];
  const [it] = readOperations(contractOf({ path, operation: { operationId, parameters } }));
  expect(`${it?.resource}.${it?.verb}`).toBe(name);
});

test('parameters of the path are in its order, those of a path item included', () => {
  const farmId = { ...animalId, name: 'farm_id' };
  const path = '/api/v1/farms/{farm_id}/animals/{animal_id}';
  const contract = contractOf({ path });
  Object.assign(contract.paths[path]!, { parameters: [farmId] });
  const [it] = readOperations(contract);
  expect(it?.pathParameters.map(({ name }) => name)).toEqual(['farm_id', 'animal_id']);
});

test.each([
  [1.5, '1.5'],
  [null, 'null'],
  ['a b', `'a b'`],
  ["it's", `"it's"`],
  ['say "hi"', `'say "hi"'`],
  [`it's "hi"`, String.raw`"it's \"hi\""`],
  ['\\"\n', String.raw`'\\"\n'`],
  [{}, '{}'],
  [[], '[]'],
  [{ limit: 20, 'page-size': [1, 2] }, `{ limit: 20, 'page-size': [1, 2] }`],
  [
    { content: [{ text: 'The total in the basket is wrong.' }, { type: 'image' }], run: true },
    `{
  content: [
    { text: 'The total in the basket is wrong.' },
    { type: 'image' },
  ],
  run: true,
}`,
  ],
])('%j as TypeScript', (value, text) => {
  expect(literal(value)).toBe(text);
});

test.each([
  ['One. Two.', 'One.'],
  ['One\n  two. Three.', 'One two.'],
  ['One!\n\nTwo.', 'One!'],
  ['New in v1.2 of it. More.', 'New in v1.2 of it.'],
  [' One ', 'One'],
  [undefined, ''],
])('the first sentence of %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

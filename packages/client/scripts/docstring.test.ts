import { expect, test } from 'vitest';
import { comment, operationDocs } from './docstring.ts';
import { readOperations } from './operations.ts';
import { animalId, type Changes, inQuery, json, zoo } from './testing/zoo.ts';

function operationOf(changes: Changes) {
  return readOperations(zoo(changes))[0]!;
}

const everything: Changes = {
  method: 'post',
  operation: {
    operationId: 'feedAnimal',
    description: 'Feeds an animal.\n\nIt may be asleep.',
    'x-retry': 'unsent',
    parameters: [animalId, inQuery('food', { example: 'hay' }), inQuery('grams', { example: 500 })],
    requestBody: json('Animal', { example: { id: 'gnu' } }),
    responses: {
      201: json('Animal'),
      401: json('Trouble'),
      409: json('Trouble'),
      422: json('Trouble'),
    },
  },
};

test('a method has its purpose, request, parameters, errors and an example', () => {
  expect(operationDocs(operationOf(everything), 'method', '  ')).toBe(`  /**
   * Feeds an animal.
   *
   * It may be asleep.
   *
   * \`POST /api/v1/animals/{animal_id}\`. Not idempotent: retried only if the connection failed before the request was sent, or after status 429.
   *
   * @param animal_id The id of an animal.
   * @param body Animal, as it is.
   * @param query \`food\`, \`grams\`
   * @throws {UnauthorizedError} 401: Trouble, as it is.
   * @throws {ApiError} 409: Trouble, as it is.
   * @throws {ValidationError} 422: Trouble, as it is.
   * @throws {UnexpectedResponseError} when the contract does not have the response
   * @throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response
   *
   * @example
   * const animal = await client.animals.feed('gnu', { id: 'gnu' }, { food: 'hay', grams: 500 });
   */
`);
});

test.each([
  ['its reason', 'Feeds it.\n\nDeprecated: it eats. Use `play`.\n\nMore.', 'It eats. Use `play`.'],
  ['a note that there is none', 'Feeds it.\n\nMore.', 'The contract gives no reason.'],
])('a deprecated operation has %s in a tag, and not in its purpose', (_, description, reason) => {
  const operation = { ...everything.operation, deprecated: true, description };
  const docs = operationDocs(operationOf({ ...everything, operation }), 'method');
  expect(docs).toContain(`/**\n * Feeds it.\n *\n * More.\n *\n * \`POST`);
  expect(docs).toContain(`\n *\n * @deprecated ${reason}\n *\n * @example`);
});

test('a function says what it gives instead, and asks for its own success', () => {
  expect(operationDocs(operationOf(everything), 'function')).toBe(`/**
 * Feeds an animal.
 *
 * It may be asleep.
 *
 * \`POST /api/v1/animals/{animal_id}\`. Not idempotent: retried only if the connection failed before the request was sent, or after status 429.
 *
 * @param connection what \`connect\` or \`createClient\` has made
 * @param animal_id The id of an animal.
 * @param body Animal, as it is.
 * @param query \`food\`, \`grams\`
 * @returns the response; its \`status\` says which
 * @throws {ConnectionError | TimeoutError | AbortedError | RedirectError} when there is no response
 *
 * @example
 * const result = await feedAnimal(connection, 'gnu', { id: 'gnu' }, { food: 'hay', grams: 500 });
 * if (result.status === 201) console.log(result.data);
 */
`);
});

test.each([
  [
    'safe',
    'Safe to repeat: retried if the connection fails, or after status 408, 429, 500, 502, 503 or 504.',
  ],
  [
    'unsent',
    'Not idempotent: retried only if the connection failed before the request was sent, or after status 429.',
  ],
  ['never', 'Never retried.'],
])('the retry class %s is told in a sentence', (retry, want) => {
  const operation = operationOf({ operation: { 'x-retry': retry } });
  expect(operationDocs(operation, 'method')).toContain(
    ` * \`GET /api/v1/animals/{animal_id}\`. ${want}\n`,
  );
});

test.each([
  ['an id', { id: { type: 'string' } }, 'animal.id'],
  ['no id', {}, 'animal'],
])(
  'the example of a search goes through what has %s, from the first page on',
  (_, properties, want) => {
    const search = operationOf({
      path: '/api/v1/animals/search',
      operation: {
        operationId: 'searchAnimals',
        parameters: [inQuery('page_id'), inQuery('limit', { example: 20 })],
        responses: { 200: json('AnimalPage') },
      },
      schemas: {
        Animal: { type: 'object', properties },
        AnimalPage: {
          type: 'object',
          properties: {
            items: { type: 'array', items: { $ref: '#/components/schemas/Animal' } },
            next_page_id: { type: 'string' },
          },
        },
      },
    });
    expect(operationDocs(search, 'method')).toContain(` * @example
 * const animalPage = await client.animals.search({ limit: 20 });
 * for await (const animal of client.animals.search({ limit: 20 })) {
 *   console.log(${want});
 * }
 */`);
  },
);

test.each([
  ['a line', 'One.', '/**\n * One.\n */\n'],
  ['paragraphs', 'One.\n\nTwo.\n', '/**\n * One.\n *\n * Two.\n */\n'],
  ["a comment's end", 'a */ b', '/**\n * a *\\/ b\n */\n'],
])('a comment of %s', (_, text, want) => {
  expect(comment(text)).toBe(want);
});

test("a comment's end in a description or an example ends nothing", () => {
  const operation = { description: 'Reads */ all.', parameters: [{ ...animalId, example: '*/' }] };
  const text = operationDocs(operationOf({ operation }), 'method');
  expect(text.indexOf('*/')).toBe(text.length - '*/\n'.length);
});

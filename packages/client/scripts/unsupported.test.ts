import { expect, test } from 'vitest';
import { generatedFiles } from './emit.ts';
import { UnsupportedError } from './model.ts';
import {
  animalId,
  type Changes,
  contractOf,
  feedAnimal,
  inQuery,
  json,
  searchAnimals,
} from './testing/fixture.ts';

const get = '/paths/~1api~1v1~1animals~1{animal_id}/get';
const extend = 'is not supported; change the contract, or extend packages/client/scripts first';
const text = { type: 'string' };
const textBody = { content: { 'application/json': { schema: text } } };
const id = (changes: object): Changes => ({
  operation: { parameters: [{ ...animalId, ...changes }] },
});
const responses = (map: object): Changes => ({ operation: { responses: map } });
const operation = {
  operationId: 'getAnimalByName',
  description: 'Reads an animal.',
  'x-retry': 'safe',
  responses: { 200: json('Animal') },
};

const name = 'must be a $ref to a schema with a name, which the types have';

test.each<[pointer: string, reason: string, Changes]>([
  [
    `${get}/operationId`,
    'must be a verb and what it acts on, such as pauseSandbox, and not Animal',
    { operation: { operationId: 'Animal' } },
  ],
  [
    '/paths/~1animals~1{animal_id}/get',
    'its path must begin with the name of a resource, such as /api/v1/sandboxes',
    { path: '/animals/{animal_id}' },
  ],
  ...(
    [
      ['a parameter in the header', { in: 'header' }],
      ['the style pipeDelimited', { style: 'pipeDelimited' }],
      ['explode: false', { explode: false }],
      ['a parameter without a schema', { schema: undefined, content: {} }],
      ['a parameter of this type', { schema: { type: 'object' } }],
    ] as const
  ).map(([what, changes]): [string, string, Changes] => [
    `${get}/parameters`,
    `limit: ${what} ${extend}`,
    { operation: { parameters: [animalId, inQuery('limit', changes)] } },
  ]),
  [
    `${get}/parameters`,
    `animal_id: this name or type of an id ${extend}`,
    id({ schema: { type: 'integer' } }),
  ],
  [
    '/paths/~1api~1v1~1animals~1{options}/get/parameters',
    `options: this name or type of an id ${extend}`,
    { path: '/api/v1/animals/{options}', ...id({ name: 'options' }) },
  ],
  [
    `${get}/requestBody/content`,
    `text/plain ${extend}`,
    { operation: { requestBody: { content: { 'text/plain': { schema: text } } } } },
  ],
  [`${get}/requestBody/content`, name, { operation: { requestBody: textBody } }],
  [`${get}/responses/200/content`, name, responses({ 200: textBody })],
  [
    `${get}/responses/204/content`,
    `a message without a body ${extend}`,
    responses({ 204: { description: 'Done.' } }),
  ],
  [
    `${get}/responses`,
    'must have one success, as a method returns one type',
    responses({ 200: json('Animal'), 202: json('Animal') }),
  ],
  [
    `${get}/responses/4XX`,
    `the status 4XX ${extend}`,
    responses({ 200: json('Animal'), '4XX': json('Trouble') }),
  ],
  [
    '/paths/~1api~1v1~1animals~1{animal_id}/post',
    `an optional body before a required query ${extend}`,
    feedAnimal({ query: { required: true } }),
  ],
  [
    '/paths/~1api~1v1~1animals~1search/get',
    `a search that takes more than a query ${extend}`,
    {
      ...searchAnimals,
      operation: { ...searchAnimals.operation, requestBody: json('Animal', { example: {} }) },
    },
  ],
  [
    '/components/securitySchemes',
    'must be one API key in a header, which the client sends',
    { components: { securitySchemes: { Key: { type: 'apiKey', in: 'query', name: 'key' } } } },
  ],
  [
    '/paths/~1api~1v1~1animals/get',
    `getAnimalByName would make the method client.animals.get, as getAnimal at ${get} does; rename one of them`,
    { paths: { '/api/v1/animals': { get: operation } } },
  ],
])('rejects a contract that is not supported: %s %s', (pointer, reason, changes) => {
  expect(() => generatedFiles(contractOf(changes))).toThrow(new UnsupportedError(pointer, reason));
});

import { expect, test } from 'vitest';
import { generatedFiles } from './emit.ts';
import { UnsupportedError } from './model.ts';
import {
  animalId,
  type Changes,
  contractOf,
  inQuery,
  json,
  searchAnimals,
} from './testing/fixture.ts';

const get = '/paths/~1api~1v1~1animals~1{animal_id}/get';
const extend = 'is not supported; change the contract, or extend packages/client/scripts first';
const text = { type: 'string' };
const textBody = { content: { 'application/json': { schema: text } } };
const parameter = (name: string, changes: object): Changes => ({
  operation: { parameters: [animalId, inQuery(name, changes)] },
});
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

test.each<[string, Changes, string, string]>([
  [
    'an operationId without a verb',
    { operation: { operationId: 'Animal' } },
    `${get}/operationId`,
    'must be a verb and what it acts on, such as pauseSandbox, and not Animal',
  ],
  [
    'a path without a resource',
    { path: '/animals/{animal_id}' },
    '/paths/~1animals~1{animal_id}/get',
    'its path must begin with the name of a resource, such as /api/v1/sandboxes',
  ],
  [
    'an operation without a description',
    { operation: { description: undefined } },
    `${get}/description`,
    'must be what the docs show',
  ],
  [
    'an unknown retry class',
    { operation: { 'x-retry': 'always' } },
    `${get}/x-retry`,
    'must be one of safe, unsent, never',
  ],
  ...(
    [
      ['If-Match', { in: 'header' }, 'a parameter in the header'],
      ['tags', { style: 'pipeDelimited' }, 'the style pipeDelimited'],
      ['tags', { explode: false }, 'explode: false'],
      ['filter', { schema: undefined, content: {} }, 'a parameter without a schema'],
      ['filter', { schema: { type: 'object' } }, 'a parameter of this type'],
    ] as const
  ).map(([name, changes, what]): [string, Changes, string, string] => [
    `${what} in the query`,
    parameter(name, changes),
    `${get}/parameters`,
    `${name}: ${what} ${extend}`,
  ]),
  [
    'an id that is a number',
    id({ schema: { type: 'integer' } }),
    `${get}/parameters`,
    `animal_id: this name or type of an id ${extend}`,
  ],
  [
    'an id with the name of another argument',
    { path: '/api/v1/animals/{options}', ...id({ name: 'options' }) },
    '/paths/~1api~1v1~1animals~1{options}/get/parameters',
    `options: this name or type of an id ${extend}`,
  ],
  [
    'an id that is not described',
    { operation: { parameters: [] } },
    `${get}/parameters`,
    'must describe {animal_id} of the path',
  ],
  [
    'a parameter without an example',
    id({ example: undefined }),
    `${get}/parameters`,
    'animal_id must have an example, which the docs show',
  ],
  [
    'a body without an example',
    { operation: { requestBody: json('Animal') } },
    `${get}/requestBody`,
    'must have an example, which the docs show',
  ],
  [
    'a body that is not JSON',
    { operation: { requestBody: { content: { 'text/plain': { schema: text } } } } },
    `${get}/requestBody/content`,
    `text/plain ${extend}`,
  ],
  [
    'a body whose schema has no name',
    { operation: { requestBody: textBody } },
    `${get}/requestBody/content`,
    'must be a $ref to a schema with a name, which the types have',
  ],
  [
    'a response whose schema has no name',
    responses({ 200: textBody }),
    `${get}/responses/200/content`,
    'must be a $ref to a schema with a name, which the types have',
  ],
  [
    'a response without a body',
    responses({ 204: { description: 'Done.' } }),
    `${get}/responses/204/content`,
    `a message without a body ${extend}`,
  ],
  [
    'two successes',
    responses({ 200: json('Animal'), 202: json('Animal') }),
    `${get}/responses`,
    'must have one success, as a method returns one type',
  ],
  [
    'a range of statuses',
    responses({ 200: json('Animal'), '4XX': json('Trouble') }),
    `${get}/responses/4XX`,
    `the status 4XX ${extend}`,
  ],
  [
    'a reference to nothing',
    responses({ 200: { $ref: '#/components/responses/Gone' } }),
    `${get}/responses/200`,
    'leads nowhere',
  ],
  [
    'an optional body before a required query',
    {
      operation: {
        parameters: [animalId, inQuery('limit', { required: true })],
        requestBody: json('Animal', { example: {} }),
      },
    },
    get,
    `an optional body before a required query ${extend}`,
  ],
  [
    'a search with a body',
    {
      ...searchAnimals,
      operation: { ...searchAnimals.operation, requestBody: json('Animal', { example: {} }) },
    },
    '/paths/~1api~1v1~1animals~1search/get',
    `a search that takes more than a query ${extend}`,
  ],
  [
    'a key in the query',
    { components: { securitySchemes: { Key: { type: 'apiKey', in: 'query', name: 'key' } } } },
    '/components/securitySchemes',
    'must be one API key in a header, which the client sends',
  ],
  [
    'two operations with the same method of a resource',
    { paths: { '/api/v1/animals': { get: operation } } },
    '/paths/~1api~1v1~1animals/get',
    `getAnimalByName would make the method client.animals.get, as getAnimal at ${get} does; rename one of them`,
  ],
  [
    'two operations with the same id',
    { paths: { '/api/v1/farms': { get: { ...operation, operationId: 'getAnimal' } } } },
    '/paths/~1api~1v1~1farms/get',
    `getAnimal would make the function getAnimal, as getAnimal at ${get} does; rename one of them`,
  ],
])('rejects %s, with its pointer and what to do', (_, changes, pointer, reason) => {
  expect(() => generatedFiles(contractOf(changes))).toThrow(new UnsupportedError(pointer, reason));
});

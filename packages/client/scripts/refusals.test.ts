import { expect, test } from 'vitest';
import { Refusal } from './document.ts';
import { generatedFiles } from './files.ts';
import { animalId, type Changes, inQuery, json, zoo } from './testing/zoo.ts';

const get = '#/paths/~1api~1v1~1animals~1{animal_id}/get';
const extend = 'is not supported; change the contract, or extend packages/client/scripts first';
const text = { type: 'string' };

/** The parameter of the path, and another one. */
const besides = (parameter: object): Changes => ({
  operation: { parameters: [animalId, parameter] },
});
const changedId = (changes: object): Changes => ({
  operation: { parameters: [{ ...animalId, ...changes }] },
});
const answers = (responses: object): Changes => ({ operation: { responses } });
const page = {
  AnimalPage: {
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: '#/components/schemas/Animal' } },
      next_page_id: text,
    },
  },
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
    '#/paths/~1animals~1{animal_id}/get',
    'its path must begin with the name of a resource, such as /api/v1/sandboxes',
  ],
  [
    'an operation without a description',
    { operation: { description: undefined } },
    `${get}/description`,
    'must say what the docs show',
  ],
  [
    'an unknown retry class',
    { operation: { 'x-retry': 'always' } },
    `${get}/x-retry`,
    'must be one of safe, unsent, never',
  ],
  [
    'a parameter in a header',
    besides(inQuery('If-Match', { in: 'header' })),
    `${get}/parameters/1`,
    `a parameter in the header ${extend}`,
  ],
  [
    'a parameter in a cookie, in its component',
    {
      ...besides({ $ref: '#/components/parameters/Session' }),
      components: { parameters: { Session: inQuery('session', { in: 'cookie' }) } },
    },
    '#/components/parameters/Session',
    `a parameter in the cookie ${extend}`,
  ],
  [
    'another style in the query',
    besides(inQuery('tags', { style: 'pipeDelimited' })),
    `${get}/parameters/1`,
    `the style pipeDelimited ${extend}`,
  ],
  [
    'a parameter with content',
    besides(inQuery('filter', { schema: undefined, content: {} })),
    `${get}/parameters/1`,
    `a parameter without a schema ${extend}`,
  ],
  [
    'an object in the query',
    besides(inQuery('filter', { schema: { type: 'object' } })),
    `${get}/parameters/1/schema`,
    `a value of the type object in the query ${extend}`,
  ],
  [
    'an id that is a number',
    changedId({ schema: { type: 'integer' } }),
    `${get}/parameters/0/schema`,
    `an id that is not a text ${extend}`,
  ],
  [
    'an id with the name of another argument',
    { path: '/api/v1/animals/{options}', ...changedId({ name: 'options' }) },
    '#/paths/~1api~1v1~1animals~1{options}/get/parameters/0',
    `options as the name of a parameter in the path ${extend}`,
  ],
  [
    'an id that is not described',
    { operation: { parameters: [] } },
    `${get}/parameters`,
    'must describe {animal_id} of the path',
  ],
  [
    'a parameter without an example',
    changedId({ example: undefined }),
    `${get}/parameters/0`,
    'must have an example, which the docs show',
  ],
  [
    'parameters of a whole path',
    { paths: { '/api/v1/animals': { parameters: [inQuery('limit')] } } },
    '#/paths/~1api~1v1~1animals/parameters',
    `parameters for all operations of a path ${extend}`,
  ],
  [
    'a body that is not JSON',
    { operation: { requestBody: { content: { 'text/plain': { schema: text } } } } },
    `${get}/requestBody/content`,
    `text/plain ${extend}`,
  ],
  [
    'a body with a schema of its own',
    { operation: { requestBody: { content: { 'application/json': { schema: text } } } } },
    `${get}/requestBody/content/application~1json/schema`,
    'must be a $ref to a schema with a name, which the types have',
  ],
  [
    'an answer with a schema of its own',
    answers({ 200: { content: { 'application/json': { schema: text } } } }),
    `${get}/responses/200/content/application~1json/schema`,
    'must be a $ref to a schema with a name, which the types have',
  ],
  [
    'an answer without a body',
    answers({ 204: { description: 'Done.' } }),
    `${get}/responses/204/content`,
    `a message without a body ${extend}`,
  ],
  [
    'two successes',
    answers({ 200: json('Animal'), 202: json('Animal') }),
    `${get}/responses`,
    'must have one success, as a method gives one type',
  ],
  [
    'a range of statuses',
    answers({ 200: json('Animal'), '4XX': json('Trouble') }),
    `${get}/responses/4XX`,
    `the status 4XX ${extend}`,
  ],
  [
    'a reference to nothing',
    answers({ 200: { $ref: '#/components/responses/Gone' } }),
    `${get}/responses/200`,
    '#/components/responses/Gone leads nowhere',
  ],
  [
    'a body that may be left out beside a query that may not',
    {
      operation: {
        parameters: [animalId, inQuery('limit', { required: true })],
        requestBody: json('Animal', { example: {} }),
      },
    },
    get,
    `a body that may be left out beside a query that may not ${extend}`,
  ],
  [
    'a search with a body',
    {
      path: '/api/v1/animals/search',
      operation: {
        parameters: [inQuery('page_id')],
        requestBody: json('Animal', { example: {} }),
        responses: { 200: json('AnimalPage') },
      },
      schemas: page,
    },
    '#/paths/~1api~1v1~1animals~1search/get',
    `a search that takes more than a query ${extend}`,
  ],
  [
    'a key in the query',
    { components: { securitySchemes: { Key: { type: 'apiKey', in: 'query', name: 'key' } } } },
    '#/components/securitySchemes',
    'must be one API key in a header, which the client sends',
  ],
])('%s is refused, with the place and what to do', (_, changes, pointer, reason) => {
  expect(() => generatedFiles(zoo(changes))).toThrow(new Refusal(pointer, reason));
});

const operation = {
  operationId: 'getAnimalByName',
  description: 'Reads an animal.',
  'x-retry': 'safe',
  responses: { 200: json('Animal') },
};

test('two operations of one name in a resource are refused, and both are named', () => {
  const document = zoo({ paths: { '/api/v1/animals': { get: operation } } });
  expect(() => generatedFiles(document)).toThrow(
    new Refusal(
      '#/paths/~1api~1v1~1animals/get',
      `getAnimalByName would make the method client.animals.get, as getAnimal at ${get} does; rename one of them`,
    ),
  );
});

test('two operations of one id are refused, and both are named', () => {
  const twin = { ...operation, operationId: 'getAnimal' };
  const document = zoo({ paths: { '/api/v1/houses': { get: twin } } });
  expect(() => generatedFiles(document)).toThrow(
    new Refusal(
      '#/paths/~1api~1v1~1houses/get',
      `getAnimal would make the function getAnimal, as getAnimal at ${get} does; rename one of them`,
    ),
  );
});

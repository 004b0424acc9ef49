import {
  type Contract,
  contractOperations,
  type Message,
} from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { examplesFor, examplesIn } from './examples.ts';
import type { Context } from './links.ts';

const errorAt = (...loc: readonly unknown[]) => ({
  value: { detail: [{ loc }] },
});
const small = {
  components: {
    examples: {
      Malformed: { summary: 'Malformed JSON', ...errorAt('body', 1) },
      Name: errorAt('body', 'name'),
      Age: errorAt('body', 'age'),
      Limit: errorAt('query', 'limit'),
      Id: errorAt('path', 'limit'),
      Text: { value: { detail: 'Unknown' } },
    },
    schemas: { Pet: { properties: { name: {} } } },
  },
};
const names = Object.keys(small.components.examples);
const examplesOf = (kept: readonly string[]) =>
  Object.fromEntries(
    kept.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
  );

/** The names of the examples of a response 422. */
function namesFor(
  operation: object,
  kept: readonly string[],
  exchanges: readonly object[] = [],
) {
  const media = { schema: {}, examples: examplesOf(kept) };
  const responses = { 422: { content: { 'application/json': media } } };
  const paths = {
    '/pets': { post: { operationId: 'addPet', responses, ...operation } },
  };
  const document = { ...small, paths };
  const [added] = contractOperations(document);
  const here = {
    contract: document,
    evidence: exchanges,
  } as unknown as Context;
  return examplesFor(here, added!, '422').map(({ name }) => name);
}

const schema = { $ref: '#/components/schemas/Pet' };
const requestBody = { content: { 'application/json': { schema } } };

test('a body has the examples of all content types, also single ones and those at other addresses', () => {
  const content = {
    'application/json': {
      example: null,
      examples: { ...examplesOf(['Malformed']), Empty: {} },
    },
    'text/csv': {
      examples: {
        Table: { externalValue: 'pets.csv' },
        Nothing: { value: null },
      },
    },
    'text/plain': {},
  };
  const document = small as unknown as Contract;
  expect(examplesIn(document, { content } as unknown as Message)).toEqual([
    { name: 'example', summary: 'Example', value: null },
    {
      name: 'Malformed',
      summary: 'Malformed JSON',
      value: { detail: [{ loc: ['body', 1] }] },
    },
    { name: 'Empty', summary: 'Empty', value: null },
    { name: 'Table', summary: 'Table', value: 'pets.csv' },
    { name: 'Nothing', summary: 'Nothing', value: null },
  ]);
  expect(examplesIn(document, {} as Message)).toEqual([]);
});

test('an example names what its operation has', () => {
  const limit = { name: 'limit', in: 'query', schema: {} };
  expect(namesFor({}, names)).toEqual(['Text']);
  expect(namesFor({ parameters: [limit] }, names)).toEqual(['Limit', 'Text']);
  expect(namesFor({ requestBody }, names)).toEqual([
    'Malformed',
    'Name',
    'Text',
  ]);
});

test('without one, the example is the first that the newest edition has responded', () => {
  const exchange = (edition: string, name: string, status = 422) => ({
    edition,
    name,
    operationId: 'addPet',
    response: { status, body: {} },
  });
  const exchanges = [
    exchange('1.0.0', 'old'),
    exchange('2.0.0', 'ok', 200),
    { ...exchange('2.0.0', 'other'), operationId: 'getPet' },
    exchange('2.0.0', 'new'),
    exchange('2.0.0', 'last'),
  ];
  expect(namesFor({}, ['Limit'], exchanges)).toEqual(['new']);
  expect(namesFor({}, ['Text'], exchanges)).toEqual(['Text']);
  expect(namesFor({}, [], exchanges)).toEqual([]);
  expect(namesFor({}, ['Limit'])).toEqual([]);
});

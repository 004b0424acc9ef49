import type {
  ContractOperation,
  Parameter,
} from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import type { Sources } from '../sources/sources.ts';
import { consoleData } from './console-data.ts';

const securitySchemes = {
  Bearer: { type: 'http', scheme: 'bearer' },
  Query: { type: 'apiKey', in: 'query', name: 'api_key' },
  Header: { type: 'apiKey', in: 'header', name: 'X-Key' },
};
const contract = { paths: {}, components: { schemas: {}, securitySchemes } };
const sources = {
  contract,
  operations: [],
  samplesOf: () => [],
} as unknown as Sources;

function dataOf(changes: object) {
  const operation = {
    operationId: 'listPets',
    method: 'get',
    path: '/pets',
    parameters: [],
    security: [],
    responses: {},
    ...changes,
  };
  return consoleData(sources, operation as unknown as ContractOperation);
}

function parameter(name: string, others: Partial<Parameter> = {}): Parameter {
  return { name, in: 'query', schema: { type: 'string' }, ...others };
}

test('a console says which parameters it cannot send', () => {
  const { parameters, notSent } = dataOf({
    parameters: [
      parameter('id', { in: 'path' }),
      parameter('limit'),
      parameter('ids', { style: 'form', explode: true }),
      parameter('X-Note', { in: 'header' }),
      parameter('session', { in: 'cookie' }),
      parameter('tags', { explode: false }),
      parameter('filter', { style: 'deepObject', explode: true }),
      parameter('point', { in: 'path', style: 'matrix' }),
    ],
  });
  const sent = parameters.map(({ name }) => name);
  expect(sent).toEqual(['id', 'limit', 'ids', 'X-Note']);
  expect(notSent).toEqual([
    'session (cookie)',
    'tags (query)',
    'filter (query)',
    'point (path)',
  ]);
});

test.each([
  {
    title: 'the first in a header',
    security: [{ Bearer: [] }, { Query: [], Header: [] }],
    keyHeader: 'X-Key',
    notSent: [],
  },
  {
    title: 'none in a query',
    security: [{ Query: [] }],
    keyHeader: '',
    notSent: ['credentials'],
  },
  { title: 'none', security: [], keyHeader: '', notSent: [] },
  {
    title: 'none where none is needed',
    security: [{}],
    keyHeader: '',
    notSent: [],
  },
])(
  'of the API keys, a console sends $title',
  ({ security, keyHeader, notSent }) => {
    const data = dataOf({ security });
    expect(data).toMatchObject({ keyHeader, notSent });
  },
);

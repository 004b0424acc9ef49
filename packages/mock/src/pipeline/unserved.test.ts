/** What editions respond to paths and methods for which the contract has no operation. */
import { expect, test } from 'vitest';
import { ask, create, reply } from '../../test/ask.ts';
import type { EditionName } from '../index.ts';

const path = '/api/v1/app-conversations';
const search = '/api/v1/sandboxes/search';
const notFound = { status: 404, body: { detail: 'Not Found' } };
const first: EditionName = '0.62.0';
const second: EditionName = '1.5.0';
const newest: EditionName = '1.11.0';
const all: EditionName[] = [first, second, newest];

test.each(all)(
  '%s rejects unknown paths and methods as the service does',
  async (edition) => {
    const mock = create({ edition });
    for (const at of ['/', '/api/nowhere', '/api/v1/nowhere']) {
      expect(await reply(mock, 'PUT', at, { key: null })).toEqual(notFound);
    }
    for (const method of ['PUT', 'OPTIONS']) {
      const { status, headers, body } = await ask(mock, method, search, {
        key: null,
      });
      expect({ status, body }).toEqual({
        status: 405,
        body: { detail: 'Method Not Allowed' },
      });
      expect(headers.get('Allow')).toBe('GET');
    }
    expect((await ask(mock, 'HEAD', search)).status).toBe(405);
    const moved = await ask(mock, 'GET', `${search}/?limit=1`);
    expect(moved.status).toBe(307);
    expect(moved.headers.get('Location')).toBe(`http://mock${search}?limit=1`);
  },
);

test.each<[path: string, statuses: Readonly<Record<string, number>>]>([
  ['/api/v1/settings/', { [first]: 404, [second]: 404, [newest]: 307 }],
  ['/api/settings/', { [first]: 307, [second]: 307, [newest]: 404 }],
  ['/api/v1/sandbox-specs/', { [first]: 307, [second]: 307, [newest]: 307 }],
  [
    '/api/v1/sandbox-specs/search//',
    { [first]: 307, [second]: 307, [newest]: 307 },
  ],
  ['/api/v1/nowhere/', { [first]: 404, [second]: 404, [newest]: 404 }],
])('a slash at the end of %s: %j', async (at, statuses) => {
  for (const [edition, status] of Object.entries(statuses)) {
    const mock = create({ edition: edition as EditionName });
    const response = await mock.fetch(`http://mock${at}`, {
      redirect: 'manual',
    });
    expect(response.status).toBe(status);
  }
});

test.each([
  { edition: first, status: 404, allow: null },
  { edition: second, status: 405, allow: 'PATCH' },
  { edition: newest, status: 405, allow: 'PATCH' },
])(
  '$edition knows a path of another operation: $status',
  async ({ edition, status, allow }) => {
    const response = await ask(create({ edition }), 'GET', `${path}/x`);
    expect(response.status).toBe(status);
    expect(response.headers.get('Allow')).toBe(allow);
  },
);

test('an operation that the mock does not have asks for its parameter', async () => {
  const mock = create({ edition: newest });
  const detail = [
    {
      type: 'missing',
      loc: ['query', 'id'],
      msg: 'Field required',
      input: null,
    },
  ];
  const missing = { status: 422, body: { detail } };
  expect(await reply(mock, 'GET', '/api/v1/sandboxes')).toEqual(missing);
  expect(await reply(mock, 'GET', '/api/v1/sandboxes?id=a')).toEqual(notFound);
});

test.each(all)(
  '%s deletes sandboxes by an id in the query',
  async (edition) => {
    const mock = create({ edition });
    const loc = ['query', 'sandbox_id'];
    const detail = [
      { type: 'missing', loc, msg: 'Field required', input: null },
    ];
    // A path of the contract, whose other operations may come to be in it.
    expect(await reply(mock, 'DELETE', search)).toEqual({
      status: 422,
      body: { detail },
    });
    expect(await reply(mock, 'DELETE', `${search}?sandbox_id=x`)).toEqual(
      notFound,
    );
  },
);

import { expect, test } from 'vitest';
import { createMock, type Exchange } from './index.ts';
import { ask, type Extra } from './testing/ask.ts';

const exchanges: Exchange[] = [];
const mock = createMock({ rateLimit: 1, onExchange: (exchange) => exchanges.push(exchange) });
const conversations = '/api/conversations';
const free = (): Extra => ({ key: crypto.randomUUID() });

test.each<[status: number, method: string, path: string, extra: Extra, reason: string]>([
  [400, 'GET', '/api/%', {}, 'The path is not percent-encoded UTF-8'],
  [401, 'GET', '/api/settings', { key: null }, 'Unauthorized'],
  [404, 'GET', '/api/setings', {}, 'The contract has no such path; did you mean /api/settings?'],
  [404, 'POST', '/api/v1/sandboxes/a/pause', free(), 'Sandbox not found'],
  [405, 'PUT', '/api/settings', {}, 'PUT is not a method of this path, but GET, HEAD, OPTIONS'],
  [
    406,
    'GET',
    '/api/settings',
    { ...free(), headers: { Accept: 'text/html' } },
    'There is no other form than application/json',
  ],
  [
    413,
    'POST',
    conversations,
    { ...free(), body: ' '.repeat(2 ** 21) },
    'The body is longer than 1048576 bytes',
  ],
  [
    415,
    'POST',
    conversations,
    { ...free(), body: '{}', headers: { 'Content-Type': 'text/plain' } },
    'Send the body as application/json, in UTF-8',
  ],
  [
    422,
    'POST',
    conversations,
    { ...free(), body: '{' },
    'The body is not JSON: error at line 1, column 2',
  ],
])('a %s is logged with its reason', async (status, method, path, extra, reason) => {
  exchanges.length = 0;
  expect((await ask(mock, method, path, extra)).status).toBe(status);
  expect(exchanges).toMatchObject([{ status, reason, findings: [] }]);
});

test('a 429 is logged with its reason, a 200 and the violations of a 422 without one', async () => {
  exchanges.length = 0;
  const key = 'grace';
  await ask(mock, 'GET', '/api/settings', { key });
  await ask(mock, 'GET', '/api/settings', { key });
  await ask(mock, 'GET', '/api/v1/sandboxes/search?limit=0', free());
  expect(
    exchanges.map(({ status, reason, findings }) => [status, reason, findings.length]),
  ).toEqual([
    [200, undefined, 0],
    [429, 'Too many requests', 0],
    [422, undefined, 1],
  ]);
});

test.each([
  ['', ''],
  ['limit=5&page_id=a', 'limit=5&page_id=a'],
  ['limit=5&api_key=MARKER&x=1', 'limit=5&api_key=[redacted]&x=1'],
  ['Access-Token=MARKER', 'Access-Token=[redacted]'],
  ['password=MARKER', 'password=[redacted]'],
  ['%6Bey=MARKER&secret=MARKER', '%6Bey=[redacted]&secret=[redacted]'],
  ['%6Bey=MARKER', '%6Bey=[redacted]'],
])('the query %s is logged as %s, with the time', async (query, logged) => {
  exchanges.length = 0;
  const before = Date.now();
  await ask(mock, 'GET', `/api/settings?${query}`, free());
  const [{ time, query: shown } = {} as Exchange] = exchanges;
  expect(shown).toBe(logged);
  expect(JSON.stringify(exchanges)).not.toContain('MARKER');
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
});

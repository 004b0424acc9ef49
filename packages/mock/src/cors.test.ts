import { expect, test } from 'vitest';
import { createMock } from './index.ts';
import { ask, type Extra } from './testing/ask.ts';

const mock = createMock({
  clock: 'manual',
  faults: [{ operation: 'startSandbox', status: 503 }],
});
const origin = 'https://app.acme.example';

/** Answers of every kind. */
const answers: readonly [status: number, method: string, path: string, extra?: Extra][] = [
  [200, 'GET', '/api/settings'],
  [204, 'OPTIONS', '/api/settings'],
  [400, 'GET', '/api/%'],
  [401, 'GET', '/api/settings', { key: null }],
  [404, 'GET', '/nowhere'],
  [404, 'POST', '/api/v1/sandboxes/a/pause'],
  [405, 'PUT', '/api/settings'],
  [406, 'GET', '/api/settings', { headers: { Accept: 'text/html' } }],
  [413, 'POST', '/api/conversations', { body: ' '.repeat(2 ** 21) }],
  [415, 'POST', '/api/conversations', { body: '{}', headers: { 'Content-Type': 'text/plain' } }],
  [422, 'GET', '/api/v1/sandboxes/search?limit=0'],
  [422, 'POST', '/api/conversations', { body: '{' }],
  [503, 'POST', '/api/v1/sandboxes'],
];

const crossOrigin = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-')),
  );

test.each(answers)(
  '%j: %s %s tells a page of another origin',
  async (status, method, path, extra) => {
    const headers = { ...extra?.headers, Origin: origin };
    const answer = await ask(mock, method, path, { ...extra, headers });
    expect(answer.status).toBe(status);
    expect(crossOrigin(answer.headers)).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Allow, Preference-Applied, Retry-After',
    });
  },
);

test.each(answers)(
  '%j: %s %s without an origin names none',
  async (status, method, path, extra) => {
    const answer = await ask(mock, method, path, extra);
    expect(answer.status).toBe(status);
    expect(crossOrigin(answer.headers)).toEqual({ vary: 'Origin' });
  },
);

const preflight = (path: string, more: Readonly<Record<string, string>> = {}) =>
  ask(mock, 'OPTIONS', path, {
    key: null,
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', ...more },
  });

test('a preflight allows the method and the headers that are asked for', async () => {
  const { status, headers, text } = await preflight('/api/v1/app-conversations', {
    'Access-Control-Request-Headers': 'content-type,x-session-api-key,x-more',
  });
  expect({ status, text }).toEqual({ status: 204, text: '' });
  expect(crossOrigin(headers)).toEqual({
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Allow, Preference-Applied, Retry-After',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type,x-session-api-key,x-more',
    'access-control-max-age': '600',
  });
});

test('a preflight for a machine of the own network is allowed, where that is asked for', async () => {
  const name = 'Access-Control-Allow-Private-Network';
  const asked = { 'Access-Control-Request-Private-Network': 'true' };
  expect((await preflight('/api/settings', asked)).headers.get(name)).toBe('true');
  expect((await preflight('/api/settings')).headers.get(name)).toBe(null);
});

test('a page of no origin may call, too', async () => {
  const { headers } = await ask(mock, 'GET', '/api/settings', { headers: { Origin: 'null' } });
  expect(headers.get('Access-Control-Allow-Origin')).toBe('null');
});

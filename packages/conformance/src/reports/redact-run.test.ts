import { describe, expect, test } from 'vitest';
import type { RecordedExchange, Run } from '../checker/run.ts';
import { exchange, finding, result, runOf } from '../testing/rich-run.ts';
import { redactRun } from './redact-run.ts';

const key = 'key-of-ada-5f3a9c';
const secret = 'SECRET-of-sb-1';

/** An exchange after the secrets were taken away. */
function clean(given: RecordedExchange): RecordedExchange {
  const run = runOf({ results: [result('getSettings.answer', '', { exchanges: [given] })] });
  return redactRun(run, [key]).results[0]!.exchanges[0]!;
}

const body = (given: unknown) => clean(exchange('GET', '/', 200, given)).answer.body;

describe('of a body', () => {
  // prettier-ignore
  test.each([
    ['a member that is secret', { session_api_key: secret }, { session_api_key: '[redacted]' }],
    ['one that is null', { session_api_key: null }, { session_api_key: null }],
    ['one that is an object', { env: { A: 'b' } }, { env: '[redacted]' }],
    ['one that is deep', { items: [{ api_key: 'x' }] }, { items: [{ api_key: '[redacted]' }] }],
    ['one that others have, too', { a: secret, llm_api_key: secret }, { a: '[redacted]', llm_api_key: '[redacted]' }],
    ['the key', { a: [`my ${key}`] }, { a: ['my [redacted]'] }],
    ['a name that is a secret', { [key]: 1 }, { '[redacted]': 1 }],
    ['a number that is a secret', { a: 123456789, env: { B: 123456789 } }, { a: '[redacted]', env: '[redacted]' }],
    ['a URL with a member', { a: 'http://h/?api_key=x&b=1' }, { a: 'http://h/?api_key=[redacted]&b=1' }],
    ['a URL with a password', { a: 'http://me:pass@h/' }, { a: 'http://[redacted]@h/' }],
    ['JSON in a text', { a: '{"b":1,"api_key":"x"}' }, { a: '{"b":1,"api_key": [redacted]' }],
    ['a header in a text', { a: "curl -H 'x-session-api-key: x' h" }, { a: "curl -H 'x-session-api-key: [redacted]' h" }],
    ['what is no secret', { llm_api_key_set: true, a: [1, 'b'] }, { llm_api_key_set: true, a: [1, 'b'] }],
  ])('%s', (_, given, want) => {
    expect(JSON.parse(body(given))).toEqual(want);
  });

  test('that is no JSON, nothing is left', () => {
    expect(body('<p>Hello</p>')).toBe('[left out: not JSON]');
    expect(body('')).toBe('');
  });

  test('that names a member twice, one is left', () => {
    expect(body('{"api_key":"first","api_key":"second"}')).toBe('{"api_key":"[redacted]"}');
  });
});

test('what an answer that broke off shows is found elsewhere', () => {
  const { answer } = clean(
    exchange('GET', '/', 200, `{"items":[{"session_api_key":"${secret}\\"","x`, {
      headers: { 'X-Echo': `${secret}"` },
    }),
  );
  expect(answer.headers.get('x-echo')).toBe('[redacted]');
});

test('redacts headers with credentials, and the same values elsewhere', () => {
  const given = exchange(
    'GET',
    '/',
    200,
    { a: 'sid-of-ada-1 and token-of-ada' },
    {
      headers: { 'Set-Cookie': 'sid=sid-of-ada-1; Path=/' },
    },
  );
  given.request.headers.set('Authorization', 'Bearer token-of-ada');
  const { request, answer } = clean(given);
  expect(Object.fromEntries(request.headers)).toEqual({
    authorization: '[redacted]',
    'x-session-api-key': '[redacted]',
  });
  expect(answer.headers.get('set-cookie')).toBe('[redacted]');
  expect(JSON.parse(answer.body)).toEqual({ a: '[redacted] and [redacted]' });
});

test.each([
  ['/a?api_key=x#y', '/a?api_key=%5Bredacted%5D'],
  ['/a?session%5Fapi%5Fkey=x&b', '/a?session%5Fapi%5Fkey=%5Bredacted%5D&b'],
  [`/a/${key}/b?c=${key}`, '/a/%5Bredacted%5D/b?c=%5Bredacted%5D'],
  ['/a%2Fb?c=%C3%A9+d&e=f=g', '/a%2Fb?c=%C3%A9+d&e=f=g'],
])('of a URL: %s', (given, want) => {
  expect(clean(exchange('GET', given, 200, {})).request.url).toBe(`http://127.0.0.1:4010${want}`);
});

test('a URL stays one where its host is a secret', () => {
  const { request } = clean(exchange('GET', '/a', 200, { env: { HOST: '127.0.0.1' } }));
  expect(request.url).toBe('http://redacted:4010/a');
});

test('what the run says is searched, too', () => {
  const safe = redactRun(
    runOf({
      settings: Object.assign(runOf().settings, { include: [key], exclude: [key], apiKey: key }),
      results: [
        result('a.b', 'c', {
          reason: key,
          again: `--key ${key}`,
          findings: [finding({ pointer: `/${key}`, message: `must be ${key}` })],
        }),
      ],
      leftovers: [{ kind: 'sandbox', id: key, reason: key }],
      verdict: { kind: 'could not run', reason: key },
    }),
    [key],
  );
  expect(JSON.stringify(safe)).not.toContain(key);
  expect(safe.results[0]?.again).toBe('--key [redacted]');
});

test('a run without secrets stays as it is', () => {
  const run: Run = runOf({ results: [result('a.b', 'c', { findings: [finding()] })] });
  expect(redactRun(run, [])).toEqual(run);
});

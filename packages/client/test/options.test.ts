import { createClient } from '@agent-conversation/client';
import { connect } from '@agent-conversation/client/operations';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { apiKey, clientOver, thrownBy } from './support.ts';

const baseUrl = 'http://localhost:3000';
const secret = 'S3CR3T-7G2K';
const controller = new AbortController();

beforeAll(() => {
  vi.stubEnv('AGENT_CONVERSATION_BASE_URL', undefined);
  vi.stubEnv('AGENT_CONVERSATION_API_KEY', undefined);
});

/** Values that are wrong, as no compiler stands before every program. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  baseUrl: [
    undefined,
    null,
    5,
    {},
    '',
    'localhost:3000',
    '/api',
    'ftp://service.example',
    'http://',
    `http://${secret}@service.example`,
    `http://user:${secret}@service.example`,
    `http://service.example?token=${secret}`,
    `http://service.example/#${secret}`,
  ],
  apiKey: [
    undefined,
    5,
    {},
    [secret],
    '',
    `two ${secret}`,
    ` ${secret}`,
    `${secret}\nend`,
    `${secret}ü`,
  ],
  headers: [
    null,
    5,
    secret,
    [['x-token', secret]],
    new Headers({ 'x-token': secret }),
    new Map([['x-token', secret]]),
    { 'x token': secret },
    { '': secret },
    { 'x-token': `${secret}\r\nx-other: 1` },
    { 'x-token': `${secret}\x7f` },
    { 'x-token': `${secret}€` },
    { 'x-token': undefined },
    { 'x-token': null },
    { 'x-token': 5 },
    { 'x-token': [secret] },
    { 'X-Session-API-Key': secret },
  ],
  timeoutInMs: [null, {}, '1000', 0, -1, NaN],
  attemptTimeoutInMs: [null, {}, '1000', 0, -1, NaN],
  retries: [null, '2', -1, 0.5, NaN, Infinity],
  fetch: [5, 'fetch', {}],
  middleware: [null, 5, [5], [undefined], () => {}],
  log: [5, 'log', console],
};

describe.each(Object.keys(wrong))('%s', (name) => {
  test.each(wrong[name]!.map((value) => ({ value })))('cannot be $value', async ({ value }) => {
    for (const make of [createClient, connect]) {
      const error = await thrownBy(() => make({ baseUrl, apiKey, [name]: value }));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toMatch(new RegExp(`^${name}\\b`));
      expect(error.stack).not.toContain(secret);
    }
  });
});

test('headers without one in them do not take the place of the key', () => {
  expect(() => createClient({ baseUrl, headers: {} })).toThrow(/^apiKey is missing/);
});

test('the sentence about a wrong address has an example', () => {
  expect(() => createClient({ baseUrl: 'localhost:3000', apiKey })).toThrow(
    'baseUrl must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment',
  );
});

test.each([
  ['signal', controller],
  ['signal', 'abort'],
  ['timeoutInMs', 0],
  ['attemptTimeoutInMs', -1],
  ['retries', 0.5],
  ['headers', { 'x-token': undefined }],
  ['headers', { 'x-session-api-key': secret }],
])('a call with a wrong %s is refused, and sends nothing', async (name, value) => {
  let sent = 0;
  const client = clientOver(async () => (sent++, Response.json({})));
  const call = () => client.settings.get({ [name]: value });
  const error = await thrownBy(call);
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toMatch(new RegExp(`^${name}\\b`));
  expect(error.message).not.toContain(secret);
  expect(sent).toBe(0);
});

test('what may be left out may be undefined', async () => {
  const client = clientOver(async () => Response.json({}), {
    headers: undefined,
    timeoutInMs: undefined,
    attemptTimeoutInMs: undefined,
    retries: undefined,
    middleware: undefined,
    log: undefined,
  });
  const none = {
    signal: undefined,
    timeoutInMs: undefined,
    retries: undefined,
    headers: undefined,
  };
  expect(await client.settings.get(none)).toEqual({});
});

import { expect, test } from 'vitest';
import { createMock } from './index.ts';
import { ask } from './testing/ask.ts';

const mock = createMock({ clock: 'manual' });
const path = '/api/v1/app-conversations';
const type = (value: string) => ({ 'Content-Type': value });

test.each([
  ['application/json', 200],
  ['application/json;charset=utf-8', 200],
  ['application/json; charset=UTF-8', 200],
  ['application/json ; charset="utf-8"', 200],
  ['Application/JSON; Charset=utf8', 200],
  ['application/json; profile=x', 200],
  ['application/json; profile=x; charset=utf-8', 200],
  ['application/json;', 200],
  ['application/json;charset=latin1', 415],
  ['application/json; charset=latin1', 415],
  ['application/json; profile=x; charset=utf-16', 415],
  ['application/json; charset=utf-8; charset=latin1', 415],
  ['application/jsonp', 415],
  ['application/vnd.acme+json', 415],
  ['text/json', 415],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['', 415],
])('a body of the type %j gets %j', async (contentType, status) => {
  const answer = await ask(mock, 'POST', path, { headers: type(contentType), body: '{}' });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Accept')).toBe(status === 415 ? 'application/json' : null);
  expect(answer.body).toMatchObject(
    status === 415
      ? { detail: 'Send the body as application/json, in UTF-8' }
      : { status: 'WORKING', request: {} },
  );
});

test.each(['identity', 'Identity', 'identity, identity'])(
  'accepts a body with Content-Encoding: %s',
  async (coding) => {
    const headers = { 'Content-Encoding': coding };
    expect((await ask(mock, 'POST', path, { headers, body: '{}' })).status).toBe(200);
  },
);

test.each(['gzip', 'identity, gzip', 'br', ''])(
  'a body that is encoded as %j is refused',
  async (coding) => {
    const headers = { 'Content-Encoding': coding };
    const { status, headers: told, body } = await ask(mock, 'POST', path, { headers, body: '{}' });
    expect({ status, body, told: told.get('Accept-Encoding') }).toEqual({
      status: 415,
      body: { detail: 'Send the body without Content-Encoding' },
      told: 'identity',
    });
  },
);

test('a request that has no body needs no type', async () => {
  for (const headers of [{}, type('text/plain'), { 'Content-Encoding': 'gzip' }]) {
    expect((await ask(mock, 'POST', path, { headers })).status).toBe(200);
  }
});

test.each<[number, number]>([
  [1024 * 1024, 200],
  [1024 * 1024 + 1, 413],
])('a body of %j bytes gets %j', async (bytes, status) => {
  // Two bytes each, so that bytes and not characters are counted.
  const text = `{"title":"${'ä'.repeat((bytes - 12) / 2)}"}`.padEnd(bytes / 2 + 6 + (bytes % 2));
  expect(new TextEncoder().encode(text)).toHaveLength(bytes);
  const answer = await ask(mock, 'POST', path, { body: text });
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject(
    status === 413 ? { detail: 'The body is longer than 1048576 bytes' } : { status: 'WORKING' },
  );
});

test.each([
  ['{', 1, 2],
  ['{"a":1}}', 1, 8],
  ["{\n 'a':1}", 2, 2],
  ['{"a":\n\nNaN}', 3, 1],
  ['undefined', 1, 1],
  ['\uFEFF{}', 1, 1],
  [' ', 1, 2],
])('the body %j is malformed JSON at line %j, column %j', async (body, line, column) => {
  for (const at of [path, '/api/conversations']) {
    const answer = await ask(mock, 'POST', at, { body });
    const error = 'The body is not JSON';
    const msg = `${error}: error at line ${line}, column ${column}`;
    const index =
      body
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length +
      column -
      Number(line === 1);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 422,
      body: {
        detail: [{ loc: ['body', index], msg, type: 'json_invalid', input: {}, ctx: { error } }],
      },
    });
  }
});

test('a body that is not UTF-8 is malformed, and the location is reported', async () => {
  const response = await mock.fetch(`http://mock${path}`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': 'ada', ...type('application/json') },
    body: new Uint8Array([0x22, 0x0a, 0xff, 0x22]),
  });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('The body is not UTF-8: error at line 2, column 1');
});

test.each([
  ['depth', `{"title":${'['.repeat(3000)}${']'.repeat(3000)}}`, 'nested more than 100 levels deep'],
  ['depth', `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`, 'nested more than 100 levels deep'],
  [
    'values',
    JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`p${at}`, 0]))),
    'more than 10000 properties and items',
  ],
])('a body that exceeds the limit of its %s is rejected with 422', async (limit, body, text) => {
  for (const at of [path, '/api/conversations']) {
    const answer = await ask(mock, 'POST', at, { body });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 422,
      body: {
        detail: [{ loc: ['body'], msg: expect.stringContaining(text) as string, type: limit }],
      },
    });
  }
});

test('a body within the limits is accepted, however many of its properties are unlisted', async () => {
  const names = Array.from({ length: 9000 }, (_, at) => [`p${at}`, at]);
  const body = { ...Object.fromEntries(names), deep: JSON.parse('['.repeat(90) + ']'.repeat(90)) };
  const answer = await ask(mock, 'POST', path, { body });
  expect(answer).toMatchObject({ status: 200, body: { request: {} } });
});

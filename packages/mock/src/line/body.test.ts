import { expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { ask } from '../testing/ask.ts';

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

test.each(['gzip', 'identity', 'br'])('a body that is encoded as %s is refused', async (coding) => {
  const headers = { 'Content-Encoding': coding };
  const { status, headers: told, body } = await ask(mock, 'POST', path, { headers, body: '{}' });
  expect({ status, body, told: told.get('Accept-Encoding') }).toEqual({
    status: 415,
    body: { detail: 'Send the body without Content-Encoding' },
    told: 'identity',
  });
});

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

test.each(['{', '{"a":1}}', "{'a':1}", '{"a":NaN}', 'undefined', '\uFEFF{}', ' '])(
  'the body %j is not JSON',
  async (body) => {
    const answer = await ask(mock, 'POST', path, { body });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: { detail: 'The body is not JSON' },
    });
  },
);

test('a body that is not UTF-8 is not JSON', async () => {
  const { status } = await mock.fetch(`http://mock${path}`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': 'ada', ...type('application/json') },
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });
  expect(status).toBe(400);
});

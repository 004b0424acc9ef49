import { expect, test } from 'vitest';
import { ask, create, reply } from '../test/ask.ts';
import { jsonErrorIn } from './request.ts';

const mock = create();
const path = '/api/v1/app-conversations';
const type = (value: string) => ({ 'Content-Type': value });

// prettier-ignore
test.each([
  ['application/json', 200],
  ['application/json;charset=utf-8', 200],
  ['application/json ; charset="utf-8"', 200],
  ['Application/JSON; Charset=utf8', 200],
  ['application/json; profile=x; charset=utf-8', 200],
  ['application/json;', 200],
  ['application/json; charset=latin1', 415],
  ['application/json; charset=utf-8; charset=latin1', 415],
  ['application/jsonp', 415],
  ['application/vnd.acme+json', 415],
  ['text/plain', 415],
  ['', 415],
])('a body of the type %j gets %j', async (contentType, status) => {
  const response = await ask(mock, 'POST', path, { headers: type(contentType), body: '{}' });
  expect(response.status).toBe(status);
  const rejected = { detail: 'Send the body as application/json, in UTF-8' };
  expect(response.body).toMatchObject(status === 415 ? rejected : { status: 'WORKING', request: {} });
  expect(response.headers.get('Accept')).toBe(status === 415 ? 'application/json' : null);
});

// prettier-ignore
test.each([
  ['identity', 200],
  ['Identity, identity', 200],
  ['gzip', 415],
  ['identity, gzip', 415],
  ['', 415],
])('a body with the Content-Encoding %j gets %j', async (coding, status) => {
  const headers = { 'Content-Encoding': coding };
  const response = await ask(mock, 'POST', path, { headers, body: '{}' });
  expect(response.status).toBe(status);
  expect(response.headers.get('Accept-Encoding')).toBe(status === 415 ? 'identity' : null);
});

test('a request without a body needs no type', async () => {
  for (const headers of [{}, type('text/plain'), { 'Content-Encoding': 'gzip' }]) {
    expect((await ask(mock, 'POST', path, { headers })).status).toBe(200);
  }
});

test.each([
  [1024 * 1024, 200],
  [1024 * 1024 + 1, 413],
])('a body of %j bytes gets %j', async (bytes, status) => {
  // Two bytes each, so that bytes and not characters are counted.
  const body = `{"title":"${'ä'.repeat((bytes - 12) / 2)}"}`.padEnd(bytes / 2 + 6 + (bytes % 2));
  expect(new TextEncoder().encode(body)).toHaveLength(bytes);
  const response = await ask(mock, 'POST', path, { body });
  expect(response.status).toBe(status);
  const tooLong = '{"detail":"The body is longer than 1048576 bytes"}';
  expect(response.text === tooLong).toBe(status === 413);
});

// prettier-ignore
test.each([
  ['{', 1, 1, 2],
  ["{\n 'a':1}", 3, 2, 2],
  ['\uFEFF{}', 0, 1, 1],
  [' ', 1, 1, 2],
])('the body %j is malformed at %j: line %j, column %j', async (body, index, line, column) => {
  for (const at of [path, '/api/conversations']) {
    const error = 'The body is not JSON';
    const msg = `${error}: error at line ${line}, column ${column}`;
    const detail = [{ loc: ['body', index], msg, type: 'json_invalid', input: {}, ctx: { error } }];
    expect(await reply(mock, 'POST', at, { body })).toEqual({ status: 422, body: { detail } });
  }
});

test('a body that is not UTF-8 is malformed', async () => {
  const response = await mock.fetch(`http://mock${path}`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': 'ada', ...type('application/json') },
    body: new Uint8Array([0x22, 0x0a, 0xff, 0x22]),
  });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('The body is not UTF-8: error at line 2, column 1');
});

const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 0]));

// prettier-ignore
test.each([
  ['depth', `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`, 'nested more than 100 levels deep'],
  ['values', JSON.stringify(properties(90_000)), 'more than 10000 properties and items'],
])('a body that exceeds the limit of its %s is rejected', async (limit, body, text) => {
  const detail = [{ loc: ['body'], msg: expect.stringContaining(text) as string, type: limit }];
  for (const at of [path, '/api/conversations']) {
    expect(await reply(mock, 'POST', at, { body })).toEqual({ status: 422, body: { detail } });
  }
});

test('a body within the limits is accepted, however many of its properties are not listed', async () => {
  const body = { ...properties(9000), deep: JSON.parse('['.repeat(90) + ']'.repeat(90)) };
  const accepted = { status: 200, body: { request: {} } };
  expect(await reply(mock, 'POST', path, { body })).toMatchObject(accepted);
});

// prettier-ignore
test.each<[text: string, index: number, line: number, column: number]>([
  ['', 0, 1, 1],
  ['{"a": 1', 7, 1, 8],
  ['{"a": 1,\n  b: 2}', 11, 2, 3],
  ['{"a": 1,}', 8, 1, 9],
  ['[1, 2,\n]', 7, 2, 1],
  ['[1]]', 3, 1, 4],
  ['{"a": "one\ntwo"}', 6, 1, 7],
  ['{"a": "\\q"}', 6, 1, 7],
  ['[tru]', 1, 1, 2],
  ['{}//', 2, 1, 3],
])('%# finds where a text stops being JSON', async (text, index, line, column) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(await jsonErrorIn(text)).toEqual({ index, line, column });
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const wide = (count: number) => `[${Array(count).fill('1').join(',')}]`;

// prettier-ignore
test.each([
  [nested(100), undefined],
  [nested(101), 'depth'],
  [wide(10_000), undefined],
  [wide(10_001), 'values'],
  [JSON.stringify([nested(200), wide(20_000), `\\${nested(200)}"`]), undefined],
  [`["${'\\'.repeat(300)}",${nested(101)}]`, 'depth'],
])('%# limits the depth and the number of values, but not what strings contain', async (body, want) => {
  const { body: error } = await ask<{ detail: { type: string }[] }>(mock, 'POST', path, { body });
  expect(error.detail.find(({ type: it }) => ['depth', 'values'].includes(it))?.type).toBe(want);
});

import { expect, test } from 'vitest';
import { ask, create, reply } from '../test/ask.ts';
import { decode, jsonErrorIn } from './request.ts';

const mock = create();
const path = '/api/v1/app-conversations';
const type = (value: string) => ({ 'Content-Type': value });
const coding = (value: string) => ({ 'Content-Encoding': value });

// prettier-ignore
test.each<[headers: Record<string, string>, status: number]>([
  [type('application/json;charset=utf-8'), 200],
  [type('Application/JSON ; Charset="utf8"'), 200],
  [type('application/json; profile=x; charset=utf-8'), 200],
  [type('application/json; charset=utf-8; charset=latin1'), 415],
  [type('application/jsonp'), 415],
  [type('application/vnd.acme+json'), 415],
  [type(''), 415],
  [coding('Identity, identity'), 200],
  [coding('identity, gzip'), 415],
  [coding(''), 415],
])('a body with %j gets %j', async (headers, status) => {
  const response = await ask(mock, 'POST', path, { headers, body: '{}' });
  expect(response.status).toBe(status);
  const [name, supported] = 'Content-Type' in headers ? ['Accept', 'application/json'] : ['Accept-Encoding', 'identity'];
  expect(response.headers.get(name)).toBe(status === 415 ? supported : null);
  // Without a body, they do not matter.
  expect((await ask(mock, 'POST', path, { headers })).status).toBe(200);
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

test.each([
  ["{\n 'a':1}", 3, 2, 2],
  ['\uFEFF{}', 0, 1, 1],
])('the body %j is malformed at %j: line %j, column %j', async (body, index, line, column) => {
  const error = 'The body is not JSON';
  const msg = `${error}: error at line ${line}, column ${column}`;
  const detail = [{ loc: ['body', index], msg, type: 'json_invalid', input: {}, ctx: { error } }];
  for (const at of [path, '/api/conversations']) {
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

// prettier-ignore
test.each<[text: string, index: number, line: number, column: number]>([
  ['', 0, 1, 1],
  ['{"a": 1', 7, 1, 8],
  ['{"a": 1,\n  b: 2}', 11, 2, 3],
  ['{"a": 1,}', 8, 1, 9],
  ['[1, 2,\n]', 7, 2, 1],
  ['[1]]', 3, 1, 4],
  ['[tru]', 1, 1, 2],
  ['{}//', 2, 1, 3],
])('%# finds where a text stops being JSON', async (text, index, line, column) => {
  const parse = async () => JSON.parse(text) as unknown;
  const error: unknown = await parse().catch((it: unknown) => it);
  expect(error).toBeInstanceOf(SyntaxError);
  // Other engines do not name the position.
  for (const it of [error as SyntaxError, new SyntaxError()]) {
    expect(await jsonErrorIn(text, it)).toEqual({ index, line, column });
  }
});

test('a character of a body can be in two chunks', () => {
  expect(decode([Buffer.from([0x61, 0xc3]), Buffer.from([0xa4])])).toBe('aä');
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const wide = (count: number) => `[${Array(count).fill('1').join(',')}]`;
const properties = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`p${at}`, 0]));
const not = 'The body must not';
const tooDeep = { type: 'depth', msg: `${not} be nested more than 100 levels deep` };
const tooMany = { type: 'values', msg: `${not} have more than 10000 properties and items` };

// prettier-ignore
test.each<[body: string, error: object]>([
  [`{"a":${nested(99)},"b":${wide(9000)}}`, {}],
  [`{"a":${nested(100)}}`, tooDeep],
  [`["${'\\'.repeat(300)}",${nested(100)}]`, tooDeep],
  [wide(10_001), tooMany],
  [JSON.stringify(properties), tooMany],
  [JSON.stringify({ a: [nested(200), wide(20_000), `\\${nested(200)}"`] }), {}],
])('%# limits the depth and the number of values, but not what strings contain', async (body, error) => {
  const detail = [{ loc: ['body'], ...error }];
  const want = 'type' in error ? { status: 422, body: { detail } } : { status: 200 };
  for (const at of [path, '/api/conversations']) expect(await reply(mock, 'POST', at, { body })).toMatchObject(want);
});

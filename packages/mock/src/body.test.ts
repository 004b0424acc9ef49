import { expect, test } from 'vitest';
import { ask, create, reply } from '../test/ask.ts';
import { decode, delay, jsonErrorIn } from './body.ts';

const mock = create();
const path = '/api/v1/app-conversations';
const type = (value: string) => ({ 'Content-Type': value });
const coding = (value: string) => ({ 'Content-Encoding': value });

test('a delay does not begin for a client that has gone', async () => {
  const ended = delay(600_000, AbortSignal.abort()).then(() => 'ended');
  const turns = new Promise((resolve) => setImmediate(resolve, 'not yet'));
  expect(await Promise.race([ended, turns])).toBe('ended');
});

test.each([
  type('application/json;charset=utf-8'),
  type('Application/JSON ; Charset="utf8"'),
  type('application/json; profile=x; charset=utf-8'),
  type('application/json; charset=latin1'),
  type('application/vnd.acme+json'),
  coding('Identity, identity'),
])('a body with %j is read', async (headers) => {
  expect((await ask(mock, 'POST', path, { headers, body: '{}' })).status).toBe(
    200,
  );
});

test.each([
  type('text/plain'),
  type('application/jsonp'),
  type('application/x-json'),
  type(''),
])('a body with %j is no object', async (headers) => {
  const msg =
    'Input should be a valid dictionary or object to extract fields from';
  const input = '[not JSON]';
  const detail = [{ type: 'model_attributes_type', loc: ['body'], msg, input }];
  const response = await reply(mock, 'POST', path, {
    headers,
    body: '{"title":"MARKER"}',
  });
  expect(response).toEqual({ status: 422, body: { detail } });
  // Without a body, the type does not matter.
  expect((await ask(mock, 'POST', path, { headers })).status).toBe(200);
});

test.each([coding('identity, gzip'), coding('')])(
  'a body with %j gets 415, with what is accepted',
  async (headers) => {
    const response = await ask(mock, 'POST', path, { headers, body: '{}' });
    expect(response.status).toBe(415);
    expect(response.headers.get('Accept-Encoding')).toBe('identity');
    expect((await ask(mock, 'POST', path, { headers })).status).toBe(200);
  },
);

test.each([
  [1024 * 1024, 200],
  [1024 * 1024 + 1, 413],
])('a body of %j bytes gets %j', async (bytes, status) => {
  // Two bytes each, so that bytes and not characters are counted.
  const body = `{"title":"${'ä'.repeat((bytes - 12) / 2)}"}`.padEnd(
    bytes / 2 + 6 + (bytes % 2),
  );
  expect(new TextEncoder().encode(body)).toHaveLength(bytes);
  const response = await ask(mock, 'POST', path, { body });
  expect(response.status).toBe(status);
  const tooLong = '{"detail":"The body is longer than 1048576 bytes"}';
  expect(response.text === tooLong).toBe(status === 413);
});

test('malformed JSON is rejected with its location', async () => {
  const error = 'The body is not JSON';
  const msg = `${error}: error at line 2, column 2`;
  const place = { type: 'json_invalid', loc: ['body', 3] };
  const detail = [{ ...place, msg, input: {}, ctx: { error } }];
  for (const at of [path, '/api/conversations']) {
    const response = await reply(mock, 'POST', at, { body: "{\n 'a':1}" });
    expect(response).toEqual({ status: 422, body: { detail } });
  }
});

test('an edition of the service does not say where JSON is malformed', async () => {
  const response = await reply(create({ edition: '1.5.0' }), 'POST', path, {
    body: '{',
  });
  const detail = [
    { type: 'json_invalid', loc: ['body', 1], msg: 'JSON decode error' },
  ];
  expect(response).toMatchObject({ status: 422, body: { detail } });
});

test('malformed JSON is rejected before a missing key', async () => {
  expect((await ask(mock, 'POST', path, { key: null, body: '{' })).status).toBe(
    422,
  );
  expect(
    (await ask(mock, 'POST', path, { key: null, body: '{}' })).status,
  ).toBe(401);
});

test('a body can have a byte order mark', async () => {
  expect((await ask(mock, 'POST', path, { body: '\uFEFF{}' })).status).toBe(
    200,
  );
});

test.each([path, '/api/conversations'])(
  'a body of %s that is not UTF-8 gets 400',
  async (at) => {
    const response = await mock.fetch(`http://mock${at}`, {
      method: 'POST',
      headers: { 'X-Session-API-Key': 'ada', ...type('application/json') },
      body: new Uint8Array([0x22, 0x0a, 0xff, 0x22]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      detail: 'There was an error parsing the body',
    });
  },
);

test.each<{ text: string; index: number; line: number; column: number }>([
  {
    text: '',
    index: 0,
    line: 1,
    column: 1,
  },
  {
    text: '{"a": 1',
    index: 7,
    line: 1,
    column: 8,
  },
  {
    text: '{"a": 1,\n  b: 2}',
    index: 11,
    line: 2,
    column: 3,
  },
  {
    text: '{"a": 1,}',
    index: 8,
    line: 1,
    column: 9,
  },
  {
    text: '[1, 2,\n]',
    index: 7,
    line: 2,
    column: 1,
  },
  {
    text: '[1]]',
    index: 3,
    line: 1,
    column: 4,
  },
  {
    text: '[tru]',
    index: 1,
    line: 1,
    column: 2,
  },
  {
    text: '{}//',
    index: 2,
    line: 1,
    column: 3,
  },
])(
  '$text finds where a text stops being JSON',
  async ({ text, index, line, column }) => {
    const parse = async () => JSON.parse(text) as unknown;
    const error: unknown = await parse().catch((it: unknown) => it);
    expect(error).toBeInstanceOf(SyntaxError);
    // Other engines do not name the position.
    for (const it of [error as SyntaxError, new SyntaxError()]) {
      expect(await jsonErrorIn(text, it)).toEqual({ index, line, column });
    }
  },
);

test('a character of a body can be in two chunks', () => {
  expect(decode([Buffer.from([0x61, 0xc3]), Buffer.from([0xa4])])).toBe('aä');
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const wide = (count: number) => `[${Array(count).fill('1').join(',')}]`;
const properties = Object.fromEntries(
  Array.from({ length: 90_000 }, (_, at) => [`p${at}`, 0]),
);
const not = 'The body must not';
const tooDeep = {
  type: 'value_error',
  msg: `${not} be nested more than 100 levels deep`,
};
const tooMany = {
  type: 'value_error',
  msg: `${not} have more than 10000 properties and items`,
};

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

import { describe, expect, test } from 'vitest';
import {
  plainExchange,
  plainKey,
  type Unusual,
} from '../testing/plain-exchange.ts';
import { validateExchange, type ValidateOptions } from './validate-exchange.ts';

const sandbox = {
  id: 'sbx-4kq7m2xw',
  created_by_user_id: null,
  sandbox_spec_id: 'default',
  status: 'RUNNING',
  session_api_key: null,
  created_at: '2026-11-22T09:00:00Z',
};
const settings = { llm_api_key_set: false };
const made = { status: 'ok', conversation_id: 'c-1' };
const detail = { detail: 'No.' };
const error = { error: 'No.' };
const rejection = { status: 'error', message: 'No.', msg_id: 'x' };
const invalid = {
  detail: [{ loc: ['query', 'limit'], msg: 'No.', type: 'no' }],
};

const start = 'POST /api/v1/sandboxes';
const search = 'GET /api/v1/sandboxes/search';
const pause = 'POST /api/v1/sandboxes/sbx-1/pause';
const converse = 'POST /api/v1/app-conversations';
const create = 'POST /api/conversations';
const get = 'GET /api/settings';

interface Row extends Unusual, ValidateOptions {
  readonly is: string;
  /** The request, and the status and body of the response. */
  readonly of: readonly [line: string, status: number, body: unknown];
  /** The violations: side, part, pointer, keyword, severity and decision; by default none. */
  readonly want?: readonly string[];
}

/** What is found in closed mode. */
function check({
  of: [line, status, body],
  want = [],
  baseUrl,
  strict,
  ...unusual
}: Row): void {
  const exchange = plainExchange(line, status, body, unusual);
  const { violations } = validateExchange(exchange, {
    closed: true,
    baseUrl,
    strict,
  });
  const found = violations.map(
    ({ side, part, pointer, keyword, severity, decision }) =>
      [side, part, pointer || '-', keyword, severity, decision ?? '']
        .join(' ')
        .trimEnd(),
  );
  expect(found).toEqual(want);
  expect(JSON.stringify(violations)).not.toContain(plainKey);
}

const missing = 'request security /x-session-api-key required error';
const accepted = 'response security /x-session-api-key accepted error';
const limited = { message: 'Slow down.' };
const list = 'GET /api/v1/app-conversations';
const conversation = { created_by_user_id: null, sandbox_id: 5 };

const rows: Readonly<Record<string, readonly Row[]>> = {
  accepts: [
    { is: 'a success', of: [start, 200, sandbox] },
    { is: 'an error response', of: [start, 404, detail] },
    {
      is: 'a success that was asked for with a body',
      of: [create, 200, made],
      sent: {},
    },
    { is: 'a body that may be left out', of: [converse, 422, invalid] },
    {
      is: 'an empty body that may be left out',
      of: [converse, 422, invalid],
      sent: '',
      headers: { 'Content-Type': null },
    },
    {
      is: 'a body that is ignored',
      of: [pause, 200, { success: true }],
      sent: 'what',
    },
    {
      is: 'a media type with parameters',
      of: [create, 200, made],
      sent: {},
      headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
      responded: { 'Content-Type': 'APPLICATION/JSON;charset=utf-8' },
    },
    { is: 'a response to HEAD', of: ['HEAD /api/settings', 200, ''] },
    {
      is: 'a response to HEAD without headers of the body',
      of: ['HEAD /api/settings', 404, ''],
      responded: { 'Content-Type': null },
    },
    { is: 'no key, and 401', of: [get, 401, error], key: null },
    {
      is: 'a server below a path',
      of: ['GET /of/ada/api/settings', 200, settings],
      baseUrl: 'http://127.0.0.1:4010/of/ada/',
    },
  ],
  'reports of the request': [
    {
      is: 'a path that the contract does not have',
      of: ['GET /api/v2/sandboxes', 404, 'Not found'],
      want: ['request path - path error'],
    },
    {
      is: 'a method that a path does not have',
      of: ['DELETE /api/settings', 405, 'Not allowed'],
      want: ['request path - method error'],
    },
    {
      is: 'a method that the service has nowhere',
      of: ['DELETE /api/settings', 501, ''],
      want: ['request path - method error'],
    },
    {
      is: 'a server that is somewhere else',
      of: [get, 200, settings],
      baseUrl: 'http://127.0.0.1:4010/of/ada',
      want: ['request path - path error'],
    },
    {
      is: 'a server whose path only begins alike',
      of: ['GET /of/adam/api/settings', 200, settings],
      baseUrl: 'http://127.0.0.1:4010/of/ada',
      want: ['request path - path error'],
    },
    {
      is: 'a server with another port',
      of: [get, 200, settings],
      baseUrl: 'http://127.0.0.1:4011',
      want: ['request path - path error'],
    },
    {
      is: 'no key, where it is not the reason of the error response',
      of: [start, 404, detail],
      key: null,
      want: ['request security /x-session-api-key required error'],
    },
    {
      is: 'a parameter beyond its bounds',
      of: [`${search}?limit=101`, 422, invalid],
      want: ['request query /limit maximum error D05'],
    },
    {
      is: 'a parameter that is given twice',
      of: [`${search}?page_id=a&page_id=b`, 422, invalid],
      want: ['request query /page_id repeated error D05'],
    },
    {
      is: 'a parameter that is not listed',
      of: [`${search}?size=5`, 200, { items: [] }],
      want: ['request query /size additionalProperties warning'],
    },
    {
      is: 'a property of the wrong type, as documented',
      of: [create, 422, invalid],
      sent: { initial_user_msg: 5 },
      want: ['request body /initial_user_msg type error'],
    },
    {
      is: 'a property of the wrong type, as observed',
      of: [converse, 422, invalid],
      sent: { conversation_id: 5 },
      want: ['request body /conversation_id type error D01'],
    },
    {
      is: 'no body where there has to be one',
      of: [create, 422, invalid],
      want: ['request body - required error'],
    },
    {
      is: 'a body that is not JSON',
      of: [create, 422, invalid],
      sent: '{"title":',
      want: ['request body - json error'],
    },
    {
      is: 'a body of another media type, which HTTP has a status for',
      of: [create, 415, rejection],
      sent: 'title=x',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      want: ['request header /content-type media-type error'],
    },
    {
      is: 'a body of no media type',
      of: [create, 422, invalid],
      sent: {},
      headers: { 'Content-Type': null },
      want: ['request header /content-type media-type error'],
    },
  ],
  'reports of the status': [
    {
      is: 'a success that is not declared, which is observed',
      of: [start, 201, sandbox],
      want: ['response status - status error D03'],
    },
    {
      is: 'an undeclared error',
      of: [get, 403, error],
      want: ['response status - status error D09'],
    },
    {
      is: 'a redirection',
      of: [get, 302, ''],
      want: ['response status - status error D08'],
    },
    {
      is: 'an error of the server',
      of: [start, 503, detail],
      want: ['response status - server-error error D03'],
    },
    {
      is: 'an error of the server where there is no operation',
      of: ['GET /api/nothing', 500, ''],
      want: [
        'request path - path error',
        'response status - server-error error',
      ],
    },
    {
      is: 'a declared media type that is rejected',
      of: [create, 415, rejection],
      sent: {},
      want: ['response status - status error D10'],
    },
    {
      is: 'success in spite of a fault that is observed',
      of: [`${search}?limit=0`, 200, { items: [] }],
      want: [
        'request query /limit minimum error D05',
        'response status - accepted error D05',
      ],
    },
    {
      is: 'success of any kind in spite of a fault',
      of: [`${search}?limit=0`, 299, { items: [] }],
      want: [
        'request query /limit minimum error D05',
        'response status - accepted error D05',
        'response status - status error D05',
      ],
    },
    {
      is: 'another status than HTTP has for the fault',
      of: [create, 418, rejection],
      sent: 'title=x',
      headers: { 'Content-Type': 'text/plain' },
      want: [
        'request header /content-type media-type error',
        'response status - status error D10',
      ],
    },
    {
      is: 'success in spite of several faults, once and by the documented one',
      of: [create, 200, made],
      sent: {
        suggested_task: { git_provider: 'hg' },
        create_microagent: { repo: 5 },
      },
      want: [
        'request body /suggested_task/git_provider enum error D37',
        'request body /create_microagent/repo type error',
        'response status - accepted error',
      ],
    },
  ],
  'reports of security': [
    {
      is: 'success without a key',
      of: [get, 200, settings],
      key: null,
      want: [missing, accepted],
    },
    {
      is: 'success with no key in it',
      of: [start, 200, sandbox],
      key: '',
      want: [missing, accepted],
    },
    {
      is: 'success with a blank key',
      of: [start, 200, sandbox],
      key: ' ',
      want: [missing, accepted],
    },
    {
      is: 'success without a key, and another fault',
      of: [`${search}?limit=0`, 200, { items: [] }],
      key: null,
      want: [
        missing,
        'request query /limit minimum error D05',
        accepted,
        'response status - accepted error D05',
      ],
    },
  ],
  'reports of the media type and the form of the body': [
    {
      is: 'a charset in another parameter',
      of: [get, 200, settings],
      responded: {
        'Content-Type':
          'application/json; profile="x;charset=latin1"; charset=utf-8',
      },
      want: [],
    },
    {
      is: 'a charset that is none',
      of: [get, 200, settings],
      responded: { 'Content-Type': 'application/json; charset=' },
      want: [],
    },
    {
      is: 'another media type',
      of: [get, 200, settings],
      responded: { 'Content-Type': 'text/plain' },
      want: ['response header /content-type media-type error D08'],
    },
    {
      is: 'no media type',
      of: [start, 404, detail],
      responded: { 'Content-Type': null },
      want: ['response header /content-type media-type warning D12'],
    },
    {
      is: 'a page of a gateway, once',
      of: [get, 200, '<html>Hello</html>'],
      responded: { 'Content-Type': 'text/html' },
      want: ['response header /content-type media-type error D08'],
    },
    {
      is: 'another media type, and what is wrong with its JSON',
      of: [get, 200, {}],
      responded: { 'Content-Type': 'text/html' },
      want: [
        'response header /content-type media-type error D08',
        'response body /llm_api_key_set required error',
      ],
    },
    {
      is: 'no body',
      of: [get, 200, ''],
      want: ['response body - required error D08'],
    },
    {
      is: 'blanks',
      of: [get, 200, ' '],
      want: ['response body - json error D08'],
    },
    {
      is: 'JSON that is cut off',
      of: [converse, 422, '{"detail":'],
      want: ['response body - json error D09'],
    },
    {
      is: 'a body of a response to HEAD',
      of: ['HEAD /api/settings', 200, settings],
      want: ['response body - body error D08'],
    },
    {
      is: 'another media type of a response to HEAD',
      of: ['HEAD /api/settings', 200, ''],
      responded: { 'Content-Type': 'text/html' },
      want: ['response header /content-type media-type error D08'],
    },
    {
      is: 'a body of a status that has none',
      of: [pause, 204, { success: true }],
      want: [
        'response status - status error D28',
        'response body - body error D28',
      ],
    },
  ],
  'reports of the properties of the body': [
    {
      is: 'one that is missing, as documented',
      of: [create, 200, { status: 'ok' }],
      sent: {},
      want: ['response body /conversation_id required error'],
    },
    {
      is: 'one that is missing, as observed',
      of: [start, 200, { ...sandbox, id: undefined }],
      want: ['response body /id required error D03'],
    },
    {
      is: 'a value that is not listed, in a list',
      of: [search, 200, { items: [sandbox, { ...sandbox, status: 'LOST' }] }],
      want: ['response body /items/1/status enum error D03'],
    },
    {
      is: 'one whose annotations differ from those around it',
      of: [get, 200, { ...settings, provider_tokens_set: { github: 5 } }],
      want: ['response body /provider_tokens_set/github type error D19'],
    },
    {
      is: 'one that is not listed',
      of: [get, 200, { ...settings, surplus: 1 }],
      want: ['response body /surplus additionalProperties warning'],
    },
    {
      is: 'one that is misspelt',
      of: [
        start,
        200,
        { ...sandbox, session_api_key: undefined, sessionApiKey: null },
      ],
      want: [
        'response body /session_api_key required error D03',
        'response body /sessionApiKey additionalProperties warning D03',
      ],
    },
    {
      is: 'a body of another type',
      of: [start, 404, [detail]],
      want: ['response body - type error D09'],
    },
    {
      is: 'what is assumed, which is only strictly an error',
      of: [start, 404, { detail: 5, surplus: 1 }],
      responded: { 'Content-Type': 'text/plain' },
      strict: true,
      want: [
        'response header /content-type media-type error D12',
        'response body /detail type error D09',
        'response body /surplus additionalProperties warning D09',
      ],
    },
  ],
  'reports of the headers': [
    {
      is: 'nothing, if it is right',
      of: [get, 429, limited],
      responded: { 'Retry-After': '1' },
    },
    { is: 'nothing, if it is absent', of: [get, 429, limited] },
    {
      is: 'one of another type',
      of: [get, 429, limited],
      responded: { 'Retry-After': 'soon' },
      want: ['response header /retry-after type error D42'],
    },
  ],
  'reports of a list of conversations without ids': [
    { is: 'nothing, if they are required', of: [list, 422, invalid] },
    {
      is: 'an undeclared status, as a warning',
      of: [list, 500, ''],
      want: ['response status - server-error warning D06'],
    },
    {
      is: 'a violation of a type, as a warning',
      of: [list, 200, [conversation]],
      want: ['response body /0/sandbox_id type warning D06'],
    },
    {
      is: 'a body that is not JSON, as a warning',
      of: [list, 200, '['],
      want: ['response body - json warning D06'],
    },
    {
      is: 'a warning, which is strictly an error',
      of: [list, 500, ''],
      strict: true,
      want: ['response status - server-error error D06'],
    },
    {
      is: 'the same with ids, as an error',
      of: [`${list}?ids=0f6b8c1e3a444d0e9a517c2e5b9d1f36`, 200, [conversation]],
      want: ['response body /0/sandbox_id type error D02'],
    },
    {
      is: 'the key in clear text, as an error',
      of: [list, 422, { ...invalid, key: plainKey }],
      want: [
        'response body /key additionalProperties warning D09',
        'response body /key secret error',
      ],
    },
  ],
};

describe.each(Object.entries(rows))('%s', (_, some) => {
  test.each(some)('$is', check);
});

test.each([
  ['HEAD /api/settings', 'getSettings'],
  ['POST /api/v1/sandboxes/a%2Fb%20%C3%A9/pause', 'pauseSandbox'],
  ['POST /api/v1/sandboxes/search/pause', 'pauseSandbox'],
  ...['/', '/api/settings/', '/api/Settings', '/of/ada/api/settings'].map(
    (it) => [`GET ${it}`],
  ),
  ...['', '%C3%28'].map((id) => [`POST /api/v1/sandboxes/${id}/pause`]),
])('%s calls %s', (line, operation) => {
  expect(validateExchange(plainExchange(line, 404, '')).operation).toBe(
    operation,
  );
});

test('reports unlisted properties only if that is asked for', () => {
  const surplus = plainExchange(`${search}?surplus=1`, 200, {
    items: [],
    surplus: 1,
  });
  expect(validateExchange(surplus)).toEqual({
    operation: 'searchSandboxes',
    violations: [],
  });
});

test('a violation has the location, the rule and its provenance', () => {
  const items = [{ ...sandbox, status: 'LOST' }];
  expect(validateExchange(plainExchange(search, 200, { items }))).toEqual({
    operation: 'searchSandboxes',
    violations: [
      {
        operation: 'searchSandboxes',
        side: 'response',
        part: 'body',
        pointer: '/items/0/status',
        keyword: 'enum',
        message:
          'is "LOST", must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING',
        severity: 'error',
        provenance: 'observed',
        decision: 'D03',
        contract: '#/components/schemas/SandboxStatus',
        deviation: undefined,
      },
    ],
  });
});

interface Saying extends Unusual {
  readonly says: string;
  readonly line: string;
  readonly status: number;
  readonly body: unknown;
}

const sayings: readonly Saying[] = [
  {
    says: 'is 201, must be one of 200, 401, 404, 429',
    line: get,
    status: 201,
    body: settings,
  },
  {
    says: 'is 500: the service failed on a valid request',
    line: get,
    status: 500,
    body: '',
  },
  {
    says: 'is 500: the service failed on a request that it must reject',
    line: `${search}?limit=500`,
    status: 500,
    body: '',
  },
  {
    says: 'is 502: the service failed on a request that calls no operation',
    line: 'GET /api/nothing',
    status: 502,
    body: '',
  },
  {
    says: 'is text/html, must be application/json',
    line: get,
    status: 200,
    body: settings,
    responded: { 'Content-Type': 'text/html' },
  },
  {
    says: 'is missing, must be application/json',
    line: get,
    status: 200,
    body: settings,
    responded: { 'Content-Type': null },
  },
  {
    says: 'is text/plain, must be application/json',
    line: create,
    status: 422,
    body: invalid,
    sent: 'x',
    headers: { 'Content-Type': 'text/plain' },
  },
  {
    says: 'is not a path of the contract',
    line: 'GET /api/nothing',
    status: 404,
    body: '',
  },
  {
    says: 'has no PUT, but GET and POST',
    line: 'PUT /api/v1/app-conversations',
    status: 405,
    body: '',
  },
  { says: 'is "<p>{", must be JSON', line: get, status: 200, body: '<p>{' },
  {
    says: 'is "x", must be empty',
    line: 'HEAD /api/settings',
    status: 200,
    body: '"x"',
  },
  { says: 'is missing', line: get, status: 200, body: '' },
  {
    says: 'is 5, must be a string or null',
    line: search,
    status: 200,
    body: { items: [], next_page_id: 5 },
  },
  {
    says: 'is {"a":[1,{"b":null}]}, must be an array',
    line: search,
    status: 200,
    body: { items: { a: [1, { b: null }] } },
  },
  {
    says: 'is "soon", must be a date-time (RFC 3339)',
    line: search,
    status: 200,
    body: { items: [{ ...sandbox, created_at: 'soon' }] },
  },
  {
    says: 'is 1.5, must be an integer',
    line: get,
    status: 429,
    body: { message: 'Slow down.' },
    responded: { 'Retry-After': '1.5' },
  },
  {
    says: 'is 200, must be an error: the key of the request is missing',
    line: get,
    status: 200,
    body: settings,
    key: null,
  },
  {
    says: 'is 200, must be an error: /limit in the query of the request is "500", must be at most 100',
    line: `${search}?limit=500`,
    status: 200,
    body: { items: [] },
  },
  {
    says: 'is 200, must be an error: the body of the request is missing',
    line: create,
    status: 200,
    body: made,
  },
];

test.each(sayings)(
  'it says: $says',
  ({ says, line, status, body, ...unusual }) => {
    const { violations } = validateExchange(
      plainExchange(line, status, body, unusual),
    );
    expect(violations.map(({ message }) => message)).toContain(says);
  },
);

test('shortens what came, however large and deep it is', () => {
  const text = `"${'x'.repeat(1e6)}"`;
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  for (const value of [text, deep, `{"a":${text}}`]) {
    const { violations } = validateExchange(
      plainExchange(search, 200, `{"items":${value}}`),
    );
    const [message] = violations.map((it) => it.message);
    expect(message).toMatch(/^is .{79}…, must be an (array|object)$/);
  }
});

test.each([
  { what: 'the key', value: `with ${plainKey}` },
  {
    what: 'the percent-encoded key',
    value: `${plainKey} ü`.replaceAll('-', '%2D'),
  },
  { what: 'the secret of another property', value: 'at sk-of-the-sandbox-1' },
  {
    what: 'a property that is secret',
    value: { session_api_key: 'other-secret-1' },
  },
  { what: 'a secret that an option names', value: 'known-secret-1' },
])('shows no secret in what came: $what', ({ value }) => {
  const item = {
    ...sandbox,
    session_api_key: 'sk-of-the-sandbox-1',
    created_at: value,
  };
  const exchange = plainExchange(search, 200, {
    items: [{ ...item, status: [value] }],
  });
  const { violations } = validateExchange(exchange, {
    secrets: ['known-secret-1'],
  });
  const messages = violations.map(({ message }) => message).join('\n');
  expect(messages).toContain('[redacted]');
  expect(messages).not.toMatch(
    /key-of-ada|key%2Dof|sk-of|other-secret|known-secret/,
  );
});

const bearer = {
  key: null,
  headers: { Authorization: 'Bearer token-of-ada-1' },
};

test('takes the key from another header', () => {
  const exchange = plainExchange(search, 200, { items: [] }, bearer);
  expect(validateExchange(exchange).violations).toHaveLength(2);
  const withOption = validateExchange(exchange, { keyHeader: 'Authorization' });
  expect(withOption.violations).toEqual([]);
  const custom = plainExchange(get, 200, settings, {
    key: null,
    headers: { 'X-Key': 'abc' },
  });
  expect(validateExchange(custom, { keyHeader: 'x-key' }).violations).toEqual(
    [],
  );
});

test('without the scheme Bearer there is no key in Authorization', () => {
  const headers = { Authorization: 'Basic YTpi' };
  const exchange = plainExchange(get, 200, settings, { key: null, headers });
  expect(
    validateExchange(exchange, { keyHeader: 'Authorization' }).violations,
  ).toHaveLength(2);
});

test('finds a bearer token in the response', () => {
  const body = { ...settings, language: 'token-of-ada-1' };
  const { violations } = validateExchange(
    plainExchange(get, 200, body, bearer),
    {
      keyHeader: 'Authorization',
    },
  );
  expect(violations).toMatchObject([
    { keyword: 'secret', pointer: '/language' },
  ]);
});

import {
  operations,
  type OperationId,
  type Options,
  type ResponseParts,
} from '@agent-conversation/validators';
import { expect, test } from 'vitest';

/** The violations of a response, in a line each; none if it is valid. */
function violationsOf(
  id: OperationId,
  parts: Partial<ResponseParts>,
  options?: Options,
): string[] {
  const whole = { status: 200, contentType: 'application/json', ...parts };
  const result = operations[id].validateResponse(whole, options);
  if (result.valid) return [];
  return result.violations.map(
    (it) => `${it.part} ${it.pointer} ${it.keyword}: ${it.message}`,
  );
}

/** A response, and its violations in a line each. */
interface Validated {
  readonly id: OperationId;
  readonly parts: Partial<ResponseParts>;
  readonly violations: readonly string[];
  readonly options?: Options;
}

const sandbox = {
  id: 'sbx-1',
  created_by_user_id: null,
  sandbox_spec_id: 'spec',
  status: 'RUNNING',
  session_api_key: null,
};

test.each([
  'application/json',
  'Application/JSON',
  ' application/json ;charset=utf-8',
])('accepts a response of %j, and returns its values', (contentType) => {
  const parts = { status: 200, contentType, body: sandbox };
  const want = { valid: true, status: 200, body: sandbox };
  expect(operations.startSandbox.validateResponse(parts)).toStrictEqual(want);
});

const tooMany = (headers?: Record<string, string>) => ({
  status: 429,
  body: { message: 'Too many requests' },
  headers: headers && new Headers(headers),
});
const surplus = {
  items: [{ ...sandbox, exposed_urls: [{ surplus: 1 }], surplus: 1 }],
  surplus: 1,
};
const noJson = [
  undefined,
  null,
  '',
  'text/html',
  'application/json2',
  'application/problem+json',
];

test.each<Validated>([
  {
    id: 'startSandbox',
    parts: { status: 500, body: {} },
    violations: ['status  status: must be one of 200, 401, 404, 429'],
  },
  {
    id: 'startSandbox',
    parts: { status: NaN },
    violations: ['status  status: must be one of 200, 401, 404, 429'],
  },
  {
    id: 'startSandbox',
    parts: { contentType: null },
    violations: [
      'header /content-type media-type: must be application/json',
      'body  required: is missing',
    ],
  },
  {
    id: 'startSandbox',
    parts: { body: null },
    violations: ['body  type: must be an object'],
  },
  {
    id: 'startSandbox',
    parts: { status: 404, body: {} },
    violations: ['body /detail required: is missing'],
  },
  {
    id: 'startSandbox',
    parts: {
      body: {
        ...sandbox,
        status: 'GONE',
        created_at: 'yesterday',
        exposed_urls: [{ port: 1.5 }],
      },
    },
    violations: [
      'body /status enum: must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING',
      'body /exposed_urls/0/port type: must be an integer',
      'body /created_at format: must be a date-time (RFC 3339)',
    ],
  },
  {
    id: 'startSandbox',
    parts: { body: { ...sandbox, exposed_urls: 'none' } },
    violations: ['body /exposed_urls type: must be an array or null'],
  },
  {
    id: 'searchSandboxes',
    parts: { body: { items: [sandbox, { ...sandbox, status: 5 }] } },
    violations: ['body /items/1/status type: must be a string'],
  },
  {
    id: 'createConversation',
    parts: { status: 400, body: { status: 'ok', message: '', msg_id: '' } },
    violations: ['body /status const: must be error'],
  },
  {
    id: 'listAppConversations',
    parts: {
      body: [
        null,
        5,
        {
          created_by_user_id: null,
          sandbox_id: '',
          tags: { 'a/b': 1 },
          metrics: { accumulated_cost: -1 },
        },
      ],
    },
    violations: [
      'body /1 type: must be an object or null',
      'body /2/metrics/accumulated_cost minimum: must be at least 0',
      'body /2/tags/a~1b type: must be a string',
    ],
  },
  {
    id: 'listAppConversations',
    parts: {
      status: 422,
      body: { detail: [{ loc: ['query', 1.5], msg: '', type: '' }] },
    },
    violations: ['body /detail/0/loc/1 type: must be a string or an integer'],
  },
  {
    id: 'getSettings',
    parts: {
      body: JSON.parse(
        '{"llm_api_key_set":true,"provider_tokens_set":{"__proto__":1}}',
      ) as unknown,
    },
    violations: [
      'body /provider_tokens_set/__proto__ type: must be a string or null',
    ],
  },
  {
    id: 'getSettings',
    parts: { body: { llm_api_key_set: true, max_iterations: NaN } },
    violations: ['body /max_iterations type: must be an integer or null'],
  },
  {
    id: 'startSandbox',
    parts: { status: 401, body: { detail: 'Unauthorized' } },
    violations: [],
  },
  {
    id: 'startSandbox',
    parts: { status: 401, body: { error: 'Invalid or missing API key' } },
    violations: [],
  },
  {
    id: 'startSandbox',
    parts: { status: 401, body: 'The repository cannot be accessed' },
    violations: [],
  },
  {
    id: 'startSandbox',
    parts: { status: 401, body: { detail: 5 } },
    violations: ['body /detail type: must be a string'],
  },
  {
    id: 'startSandbox',
    parts: { status: 401, body: {} },
    violations: [
      'body  anyOf: matches none of the schemas that are allowed here',
    ],
  },
  { id: 'startSandbox', parts: tooMany(), violations: [] },
  { id: 'startSandbox', parts: tooMany({}), violations: [] },
  {
    id: 'startSandbox',
    parts: tooMany({ 'Retry-After': '1' }),
    violations: [],
  },
  {
    id: 'startSandbox',
    parts: tooMany({ 'Retry-After': 'soon' }),
    violations: ['header /retry-after type: must be an integer'],
  },
  { id: 'searchSandboxes', parts: { body: surplus }, violations: [] },
  {
    id: 'searchSandboxes',
    parts: { body: surplus },
    violations: [
      'body /items/0/exposed_urls/0/surplus additionalProperties: is not listed in the contract',
      'body /items/0/surplus additionalProperties: is not listed in the contract',
      'body /surplus additionalProperties: is not listed in the contract',
    ],
    options: { closed: true },
  },
  ...noJson.map((contentType): Validated => ({
    id: 'startSandbox',
    parts: { contentType, body: sandbox },
    violations: ['header /content-type media-type: must be application/json'],
  })),
])(
  'the violations of $id, $parts: $violations',
  ({ id, parts, violations, options }) => {
    expect(violationsOf(id, parts, options)).toEqual(violations);
  },
);

test.each([1, 10, 1000])(
  'returns at most %i violations of many, the first ones',
  (most) => {
    const items = Array.from({ length: 100_000 }, () => ({}));
    const whole = {
      status: 200,
      contentType: 'application/json',
      body: { items },
    };
    const { validateResponse } = operations.searchSandboxes;
    const result = validateResponse(whole, { maxViolations: most });
    const few = { ...whole, body: { items: items.slice(0, 300) } };
    const all = validateResponse(few);
    expect(!result.valid && result.violations).toEqual(
      !all.valid && all.violations.slice(0, most),
    );
  },
);

test.each([0, -1, NaN])('rejects a bound of %d violations', (maxViolations) => {
  const error = new TypeError(
    `maxViolations must be 1 or more, is ${maxViolations}`,
  );
  const bound = { maxViolations };
  expect(() => violationsOf('startSandbox', { body: {} }, bound)).toThrow(
    error,
  );
  // Whose loops it would end before the first item.
  const wrongItem = { body: { items: [{}] } };
  expect(() => violationsOf('searchSandboxes', wrongItem, bound)).toThrow(
    error,
  );
  expect(() => operations.searchSandboxes.validateRequest({}, bound)).toThrow(
    error,
  );
});

test('a bound on violations does not change whether a value is valid', () => {
  const page = {
    items: [sandbox, sandbox, { ...sandbox, status: 'LOST' }, sandbox],
  };
  expect(
    violationsOf('searchSandboxes', { body: page }, { maxViolations: 1 }),
  ).toHaveLength(1);
  const valid = { items: [sandbox, sandbox] };
  expect(
    violationsOf('searchSandboxes', { body: valid }, { maxViolations: 1 }),
  ).toEqual([]);
  const map = {
    llm_api_key_set: true,
    provider_tokens_set: { a: 1, b: 1, c: 1 },
  };
  const most = { maxViolations: 2, closed: true };
  expect(violationsOf('getSettings', { body: map }, most)).toHaveLength(2);
});

test('no violation repeats a value, which may be a secret', () => {
  const secret = 'sk-very-secret';
  const wrap = { wrong: secret };
  const settings = {
    llm_api_key: wrap,
    email: [secret],
    llm_api_key_set: secret,
    provider_tokens_set: { a: wrap },
  };
  const start = {
    agent_type: secret,
    conversation_id: secret,
    initial_message: { content: [{ type: secret }, secret] },
    trigger: secret,
  };
  const { getSettings, searchSandboxes, startAppConversation } = operations;
  const limit = new URLSearchParams({ limit: secret });
  const unlisted = new URLSearchParams({ surplus: secret });
  const results = [
    getSettings.validateResponse({
      status: 200,
      contentType: secret,
      body: settings,
    }),
    startAppConversation.validateRequest({ body: start }),
    searchSandboxes.validateRequest({ query: limit }),
    searchSandboxes.validateRequest({ query: unlisted }, { closed: true }),
  ];
  for (const result of results) {
    expect(result.valid).toBe(false);
    expect(JSON.stringify(result)).not.toContain(secret);
  }
});

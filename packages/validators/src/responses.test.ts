import {
  operations,
  type OperationId,
  type Options,
  type ResponseParts,
} from '@agent-conversation/validators';
import { expect, test } from 'vitest';

/** The violations of a response, in a line each; none if it is valid. */
function violationsOf(id: OperationId, parts: Partial<ResponseParts>, options?: Options): string[] {
  const whole = { status: 200, contentType: 'application/json', ...parts };
  const result = operations[id].validateResponse(whole, options);
  if (result.valid) return [];
  return result.violations.map((it) => `${it.part} ${it.pointer} ${it.keyword}: ${it.message}`);
}

const sandbox = {
  id: 'sbx-1',
  created_by_user_id: null,
  sandbox_spec_id: 'spec',
  status: 'RUNNING',
  session_api_key: null,
};

test.each(['application/json', 'Application/JSON', ' application/json ;charset=utf-8'])(
  'accepts a response of %j, and returns its values',
  (contentType) => {
    const parts = { status: 200, contentType, body: sandbox };
    const want = { valid: true, status: 200, body: sandbox };
    expect(operations.startSandbox.validateResponse(parts)).toStrictEqual(want);
  },
);

test('validateAnswer is the former name of validateResponse', () => {
  for (const { validateAnswer, validateResponse } of Object.values(operations)) {
    expect(validateAnswer).toBe(validateResponse);
  }
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
const noJson = [undefined, null, '', 'text/html', 'application/json2', 'application/problem+json'];

// prettier-ignore
test.each<[OperationId, Partial<ResponseParts>, string[], Options?]>([
  ['startSandbox', { status: 500, body: {} }, ['status  status: must be one of 200, 401, 404, 429']],
  ['startSandbox', { status: NaN }, ['status  status: must be one of 200, 401, 404, 429']],
  ['startSandbox', { contentType: null }, ['header /content-type media-type: must be application/json', 'body  required: is missing']],
  ['startSandbox', { body: null }, ['body  type: must be an object']],
  ['startSandbox', { status: 404, body: {} }, ['body /detail required: is missing']],
  ['startSandbox', { body: { ...sandbox, status: 'GONE', created_at: 'yesterday', exposed_urls: [{ port: 1.5 }] } }, [
    'body /status enum: must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING',
    'body /exposed_urls/0/port type: must be an integer',
    'body /created_at format: must be a date-time (RFC 3339)',
  ]],
  ['startSandbox', { body: { ...sandbox, exposed_urls: 'none' } }, ['body /exposed_urls type: must be an array or null']],
  ['searchSandboxes', { body: { items: [sandbox, { ...sandbox, status: 5 }] } }, ['body /items/1/status type: must be a string']],
  ['createConversation', { status: 400, body: { status: 'ok', message: '', msg_id: '' } }, ['body /status const: must be error']],
  ['listAppConversations', { body: [null, 5, { created_by_user_id: null, sandbox_id: '', tags: { 'a/b': 1 }, metrics: { accumulated_cost: -1 } }] }, [
    'body /1 type: must be an object or null',
    'body /2/metrics/accumulated_cost minimum: must be at least 0',
    'body /2/tags/a~1b type: must be a string',
  ]],
  ['listAppConversations', { status: 422, body: { detail: [{ loc: ['query', 1.5], msg: '', type: '' }] } }, ['body /detail/0/loc/1 type: must be a string or an integer']],
  ['getSettings', { body: JSON.parse('{"llm_api_key_set":true,"provider_tokens_set":{"__proto__":1}}') as unknown }, ['body /provider_tokens_set/__proto__ type: must be a string or null']],
  ['getSettings', { body: { llm_api_key_set: true, max_iterations: NaN } }, ['body /max_iterations type: must be an integer or null']],
  ['startSandbox', { status: 401, body: { detail: 'Unauthorized' } }, []],
  ['startSandbox', { status: 401, body: { error: 'Invalid or missing API key' } }, []],
  ['startSandbox', { status: 401, body: 'The repository cannot be accessed' }, []],
  ['startSandbox', { status: 401, body: { detail: 5 } }, ['body /detail type: must be a string']],
  ['startSandbox', { status: 401, body: {} }, ['body  anyOf: matches none of the schemas that are allowed here']],
  ['startSandbox', tooMany(), []],
  ['startSandbox', tooMany({}), []],
  ['startSandbox', tooMany({ 'Retry-After': '1' }), []],
  ['startSandbox', tooMany({ 'Retry-After': 'soon' }), ['header /retry-after type: must be an integer']],
  ['searchSandboxes', { body: surplus }, []],
  ['searchSandboxes', { body: surplus }, [
    'body /items/0/exposed_urls/0/surplus additionalProperties: is not listed in the contract',
    'body /items/0/surplus additionalProperties: is not listed in the contract',
    'body /surplus additionalProperties: is not listed in the contract',
  ], { closed: true }],
  ...noJson.map((contentType): [OperationId, Partial<ResponseParts>, string[]] => [
    'startSandbox', { contentType, body: sandbox }, ['header /content-type media-type: must be application/json'],
  ]),
])('the violations of %s, %o: %o', (id, parts, want, options) => {
  expect(violationsOf(id, parts, options)).toEqual(want);
});

test.each([1, 10, 1000])('returns at most %i violations of many, the first ones', (most) => {
  const items = Array.from({ length: 100_000 }, () => ({}));
  const whole = { status: 200, contentType: 'application/json', body: { items } };
  const { validateResponse } = operations.searchSandboxes;
  const result = validateResponse(whole, { maxViolations: most });
  const few = { ...whole, body: { items: items.slice(0, 300) } };
  const all = validateResponse(few);
  expect(!result.valid && result.violations).toEqual(!all.valid && all.violations.slice(0, most));
});

test('a bound on violations does not change whether a value is valid', () => {
  const page = { items: [sandbox, sandbox, { ...sandbox, status: 'LOST' }, sandbox] };
  expect(violationsOf('searchSandboxes', { body: page }, { maxViolations: 1 })).toHaveLength(1);
  const valid = { items: [sandbox, sandbox] };
  expect(violationsOf('searchSandboxes', { body: valid }, { maxViolations: 1 })).toEqual([]);
  const map = { llm_api_key_set: true, provider_tokens_set: { a: 1, b: 1, c: 1 } };
  const most = { maxViolations: 2, closed: true };
  expect(violationsOf('getSettings', { body: map }, most)).toHaveLength(2);
});

test('no violation repeats a value, which may be a secret', () => {
  const secret = 'sk-very-secret';
  const wrap = { wrong: secret };
  // prettier-ignore
  const results = [
    operations.getSettings.validateResponse({ status: 200, contentType: secret, body: { llm_api_key: wrap, email: [secret], llm_api_key_set: secret, provider_tokens_set: { a: wrap } } }),
    operations.startAppConversation.validateRequest({ body: { agent_type: secret, conversation_id: secret, initial_message: { content: [{ type: secret }, secret] }, trigger: secret } }),
    operations.searchSandboxes.validateRequest({ query: new URLSearchParams({ limit: secret }) }),
    operations.searchSandboxes.validateRequest({ query: new URLSearchParams({ surplus: secret }) }, { closed: true }),
  ];
  for (const result of results) {
    expect(result.valid).toBe(false);
    expect(JSON.stringify(result)).not.toContain(secret);
  }
});

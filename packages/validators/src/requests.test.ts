import {
  operations,
  type OperationId,
  type Options,
  type RequestParts,
} from '@agent-conversation/validators';
import { expect, test } from 'vitest';

/** The request that an operation reads; its violations in a line each if it is invalid. */
function read(id: OperationId, parts: RequestParts, options?: Options): unknown {
  const result = operations[id].validateRequest(parts, options);
  if (result.valid) return result.request;
  return result.violations.map((it) => `${it.part} ${it.pointer} ${it.keyword}: ${it.message}`);
}

const query = (text: string) => ({ query: new URLSearchParams(text) });
const content = (...parts: unknown[]) => ({ body: { initial_message: { content: parts } } });
const env = { mcp_config: { stdio_servers: [{ env: { ANY: 1, toString: 2 } }] } };
const closed = { closed: true };
const shorthand = {
  mcp_config: {
    sse_servers: ['https://a.example/sse', { url: 'https://b.example/sse' }],
    stdio_servers: [{ name: 'fetch', command: 'uvx', args: 'mcp-server-fetch', env: 'A=1,B=2' }],
  },
};
const untyped = content({ text: 'a' }, { image_urls: [] });

// prettier-ignore
test.each<[OperationId, RequestParts, object, Options?]>([
  ['searchSandboxes', {}, {}],
  ['searchSandboxes', query('limit=0100'), { query: { limit: 100 } }],
  ['searchSandboxes', query('page_id='), { query: { page_id: '' } }],
  ['searchSandboxes', query('surplus=1&__proto__=1'), {}],
  ['startSandbox', query('sandbox_spec_id=null'), { query: { sandbox_spec_id: 'null' } }],
  ['startSandbox', { body: { surplus: 1 } }, {}, closed],
  ['listAppConversations', query('ids=a'), { query: { ids: ['a'] } }],
  ['listAppConversations', query('ids=a%2Cb&ids='), { query: { ids: ['a,b', ''] } }],
  ['pauseSandbox', { path: { sandbox_id: 'a/b' } }, { path: { sandbox_id: 'a/b' } }],
  ['startAppConversation', {}, {}],
  ['startAppConversation', { body: { surplus: 1 } }, { body: { surplus: 1 } }],
  ['createConversation', { body: env }, { body: env }, closed],
  ['createConversation', { body: shorthand }, { body: shorthand }, closed],
  ['startAppConversation', untyped, untyped, closed],
])('%s accepts %o', (id, parts, want, options) => {
  expect(read(id, parts, options)).toStrictEqual({ path: {}, query: {}, body: undefined, ...want });
});

const noIntegers = ['', ' 5', '5 ', '1e1', '0x10', '5.0', '+5', '٥', 'null', '9007199254740993'];
const noTags = ['video', '__proto__', 'toString', '', 5, null, ['text']];

// prettier-ignore
test.each<[OperationId, RequestParts, string[], Options?]>([
  ['searchSandboxes', query('limit=0'), ['query /limit minimum: must be at least 1']],
  ['searchSandboxes', query('limit=101'), ['query /limit maximum: must be at most 100']],
  ['searchSandboxes', query('limit=5&limit=5'), ['query /limit repeated: must be given only once']],
  ['searchSandboxes', query('page_id=a&limit=x&page_id=b'), ['query /page_id repeated: must be given only once', 'query /limit type: must be an integer']],
  ['listAppConversations', query('ids=a&'.repeat(101)), ['query /ids maxItems: must have at most 100 items']],
  ['pauseSandbox', {}, ['path /sandbox_id required: is missing']],
  ['pauseSandbox', { path: Object.create({ sandbox_id: 'a' }) as Record<string, string> }, ['path /sandbox_id required: is missing']],
  ['createConversation', {}, ['body  required: is missing']],
  ['createConversation', { body: [] }, ['body  type: must be an object']],
  ['startAppConversation', { body: null }, ['body  type: must be an object']],
  ['startAppConversation', { body: { title: 5, public: 'yes', agent_type: 'swift', pr_number: [1, 1.5] } }, [
    'body /title type: must be a string or null',
    'body /pr_number/1 type: must be an integer',
    'body /agent_type enum: must be one of default, plan',
    'body /public type: must be a boolean or null',
  ]],
  ['createConversation', { body: { git_provider: 'sourcehut', create_microagent: { git_provider: 5 } } }, [
    'body /git_provider enum: must be one of github, gitlab, bitbucket, bitbucket_data_center, forgejo, azure_devops, enterprise_sso or null',
    'body /create_microagent/git_provider type: must be a string or null',
  ]],
  ['startAppConversation', { body: { initial_message: 'hello' } }, ['body /initial_message type: must be an object or null']],
  ['startAppConversation', content({ type: 'text', text: 5 }), ['body /initial_message/content/0/text type: must be a string']],
  ['startAppConversation', content({ type: 'text', text: 'a' }, { type: 'image' }), ['body /initial_message/content/1/image_urls required: is missing']],
  ['startAppConversation', content({ image_urls: 5 }), ['body /initial_message/content/0/image_urls type: must be an array']],
  ['startAppConversation', content(Object.create({ type: 'text', text: 'a' })), ['body /initial_message/content/0 anyOf: matches none of the schemas that are allowed here']],
  ['createConversation', { body: { mcp_config: { sse_servers: [{ url: 5 }], stdio_servers: [{ args: 5 }] } } }, [
    'body /mcp_config/sse_servers/0/url type: must be a string',
    'body /mcp_config/stdio_servers/0/args type: must be an array',
  ]],
  ['startAppConversation', content(null), ['body /initial_message/content/0 type: must be an object']],
  ['getSettings', query('__proto__=1'), ['query /__proto__ additionalProperties: is not listed in the contract'], closed],
  ['searchSandboxes', query('surplus=1&limit=0&surplus=2&a/b=3'), [
    'query /limit minimum: must be at least 1',
    'query /surplus additionalProperties: is not listed in the contract',
    'query /a~1b additionalProperties: is not listed in the contract',
  ], closed],
  ['startAppConversation', { body: { 'a/b~c': 1, initial_message: { surplus: 1, content: [{ type: 'text', text: 'a', image_urls: [] }] } } }, [
    'body /initial_message/content/0/image_urls additionalProperties: is not listed in the contract',
    'body /initial_message/surplus additionalProperties: is not listed in the contract',
    'body /a~1b~0c additionalProperties: is not listed in the contract',
  ], closed],
  ['createConversation', { body: JSON.parse('{"__proto__":1,"constructor":2}') as unknown }, [
    'body /__proto__ additionalProperties: is not listed in the contract',
    'body /constructor additionalProperties: is not listed in the contract',
  ], closed],
  ...noIntegers.map((limit): [OperationId, RequestParts, string[]] => [
    'searchSandboxes', { query: new URLSearchParams({ limit }) }, ['query /limit type: must be an integer'],
  ]),
  ...noTags.map((type): [OperationId, RequestParts, string[]] => [
    'startAppConversation', content({ type, text: 5 }), ['body /initial_message/content/0/type discriminator: must be one of text, image'],
  ]),
])('%s rejects %o', (id, parts, want, options) => {
  expect(read(id, parts, options)).toEqual(want);
});

test('params state what the contract requires', () => {
  const result = operations.startAppConversation.validateRequest({
    body: { ...content({ type: 1 }).body, agent_type: 'swift', title: 1 },
  });
  expect(!result.valid && result.violations.map(({ params }) => params)).toEqual([
    { allowed: ['text', 'image'] },
    { type: ['string', 'null'] },
    { allowed: ['default', 'plan'] },
  ]);
});

test('validates a body with many faults in linear time, and a deep one without an overflow', () => {
  const many = { initial_message: { content: Array.from({ length: 20_000 }, () => 1) } };
  expect(read('startAppConversation', { body: many })).toHaveLength(20_000);
  const servers = { sse_servers: Array.from({ length: 20_000 }, () => 1) };
  expect(read('createConversation', { body: { mcp_config: servers } })).toHaveLength(20_000);
  const deep: unknown = JSON.parse(`${'{"env":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  const body = { mcp_config: { stdio_servers: [deep] } };
  expect(read('createConversation', { body })).toHaveProperty('body', body);
  expect(read('createConversation', { body: { repository: deep } })).toEqual([
    'body /repository type: must be a string or null',
  ]);
});

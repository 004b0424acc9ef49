import {
  operations,
  type OperationId,
  type Options,
  type RequestParts,
} from '@agent-conversation/validators';
import { expect, test } from 'vitest';

/** The request that an operation reads; the violations if it is invalid. */
function accepted(id: OperationId, parts: RequestParts, options?: Options): unknown {
  const result = operations[id].validateRequest(parts, options);
  return result.valid ? result.request : result.violations;
}

/** Every violation in a line: part, pointer, keyword, message. */
function rejected(id: OperationId, parts: RequestParts, options?: Options): string[] {
  const result = operations[id].validateRequest(parts, options);
  expect(result).toMatchObject({ valid: false });
  if (result.valid) return [];
  return result.violations.map((it) => `${it.part} ${it.pointer} ${it.keyword}: ${it.message}`);
}

const query = (text: string) => ({ query: new URLSearchParams(text) });
const content = (...parts: unknown[]) => ({ body: { initial_message: { content: parts } } });

// prettier-ignore
test.each<[OperationId, RequestParts, object]>([
  ['searchSandboxes', {}, { path: {}, query: {}, body: undefined }],
  ['searchSandboxes', query('limit=1'), { path: {}, query: { limit: 1 }, body: undefined }],
  ['searchSandboxes', query('limit=0100'), { path: {}, query: { limit: 100 }, body: undefined }],
  ['searchSandboxes', query('page_id=7'), { path: {}, query: { page_id: '7' }, body: undefined }],
  ['searchSandboxes', query('page_id='), { path: {}, query: { page_id: '' }, body: undefined }],
  ['searchSandboxes', query('surplus=1'), { path: {}, query: {}, body: undefined }],
  ['searchSandboxes', query('__proto__=1'), { path: {}, query: {}, body: undefined }],
  ['startSandbox', query('sandbox_spec_id=null'), { path: {}, query: { sandbox_spec_id: 'null' }, body: undefined }],
  ['startSandbox', { body: 'ignored' }, { path: {}, query: {}, body: undefined }],
  ['listAppConversations', query('ids=a'), { path: {}, query: { ids: ['a'] }, body: undefined }],
  ['listAppConversations', query('ids=a%2Cb&ids='), { path: {}, query: { ids: ['a,b', ''] }, body: undefined }],
  ['pauseSandbox', { path: { sandbox_id: 'a/b' } }, { path: { sandbox_id: 'a/b' }, query: {}, body: undefined }],
  ['startAppConversation', {}, { path: {}, query: {}, body: undefined }],
  ['startAppConversation', { body: {} }, { path: {}, query: {}, body: {} }],
  ['startAppConversation', { body: { surplus: 1 } }, { path: {}, query: {}, body: { surplus: 1 } }],
  ['createConversation', { body: { mcp_config: { stdio_servers: [{ env: { ANY: 1 } }] } } }, { path: {}, query: {}, body: { mcp_config: { stdio_servers: [{ env: { ANY: 1 } }] } } }],
])('%s accepts %o', (id, parts, want) => {
  expect(accepted(id, parts)).toStrictEqual(want);
});

// prettier-ignore
test.each<[OperationId, RequestParts, string[]]>([
  ['searchSandboxes', query('limit=0'), ['query /limit minimum: must be at least 1']],
  ['searchSandboxes', query('limit=101'), ['query /limit maximum: must be at most 100']],
  ...[
    '',
    ' 5',
    '5 ',
    '1e1',
    '0x10',
    '5.0',
    '+5',
    '٥',
    'null',
    '9007199254740993',
    `1${'0'.repeat(400)}`,
  ].map((text): [OperationId, RequestParts, string[]] => [
    'searchSandboxes',
    { query: new URLSearchParams({ limit: text }) },
    ['query /limit type: must be an integer'],
  ]),
  ['searchSandboxes', query('limit=5&limit=5'), ['query /limit repeated: must be given only once']],
  ['searchSandboxes', query('page_id=a&limit=x&page_id=b'), ['query /page_id repeated: must be given only once', 'query /limit type: must be an integer']],
  ['listAppConversations', query('ids=a&'.repeat(101)), ['query /ids maxItems: must have at most 100 items']],
  ['pauseSandbox', {}, ['path /sandbox_id required: is missing']],
  ['pauseSandbox', { path: {} }, ['path /sandbox_id required: is missing']],
  ['createConversation', {}, ['body  required: is missing']],
  ['createConversation', { body: null }, ['body  type: must be an object']],
  ['createConversation', { body: [] }, ['body  type: must be an object']],
  ['startAppConversation', { body: null }, ['body  type: must be an object']],
  ['startAppConversation', { body: 'text' }, ['body  type: must be an object']],
  [
    'startAppConversation',
    { body: { title: 5, public: 'yes', agent_type: 'swift', pr_number: [1, 1.5, '2'] } },
    [
      'body /title type: must be a string or null',
      'body /pr_number/1 type: must be an integer',
      'body /pr_number/2 type: must be an integer',
      'body /agent_type enum: must be one of default, plan',
      'body /public type: must be a boolean or null',
    ],
  ],
  ['startAppConversation', { body: { agent_type: null } }, ['body /agent_type type: must be a string']],
  [
    'createConversation',
    { body: { git_provider: 'sourcehut', create_microagent: { git_provider: 5 } } },
    [
      'body /git_provider enum: must be one of github, gitlab, bitbucket, enterprise_sso or null',
      'body /create_microagent/git_provider type: must be a string or null',
    ],
  ],
  ['startAppConversation', { body: { initial_message: 'hello' } }, ['body /initial_message type: must be an object or null']],
  ['startAppConversation', { body: { initial_message: { role: 'robot' } } }, ['body /initial_message/role enum: must be one of user, system, assistant, tool']],
  ['startAppConversation', { body: { conversation_id: 5 } }, ['body /conversation_id type: must be a string or null']],
  ['startAppConversation', content({ type: 'text', text: 5 }), ['body /initial_message/content/0/text type: must be a string']],
  ['startAppConversation', content({ type: 'text', text: 'a' }, { type: 'image' }), ['body /initial_message/content/1/image_urls required: is missing']],
  ...['video', '__proto__', 'toString', '', 5, null, ['text']].map(
    (type): [OperationId, RequestParts, string[]] => [
      'startAppConversation',
      content({ type, text: 5 }),
      ['body /initial_message/content/0/type discriminator: must be one of text, image'],
    ],
  ),
  ['startAppConversation', content({ image_urls: [] }), ['body /initial_message/content/0/text required: is missing']],
  ['startAppConversation', content(null, 'text', ['text']), [0, 1, 2].map((at) => `body /initial_message/content/${at} type: must be an object`)],
])('%s rejects %o', (id, parts, want) => {
  expect(rejected(id, parts)).toEqual(want);
});

test.each<[OperationId, RequestParts, string[]]>([
  [
    'searchSandboxes',
    query('surplus=1&limit=0&surplus=2&a/b=3'),
    [
      'query /limit minimum: must be at least 1',
      'query /surplus additionalProperties: is not listed in the contract',
      'query /a~1b additionalProperties: is not listed in the contract',
    ],
  ],
  [
    'getSettings',
    query('__proto__=1'),
    ['query /__proto__ additionalProperties: is not listed in the contract'],
  ],
  [
    'startAppConversation',
    {
      body: {
        ['a/b~c']: 1,
        initial_message: { surplus: 1, content: [{ type: 'text', text: 'a', image_urls: [] }] },
      },
    },
    [
      'body /initial_message/content/0/image_urls additionalProperties: is not listed in the contract',
      'body /initial_message/surplus additionalProperties: is not listed in the contract',
      'body /a~1b~0c additionalProperties: is not listed in the contract',
    ],
  ],
  [
    'createConversation',
    { body: JSON.parse('{"__proto__":1,"constructor":2}') as unknown },
    [
      'body /__proto__ additionalProperties: is not listed in the contract',
      'body /constructor additionalProperties: is not listed in the contract',
    ],
  ],
])('%s, closed, rejects %o', (id, parts, want) => {
  expect(rejected(id, parts, { closed: true })).toEqual(want);
});

test('closed, an object that allows any properties still does', () => {
  const body = { mcp_config: { stdio_servers: [{ env: { ANY: 1, toString: 2 } }] } };
  expect(accepted('createConversation', { body }, { closed: true })).toMatchObject({ body });
});

test('closed, a body that is not declared is still ignored', () => {
  const parts = { body: { surplus: 1 } };
  expect(accepted('startSandbox', parts, { closed: true })).toMatchObject({ body: undefined });
});

test('only own properties count', () => {
  const body: unknown = Object.create({ title: 5 });
  expect(accepted('startAppConversation', { body })).toMatchObject({ path: {} });
  const path = Object.create({ sandbox_id: 'a' }) as Record<string, string>;
  expect(rejected('pauseSandbox', { path })).toEqual(['path /sandbox_id required: is missing']);
  const inherited: unknown = Object.create({ type: 'text', text: 'a' });
  expect(rejected('startAppConversation', content(inherited))).toEqual([
    'body /initial_message/content/0/text required: is missing',
  ]);
});

test('params state what the contract requires', () => {
  const result = operations.startAppConversation.validateRequest({
    query: new URLSearchParams('surplus=1'),
    body: {
      agent_type: 'swift',
      git_provider: '',
      title: 1,
      initial_message: { content: [{ type: 1 }] },
    },
  });
  expect(!result.valid && result.violations.map(({ params }) => params)).toEqual([
    { allowed: ['text', 'image'] },
    {
      allowed: [
        'github',
        'gitlab',
        'bitbucket',
        'bitbucket_data_center',
        'forgejo',
        'azure_devops',
        'enterprise_sso',
        null,
      ],
    },
    { type: ['string', 'null'] },
    { allowed: ['default', 'plan'] },
  ]);
});

test('validates a body with many faults in linear time, and a deep one without an overflow', () => {
  const many = { initial_message: { content: Array.from({ length: 20_000 }, () => 1) } };
  expect(rejected('startAppConversation', { body: many })).toHaveLength(20_000);
  const deep: unknown = JSON.parse(`${'{"env":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  const body = { mcp_config: { stdio_servers: [deep] } };
  expect(accepted('createConversation', { body })).toHaveProperty('body', body);
  expect(rejected('createConversation', { body: { repository: deep } })).toEqual([
    'body /repository type: must be a string or null',
  ]);
});

import {
  operations,
  type OperationId,
  type Options,
  type RequestParts,
} from '@agent-conversation/validators';
import { expect, test } from 'vitest';

/** The request that an operation reads; its violations in a line each if it is invalid. */
function read(
  id: OperationId,
  parts: RequestParts,
  options?: Options,
): unknown {
  const result = operations[id].validateRequest(parts, options);
  if (result.valid) return result.request;
  return result.violations.map(
    (it) => `${it.part} ${it.pointer} ${it.keyword}: ${it.message}`,
  );
}

/** A request, and what is read of it: an empty request but for what is here. */
interface Accepted {
  readonly id: OperationId;
  readonly parts: RequestParts;
  readonly request: object;
  readonly options?: Options;
}

/** A request, and its violations in a line each. */
interface Rejected {
  readonly id: OperationId;
  readonly parts: RequestParts;
  readonly violations: readonly string[];
  readonly options?: Options;
}

const query = (text: string) => ({ query: new URLSearchParams(text) });
const content = (...parts: unknown[]) => ({
  body: { initial_message: { content: parts } },
});
const env = {
  mcp_config: { stdio_servers: [{ env: { ANY: 1, toString: 2 } }] },
};
const closed = { closed: true };
const shorthand = {
  mcp_config: {
    sse_servers: ['https://a.example/sse', { url: 'https://b.example/sse' }],
    stdio_servers: [
      {
        name: 'fetch',
        command: 'uvx',
        args: 'mcp-server-fetch',
        env: 'A=1,B=2',
      },
    ],
  },
};
const untyped = content({ text: 'a' }, { image_urls: [] });

test.each<Accepted>([
  { id: 'searchSandboxes', parts: {}, request: {} },
  {
    id: 'searchSandboxes',
    parts: query('limit=0100'),
    request: { query: { limit: 100 } },
  },
  {
    id: 'searchSandboxes',
    parts: query('page_id='),
    request: { query: { page_id: '' } },
  },
  { id: 'searchSandboxes', parts: query('surplus=1&__proto__=1'), request: {} },
  {
    id: 'startSandbox',
    parts: query('sandbox_spec_id=null'),
    request: { query: { sandbox_spec_id: 'null' } },
  },
  {
    id: 'startSandbox',
    parts: { body: { surplus: 1 } },
    request: {},
    options: closed,
  },
  {
    id: 'listAppConversations',
    parts: query('ids=a'),
    request: { query: { ids: ['a'] } },
  },
  {
    id: 'listAppConversations',
    parts: query('ids=a%2Cb&ids='),
    request: { query: { ids: ['a,b', ''] } },
  },
  {
    id: 'pauseSandbox',
    parts: { path: { sandbox_id: 'a/b' } },
    request: { path: { sandbox_id: 'a/b' } },
  },
  { id: 'startAppConversation', parts: {}, request: {} },
  {
    id: 'startAppConversation',
    parts: { body: { surplus: 1 } },
    request: { body: { surplus: 1 } },
  },
  {
    id: 'createConversation',
    parts: { body: env },
    request: { body: env },
    options: closed,
  },
  {
    id: 'createConversation',
    parts: { body: shorthand },
    request: { body: shorthand },
    options: closed,
  },
  {
    id: 'startAppConversation',
    parts: untyped,
    request: untyped,
    options: closed,
  },
])('$id accepts $parts', ({ id, parts, request, options }) => {
  const whole = { path: {}, query: {}, body: undefined, ...request };
  expect(read(id, parts, options)).toStrictEqual(whole);
});

const providers =
  'github, gitlab, bitbucket, bitbucket_data_center, forgejo, azure_devops, enterprise_sso';
const noIntegers = [
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
];
const noTags = ['video', '__proto__', 'toString', '', 5, null, ['text']];

test.each<Rejected>([
  {
    id: 'searchSandboxes',
    parts: query('limit=0'),
    violations: ['query /limit minimum: must be at least 1'],
  },
  {
    id: 'searchSandboxes',
    parts: query('limit=101'),
    violations: ['query /limit maximum: must be at most 100'],
  },
  {
    id: 'searchSandboxes',
    parts: query('limit=5&limit=5'),
    violations: ['query /limit repeated: must be given only once'],
  },
  {
    id: 'searchSandboxes',
    parts: query('page_id=a&limit=x&page_id=b'),
    violations: [
      'query /page_id repeated: must be given only once',
      'query /limit type: must be an integer',
    ],
  },
  {
    id: 'listAppConversations',
    parts: query('ids=a&'.repeat(101)),
    violations: ['query /ids maxItems: must have at most 100 items'],
  },
  {
    id: 'pauseSandbox',
    parts: {},
    violations: ['path /sandbox_id required: is missing'],
  },
  {
    id: 'pauseSandbox',
    parts: {
      path: Object.create({ sandbox_id: 'a' }) as Record<string, string>,
    },
    violations: ['path /sandbox_id required: is missing'],
  },
  {
    id: 'createConversation',
    parts: {},
    violations: ['body  required: is missing'],
  },
  {
    id: 'createConversation',
    parts: { body: [] },
    violations: ['body  type: must be an object'],
  },
  {
    id: 'startAppConversation',
    parts: { body: null },
    violations: ['body  type: must be an object'],
  },
  {
    id: 'startAppConversation',
    parts: {
      body: {
        title: 5,
        public: 'yes',
        agent_type: 'swift',
        pr_number: [1, 1.5],
      },
    },
    violations: [
      'body /title type: must be a string or null',
      'body /pr_number/1 type: must be an integer',
      'body /agent_type enum: must be one of default, plan',
      'body /public type: must be a boolean or null',
    ],
  },
  {
    id: 'createConversation',
    parts: {
      body: {
        git_provider: 'sourcehut',
        create_microagent: { git_provider: 5 },
      },
    },
    violations: [
      `body /git_provider enum: must be one of ${providers} or null`,
      'body /create_microagent/git_provider type: must be a string or null',
    ],
  },
  {
    id: 'startAppConversation',
    parts: { body: { initial_message: 'hello' } },
    violations: ['body /initial_message type: must be an object or null'],
  },
  {
    id: 'startAppConversation',
    parts: content({ type: 'text', text: 5 }),
    violations: ['body /initial_message/content/0/text type: must be a string'],
  },
  {
    id: 'startAppConversation',
    parts: content({ type: 'text', text: 'a' }, { type: 'image' }),
    violations: [
      'body /initial_message/content/1/image_urls required: is missing',
    ],
  },
  {
    id: 'startAppConversation',
    parts: content({ image_urls: 5 }),
    violations: [
      'body /initial_message/content/0/image_urls type: must be an array',
    ],
  },
  {
    id: 'startAppConversation',
    parts: content(Object.create({ type: 'text', text: 'a' })),
    violations: [
      'body /initial_message/content/0 anyOf: matches none of the schemas that are allowed here',
    ],
  },
  {
    id: 'createConversation',
    parts: {
      body: {
        mcp_config: { sse_servers: [{ url: 5 }], stdio_servers: [{ args: 5 }] },
      },
    },
    violations: [
      'body /mcp_config/sse_servers/0/url type: must be a string',
      'body /mcp_config/stdio_servers/0/args type: must be an array',
    ],
  },
  {
    id: 'startAppConversation',
    parts: content(null),
    violations: ['body /initial_message/content/0 type: must be an object'],
  },
  {
    id: 'getSettings',
    parts: query('__proto__=1'),
    violations: [
      'query /__proto__ additionalProperties: is not listed in the contract',
    ],
    options: closed,
  },
  {
    id: 'searchSandboxes',
    parts: query('surplus=1&limit=0&surplus=2&a/b=3'),
    violations: [
      'query /limit minimum: must be at least 1',
      'query /surplus additionalProperties: is not listed in the contract',
      'query /a~1b additionalProperties: is not listed in the contract',
    ],
    options: closed,
  },
  {
    id: 'startAppConversation',
    parts: {
      body: {
        'a/b~c': 1,
        initial_message: {
          surplus: 1,
          content: [{ type: 'text', text: 'a', image_urls: [] }],
        },
      },
    },
    violations: [
      'body /initial_message/content/0/image_urls additionalProperties: is not listed in the contract',
      'body /initial_message/surplus additionalProperties: is not listed in the contract',
      'body /a~1b~0c additionalProperties: is not listed in the contract',
    ],
    options: closed,
  },
  {
    id: 'createConversation',
    parts: { body: JSON.parse('{"__proto__":1,"constructor":2}') as unknown },
    violations: [
      'body /__proto__ additionalProperties: is not listed in the contract',
      'body /constructor additionalProperties: is not listed in the contract',
    ],
    options: closed,
  },
  ...noIntegers.map((limit): Rejected => ({
    id: 'searchSandboxes',
    parts: { query: new URLSearchParams({ limit }) },
    violations: ['query /limit type: must be an integer'],
  })),
  ...noTags.map((type): Rejected => ({
    id: 'startAppConversation',
    parts: content({ type, text: 5 }),
    violations: [
      'body /initial_message/content/0/type discriminator: must be one of text, image',
    ],
  })),
])('$id rejects $parts', ({ id, parts, violations, options }) => {
  expect(read(id, parts, options)).toEqual(violations);
});

test('params state what the contract requires', () => {
  const result = operations.startAppConversation.validateRequest({
    body: { ...content({ type: 1 }).body, agent_type: 'swift', title: 1 },
  });
  expect(
    !result.valid && result.violations.map(({ params }) => params),
  ).toEqual([
    { allowed: ['text', 'image'] },
    { type: ['string', 'null'] },
    { allowed: ['default', 'plan'] },
  ]);
});

test('validates a body with many faults in linear time, and a deep one without an overflow', () => {
  const many = {
    initial_message: { content: Array.from({ length: 20_000 }, () => 1) },
  };
  expect(read('startAppConversation', { body: many })).toHaveLength(20_000);
  const servers = { sse_servers: Array.from({ length: 20_000 }, () => 1) };
  expect(
    read('createConversation', { body: { mcp_config: servers } }),
  ).toHaveLength(20_000);
  const deep: unknown = JSON.parse(
    `${'{"env":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  );
  const body = { mcp_config: { stdio_servers: [deep] } };
  expect(read('createConversation', { body })).toHaveProperty('body', body);
  expect(read('createConversation', { body: { repository: deep } })).toEqual([
    'body /repository type: must be a string or null',
  ]);
});

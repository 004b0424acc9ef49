import { expect, test } from 'vitest';
import { createMock, type Exchange } from '../index.ts';
import { ask } from '../testing/ask.ts';

const path = '/api/v1/app-conversations';

test('each place that breaks the contract is told, all at once', async () => {
  const exchanges: Exchange[] = [];
  const mock = createMock({ onExchange: (exchange) => exchanges.push(exchange) });
  const { status, body } = await ask(mock, 'POST', path, {
    body: {
      selected_branch: 5,
      pr_number: [1, 'x'],
      agent_type: 'x',
      initial_message: { content: [{ type: 'text' }, { type: 'sound' }] },
    },
  });
  expect({ status, body }).toEqual({
    status: 422,
    body: {
      detail: [
        {
          loc: ['body', 'initial_message', 'content', 0, 'text'],
          msg: 'is missing',
          type: 'required',
        },
        {
          loc: ['body', 'initial_message', 'content', 1, 'type'],
          msg: 'must be one of text, image',
          type: 'discriminator',
          ctx: { allowed: ['text', 'image'] },
        },
        {
          loc: ['body', 'selected_branch'],
          msg: 'must be a string or null',
          type: 'type',
          ctx: { type: ['string', 'null'] },
        },
        {
          loc: ['body', 'pr_number', 1],
          msg: 'must be an integer',
          type: 'type',
          ctx: { type: ['integer'] },
        },
        {
          loc: ['body', 'agent_type'],
          msg: 'must be one of default, plan',
          type: 'enum',
          ctx: { allowed: ['default', 'plan'] },
        },
      ],
    },
  });
  expect(exchanges[0]?.findings.map(({ side, part, pointer }) => [side, part, pointer])).toEqual([
    ['request', 'body', '/initial_message/content/0/text'],
    ['request', 'body', '/initial_message/content/1/type'],
    ['request', 'body', '/selected_branch'],
    ['request', 'body', '/pr_number/1'],
    ['request', 'body', '/agent_type'],
  ]);
});

test.each<[string, string, unknown, (string | number)[], string, string]>([
  ['POST', '/api/conversations', undefined, ['body'], 'is missing', 'required'],
  ['POST', '/api/conversations', 'null', ['body'], 'must be an object', 'type'],
  ['POST', '/api/conversations', [], ['body'], 'must be an object', 'type'],
  [
    'POST',
    '/api/conversations',
    { mcp_config: { stdio_servers: [{ args: ['a', 5] }] } },
    ['body', 'mcp_config', 'stdio_servers', 0, 'args', 1],
    'must be a string',
    'type',
  ],
  [
    'GET',
    `${path}?${'ids=a&'.repeat(101)}`,
    undefined,
    ['query', 'ids'],
    'must have at most 100 items',
    'maxItems',
  ],
  [
    'GET',
    '/api/v1/sandboxes/search?limit=1&limit=2',
    undefined,
    ['query', 'limit'],
    'must be given only once',
    'repeated',
  ],
])('%s %s with the body %j: %j %s', async (method, at, body, loc, msg, type) => {
  const answer = await ask<{ detail: object[] }>(createMock(), method, at, { body });
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toEqual([expect.objectContaining({ loc, msg, type })]);
});

test('no value of the request is told, as it may be a secret', async () => {
  const body = {
    mcp_config: { sse_servers: [{ api_key: ['MARKER'] }], stdio_servers: [{ env: 'MARKER' }] },
  };
  const exchanges: Exchange[] = [];
  const mock = createMock({ onExchange: (exchange) => exchanges.push(exchange) });
  const { status, text } = await ask(mock, 'POST', '/api/conversations', { body, key: 'MARKER' });
  expect(status).toBe(422);
  expect(`${text} ${JSON.stringify(exchanges)}`).not.toContain('MARKER');
});

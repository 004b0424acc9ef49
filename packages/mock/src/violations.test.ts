import { expect, test } from 'vitest';
import { createMock, type Exchange } from './index.ts';
import { ask } from './testing/ask.ts';

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

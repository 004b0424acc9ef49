import { expect, test } from 'vitest';
import { createMock, type Exchange } from './index.ts';
import { ask } from './testing/ask.ts';

const start = '/api/v1/app-conversations';
const search = '/api/v1/sandboxes/search';

function make(strict: boolean) {
  const exchanges: Exchange[] = [];
  const mock = createMock({
    clock: 'manual',
    ...(strict && { strict }),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  return { mock, exchanges };
}

const cases: [method: string, path: string, body: object | undefined, found: string[]][] = [
  ['GET', `${search}?limits=5`, undefined, ['query /limits did you mean limit?']],
  ['GET', `${search}?color=red`, undefined, ['query /color']],
  ['GET', '/api/settings?limit=5', undefined, ['query /limit']],
  ['POST', start, { titel: 'a' }, ['body /titel did you mean title?']],
  [
    'POST',
    start,
    {
      initial_message: {
        contents: [],
        content: [{ type: 'text', text: 'a', cached_prompt: true, image_url: 'b' }],
      },
      suggested_task: { isue_number: 1 },
    },
    [
      'body /initial_message/content/0/cached_prompt did you mean cache_prompt?',
      'body /initial_message/content/0/image_url did you mean image_urls?',
      'body /initial_message/contents did you mean content?',
      'body /suggested_task/isue_number did you mean issue_number?',
    ],
  ],
  [
    'POST',
    '/api/conversations',
    { repo: 'a/b', ['x'.repeat(5000)]: 1 },
    ['body /repo did you mean repository?', 'body /x'],
  ],
];

test.each(cases)('%s %s with %j is accepted, and what is unlisted logged', async (...row) => {
  const [method, path, body, found] = row;
  const { mock, exchanges } = make(false);
  expect((await ask(mock, method, path, { body })).status).toBe(200);
  const [{ findings } = { findings: [] }] = exchanges;
  expect(
    findings.map(({ side, part, pointer, message }) => {
      expect([side, message]).toEqual(['request', expect.stringMatching(/^is not listed/)]);
      const [, hint = ''] = message.split('; ');
      return `${part} ${pointer.replace(/x+$/, 'x')} ${hint}`.trim();
    }),
  ).toEqual(found);
});

test.each(cases)('if strict, %s %s with %j is rejected', async (method, path, body, found) => {
  const { mock, exchanges } = make(true);
  const answer = await ask<{ detail: { msg: string }[] }>(mock, method, path, { body });
  // Settings declare no 422, but the mock responds with it.
  expect(answer.status).toBe(422);
  expect(answer.body.detail.map(({ msg }) => msg)).toEqual(
    exchanges[0]!.findings.map(({ message }) => message),
  );
  expect(exchanges[0]!.findings).toHaveLength(found.length);
  expect(mock.state('ada')).toMatchObject({ startTasks: [], conversations: [] });
});

test('what breaks the schema is reported alone, and at most 100 of it', async () => {
  const { mock, exchanges } = make(false);
  const body = { titel: 1, pr_number: Array.from({ length: 5000 }, () => 'a') };
  const answer = await ask<{ detail: unknown[] }>(mock, 'POST', start, { body });
  expect(answer).toMatchObject({ status: 422 });
  expect(answer.body.detail).toHaveLength(100);
  expect(exchanges[0]!.findings.map(({ pointer }) => pointer).includes('/titel')).toBe(false);
});

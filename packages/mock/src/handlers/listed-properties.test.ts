import type { AppConversationStartRequest } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { startConversation } from '../testing/app-conversations.ts';
import { listedProperties } from './app-conversations.ts';

const listed = {
  initial_message: {
    role: 'user',
    content: [
      { type: 'text', text: 'Mend it.' } as const,
      { type: 'image', image_urls: ['https://files.acme.example/a.png'] },
    ],
    run: true,
  },
  suggested_task: { repo: 'acme/web-shop', issue_number: 482 },
  title: 'Vouchers',
  pr_number: [],
} satisfies AppConversationStartRequest;

const [text, image] = listed.initial_message.content;
const more = { more: 'x', 'a/b': 1, '~': null };
const withMore: AppConversationStartRequest = {
  ...listed,
  ...more,
  initial_message: {
    ...listed.initial_message,
    ...more,
    content: [Object.assign({}, text, more), Object.assign({}, image, more)],
  },
  suggested_task: { ...listed.suggested_task, ...more },
};

test('a task repeats the listed members of the request alone, at any depth', async () => {
  const mock = createMock({ clock: 'manual' });
  expect((await startConversation(mock, withMore)).request).toEqual(listed);
  expect(mock.state('ada').startTasks[0]?.request).toEqual(listed);
});

test('the request itself is left as it is', () => {
  const before = structuredClone(withMore);
  expect(listedProperties(withMore)).toEqual(listed);
  expect(withMore).toEqual(before);
});

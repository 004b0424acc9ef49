import type { CreateConversationResponse } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../index.ts';
import { ask } from '../testing/ask.ts';

const id = '5d41402abc4b2a76b9719d911017c592';
const make = () => createMock({ clock: 'manual' });
const create = async (mock: Mock, body: object = {}, key = 'ada') =>
  (await ask<CreateConversationResponse>(mock, 'POST', '/api/conversations', { key, body })).body;
const status = (mock: Mock) => mock.state('ada').conversations[0]?.conversation_status;

test('a conversation gets an id of 32 hexadecimal digits, another one each time', async () => {
  const mock = make();
  const first = await create(mock);
  expect(first).toEqual({
    status: 'ok',
    conversation_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    message: null,
    conversation_status: 'STARTING',
  });
  expect((await create(mock)).conversation_id).not.toBe(first.conversation_id);
  expect(mock.state('ada').conversations).toHaveLength(2);
});

test('it starts for the start-up time, and runs then', async () => {
  const mock = make();
  await create(mock);
  mock.advance(1999);
  expect(status(mock)).toBe('STARTING');
  mock.advance(1);
  expect(status(mock)).toBe('RUNNING');
});

test('who supplies an id that is known joins the conversation', async () => {
  const mock = make();
  expect(await create(mock, { conversation_id: id })).toMatchObject({
    conversation_id: id,
    message: null,
  });
  const joined = { status: 'ok', conversation_id: id, message: 'Joined the conversation' };
  const join = () => create(mock, { conversation_id: id });
  expect(await join()).toEqual({ ...joined, conversation_status: 'STARTING' });
  mock.advance(2000);
  expect(await join()).toEqual({ ...joined, conversation_status: 'RUNNING' });
  mock.happen(id, 'STOPPED');
  expect(status(mock)).toBe('STOPPED');
  expect(await join()).toEqual({ ...joined, conversation_status: 'STARTING' });
  mock.advance(2000);
  expect(status(mock)).toBe('RUNNING');
  expect(mock.state('ada').conversations).toHaveLength(1);
});

test('the conversation of somebody else is not joined', async () => {
  const mock = make();
  await create(mock, { conversation_id: id });
  mock.advance(2000);
  expect(await create(mock, { conversation_id: id }, 'grace')).toMatchObject({
    message: null,
    conversation_status: 'STARTING',
  });
});

import type { CreateConversationResponse } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { ask, create } from '../../test/ask.ts';
import type { Mock } from '../index.ts';

const id = '5d41402abc4b2a76b9719d911017c592';
const post = async (mock: Mock, body: object = {}, key = 'ada') =>
  (await ask<CreateConversationResponse>(mock, 'POST', '/api/conversations', { key, body })).body;
const status = (mock: Mock) => mock.state('ada').conversations[0]?.conversation_status;

test('a conversation gets an id of its own, and runs after the start-up time', async () => {
  const mock = create();
  const first = await post(mock);
  expect(first).toEqual({
    status: 'ok',
    conversation_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    message: null,
    conversation_status: 'STARTING',
  });
  mock.advance(1999);
  expect(status(mock)).toBe('STARTING');
  mock.advance(1);
  expect(status(mock)).toBe('RUNNING');
});

test('a known id joins the conversation of the key', async () => {
  const mock = create();
  const join = async (key?: string) => post(mock, { conversation_id: id }, key);
  expect(await join()).toMatchObject({ conversation_id: id, message: null });
  const joined = { status: 'ok', conversation_id: id, message: 'Joined the conversation' };
  expect(await join()).toEqual({ ...joined, conversation_status: 'STARTING' });
  mock.advance(2000);
  expect(await join()).toEqual({ ...joined, conversation_status: 'RUNNING' });
  mock.happen(id, 'STOPPED');
  expect(status(mock)).toBe('STOPPED');
  expect(await join()).toEqual({ ...joined, conversation_status: 'STARTING' });
  mock.advance(2000);
  expect(status(mock)).toBe('RUNNING');
  expect(mock.state('ada').conversations).toHaveLength(1);
  const own = { message: null, conversation_status: 'STARTING' };
  expect(await join('grace')).toMatchObject(own);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LanguageModel,
  startLanguageModel,
} from '../service/language-model.ts';

let model: LanguageModel;
beforeAll(async () => (model = await startLanguageModel()));
afterAll(() => model[Symbol.dispose]());

function complete(body: string): Promise<Response> {
  return fetch(`${model.baseUrl}/chat/completions`, { method: 'POST', body });
}

test('listens on loopback', () => {
  expect(model.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
});

test('responds with a text', async () => {
  const response = await complete('{"model":"gpt-4o","messages":[]}');
  expect(await response.json()).toMatchObject({
    object: 'chat.completion',
    model: 'gpt-4o',
    choices: [
      {
        message: { role: 'assistant', content: 'Done.' },
        finish_reason: 'stop',
      },
    ],
    usage: { total_tokens: 12 },
  });
});

test('streams the same text', async () => {
  const response = await complete('{"model":"gpt-4o","stream":true}');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events = (await response.text()).trim().split('\n\n');
  expect(events.at(-1)).toBe('data: [DONE]');
  const chunks = events
    .slice(0, -1)
    .map((event) => JSON.parse(event.slice('data: '.length)));
  expect(chunks).toMatchObject([
    { choices: [{ delta: { content: 'Done.' }, finish_reason: null }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
  ]);
});

test('has no other paths', async () => {
  const response = await fetch(`${model.baseUrl}/models`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('There is no GET /v1/models');
});

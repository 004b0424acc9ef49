import { searchSandboxes } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { startFaultyMock } from '../testing/faulty-mock.ts';

test.each([
  ['F9', true, [{ pointer: '/surplus', keyword: 'additionalProperties' }]],
  ['F10', false, [{ pointer: '/items/0/status', keyword: 'enum' }]],
])('%s: the answer is valid for who is open to growth: %s', async (fault, isValid, found) => {
  const { get } = await startFaultyMock({ fault }, { examples: true });
  const response = await get('/api/v1/sandboxes/search');
  const contentType = response.headers.get('Content-Type');
  const answer = { status: response.status, contentType, body: await response.json() };
  expect(searchSandboxes.validateAnswer(answer).valid).toBe(isValid);
  expect(searchSandboxes.validateAnswer(answer, { closed: true })).toMatchObject({
    valid: false,
    violations: found,
  });
});

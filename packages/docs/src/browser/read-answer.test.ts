import { searchSandboxes } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const secrets = ['session_api_key', 'env'];
const validator = { validateAnswer: searchSandboxes.validateAnswer, secrets };
const answer = {
  status: 200,
  statusText: 'OK',
  contentType: 'application/json',
  duration: 1,
};

test('what has the name of a secret is masked, however deep and whatever it is', () => {
  const text = JSON.stringify({
    items: [{ session_api_key: 'x7', inner: { env: { A: 'x7' } } }, { session_api_key: null }],
  });
  const { json } = readAnswer({ ...answer, text }, validator);
  expect(JSON.parse(json!)).toEqual({
    items: [{ session_api_key: '[secret]', inner: { env: '[secret]' } }, { session_api_key: null }],
  });
});

test('what breaks the contract is reported', () => {
  const { violations } = readAnswer({ ...answer, text: '{"items":[{}]}' }, validator);
  expect(violations.map(({ pointer, message }) => `${pointer} ${message}`)).toContain(
    '/items/0/id is missing',
  );
});

test('what is not JSON is not shown', () => {
  const text = '{"session_api_key":"x7"';
  const reading = readAnswer({ ...answer, text }, validator);
  expect(reading).toMatchObject({ json: undefined, isMalformed: true });
  expect(JSON.stringify(reading)).not.toContain('x7');
});

test('distinguishes no body and a body of null', () => {
  expect(readAnswer({ ...answer, text: '' }, validator)).toMatchObject({
    json: undefined,
    isMalformed: false,
  });
  expect(readAnswer({ ...answer, text: 'null' }, validator).json).toBe('null');
});

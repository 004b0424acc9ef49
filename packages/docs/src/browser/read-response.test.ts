import { searchSandboxes } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import type { LoadedValidator } from './globals.ts';
import { readResponse } from './read-response.ts';

const secrets = ['session_api_key', 'env'];

const read = (text: string) => {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  const response = { status: 200, statusText: 'OK', headers, duration: 1, text };
  return readResponse(response, searchSandboxes as object as LoadedValidator, secrets);
};

test('redacts properties with the name of a secret, at any depth and of any type', () => {
  const { json } = read(
    '{"items":[{"session_api_key":"x7","inner":{"env":{"A":"x7"}}},{"session_api_key":null}]}',
  );
  expect(JSON.parse(json!)).toEqual({
    items: [{ session_api_key: '[secret]', inner: { env: '[secret]' } }, { session_api_key: null }],
  });
});

test.each([
  ['{"session_api_key":"x7"', { json: undefined, isMalformed: true }],
  ['', { json: undefined, isMalformed: false }],
  ['null', { json: 'null', isMalformed: false }],
])('reads the body %j', (text, want) => {
  expect(read(text)).toMatchObject(want);
  expect(JSON.stringify(read(text))).not.toContain('x7');
});

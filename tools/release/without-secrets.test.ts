import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const environment = {
  NODE_AUTH_TOKEN: 'own-format-of-a-token',
  NODE_AUTH_TOKEN_OF_OLD: 'own-format-of-a-token-of-old',
  NPM_PASSWORD: 'pass',
  GIT_AUTHOR_NAME: 'Ada Lovelace',
  PROXY_AUTHORIZATION: 'open-sesame',
  HOME: '/home',
};

test.each([
  ['sent own-format-of-a-token twice: own-format-of-a-token', 'sent *** twice: ***'],
  [`with npm_${'a1'.repeat(18)}, refused`, 'with ***, refused'],
  ['//registry.example/:_authToken=c0ffee', '//registry.example/:_authToken=***'],
  ['"_authToken": "c0ffee", "x": 1', '"_authToken": "***", "x": 1'],
  ['authorization: bearer c0ffee', 'authorization: bearer ***'],
  ['authorization: Basic dXNlcjpodW50ZXIy, refused', 'authorization: Basic ***, refused'],
  ['the basic form', 'the basic form'],
  ['GET https://user:hunter2@host/@lamps/bulb', 'GET https://***@host/@lamps/bulb'],
  ['GET https://host/@lamps/bulb@1', 'GET https://host/@lamps/bulb@1'],
  ['not own-format-of-a-token-of-old', 'not ***'],
  ['open-sesame, says Ada Lovelace', '***, says Ada Lovelace'],
  ['we pass through /home', 'we pass through /home'],
])('%j -> %j', (text, want) => {
  expect(withoutSecrets(text, environment)).toBe(want);
});

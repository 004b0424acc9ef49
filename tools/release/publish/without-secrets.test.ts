import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const environment = {
  NODE_AUTH_TOKEN: 'own-format-of-a-token',
  NPM_PASSWORD: 'pass',
  HOME: '/home',
};

test.each([
  ['sent own-format-of-a-token twice: own-format-of-a-token', 'sent *** twice: ***'],
  [`with npm_${'a1'.repeat(18)}, refused`, 'with ***, refused'],
  ['//registry.example/:_authToken=c0ffee', '//registry.example/:_authToken=***'],
  ['authorization: bearer c0ffee', 'authorization: bearer ***'],
  ['we pass through /home', 'we pass through /home'],
])('%j -> %j', (text, want) => {
  expect(withoutSecrets(text, environment)).toBe(want);
});

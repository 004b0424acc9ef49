import { expect, test } from 'vitest';
import { livePage } from './live-page.ts';

const page = (policy: string) =>
  `<html><head><meta http-equiv="Content-Security-Policy" content="${policy}"><title>x</title></head><body></body></html>`;

test.each([
  [
    'what is missing is added',
    "default-src 'none'; script-src 'sha256-x'; connect-src http://127.0.0.1:*",
    "default-src 'none'; script-src 'sha256-x' 'self'; connect-src http://127.0.0.1:* 'self'",
  ],
  [
    'quotes may be written as references',
    'script-src &#x27;self&#x27;; connect-src &#39;none&apos;',
    "script-src 'self'; connect-src 'self'",
  ],
  [
    'a denial gives way to it',
    "script-src 'self'; connect-src 'none'; style-src 'none'",
    "script-src 'self'; connect-src 'self'; style-src 'none'",
  ],
  [
    'what only the default allowed stays allowed',
    'default-src https:',
    "default-src https:; script-src https: 'self'; connect-src https: 'self'",
  ],
  ['what is allowed already is not told', "default-src 'self'", "default-src 'self'"],
  ['what is not governed stays so', "base-uri 'none'", "base-uri 'none'"],
])('the policy: %s', (_, policy, want) => {
  expect(livePage(page(policy), '1')).toContain(page(want).split('<title>')[0]);
});

test('the script knows its build and comes at the end of the head, once', () => {
  expect(livePage(`${page('')}<!-- </head> -->`, '7')).toBe(
    `${page('').replace('</head>', '<script type="module" src="/_live.js?build=7"></script></head>')}<!-- </head> -->`,
  );
});

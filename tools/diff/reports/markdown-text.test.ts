import { expect, test } from 'vitest';
import { markdownBlock, markdownCode, markdownText } from './markdown-text.ts';

test.each([
  ['a ` *c* _d_ [e](f) ~g~', 'a \\` \\*c\\* \\_d\\_ \\[e\\]\\(f\\) \\~g\\~'],
  ['a `b|c*` d', 'a `b\\|c*` d'],
  ['a | b\n\n# c', 'a \\| b # c'],
  ['<img src=x> &amp;', '&lt;img src=x&gt; &amp;amp;'],
  ['by @ada in #12', 'by @&#8203;ada in #&#8203;12'],
  ['https://example.com', 'https\\://example.com'],
  ['x'.repeat(700), `${'x'.repeat(599)}…`],
])('as text, %j is %j', (text, want) => {
  expect(markdownText(text)).toBe(want);
});

test.each([
  ['a.yaml:5', '`a.yaml:5`'],
  ['a|b', '`a\\|b`'],
  ['a`b', '``a`b``'],
  ['`a', '`` `a ``'],
  ['a\nb', '`a b`'],
])('as code, %j is %j', (text, want) => {
  expect(markdownCode(text)).toBe(want);
});

test('a block ends where its text does', () => {
  expect(markdownBlock('md', 'a\n```\nb\n')).toBe('````md\na\n```\nb\n````');
});

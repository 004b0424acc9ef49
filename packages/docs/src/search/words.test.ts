import { expect, test } from 'vitest';
import { markTerms, parts, words } from './words.ts';

test.each([
  ['pauseSandbox', ['pause', 'sandbox']],
  ['sandbox_id', ['sandbox', 'id']],
  ['MCPHTTPServer', ['mcphttp', 'server']],
  ['D07', ['d07']],
  ['__proto__', ['proto']],
  ['_', []],
  ['/api/v1/sandboxes/{sandbox_id}/pause', ['api', 'v1', 'sandboxes', 'sandbox', 'id', 'pause']],
  ['Über—größe', ['über', 'größe']],
])('%s has the parts %j', (text, want) => {
  expect(parts(text)).toEqual(want);
});

test('names that are made of several parts can be found as a whole, too', () => {
  expect(words('GET sandbox_id')).toEqual(['get', 'sandbox_id', 'sandbox', 'id']);
});

test.each([
  ['provider of the id', ['id'], ['id']],
  ['pauseSandbox', ['pause'], ['pause']],
  ['pauseSandbox', ['pausesandbox'], ['pauseSandbox']],
  ['a sandbox_id or two', ['sandbox', 'id'], ['sandbox', 'id']],
  ['nothing of it', ['sandbox'], []],
])('%j, when %j was found, has the matches %j', (text, terms, want) => {
  const pieces = markTerms(text, terms);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.filter(({ isMatch }) => isMatch).map((piece) => piece.text)).toEqual(want);
});

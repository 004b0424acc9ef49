import { expect, test } from 'vitest';
import { linkByHash } from './link-by-hash.ts';

test.each([
  ['<a href="/">', '<a href="#/">'],
  ['<a class="x" href="/conversations-(legacy)">', '<a class="x" href="#/conversations-(legacy)">'],
  ['<a href="/a"><a href="/b">', '<a href="#/a"><a href="#/b">'],
  ['<a href="/a"><a href="#/b">', '<a href="#/a"><a href="#/b">'],
  ['<a href="/a"><a href="openapi.json">', '<a href="#/a"><a href="openapi.json">'],
  ['<a href="/a"><use href="/b">', '<a href="#/a"><use href="/b">'],
])('%s becomes %s', (given, want) => {
  expect(linkByHash(given)).toBe(want);
});

test('markup without such a link is refused', () => {
  expect(() => linkByHash('<a href="#/a">')).toThrow('Redoc has prerendered no link with a path.');
});

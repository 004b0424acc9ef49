import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { BuildError } from '../sources/read-source.ts';
import { sitemap } from './sitemap.ts';

function locations(text: string): string[] {
  return selectAll('urlset > url > loc', fromHtml(text, { space: 'svg', fragment: true })).map(
    (loc) => toString(loc),
  );
}

test.each(['https://docs.example/api', 'https://docs.example/api/'])('the pages of %s', (base) => {
  const text = sitemap(base, ['index.html', 'guides/a b & "c\'s" <d>é.html']);
  expect(text).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n/,
  );
  expect(text).toContain('&amp;');
  expect(text).toContain('&apos;');
  expect(locations(text)).toEqual([
    'https://docs.example/api/index.html',
    `https://docs.example/api/guides/a%20b%20&%20%22c's%22%20%3Cd%3E%C3%A9.html`,
  ]);
});

test.each(['', '/api', 'docs.example', 'file:///docs/'])('%j is no address of a site', (base) => {
  expect(() => sitemap(base, [])).toThrow(BuildError);
});

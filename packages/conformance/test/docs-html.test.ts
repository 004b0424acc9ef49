import { expect, test } from 'vitest';
import { invalidHtml } from './support/docs-html.ts';
import { builtSite, elements } from './support/docs-site.ts';

const site = builtSite();

test.each([...site.pages.keys()])('%s is valid HTML', async (path) => {
  expect(await invalidHtml(site.texts.get(path)!)).toEqual([]);
});

// A page from a disk may lose what a script keeps that does not wait for them.
test('on every page the styles come before the scripts', () => {
  for (const [path, page] of site.pages) {
    const [first] = elements(page, 'script, style, link[rel=stylesheet]');
    expect(first?.tagName, path).toMatch(/^(style|link)$/);
  }
});

import { expect, test } from 'vitest';
import { invalidHtml } from './support/docs-html.ts';
import { builtSite } from './support/docs-site.ts';

const site = builtSite();

test.each([...site.pages.keys()])('%s is valid HTML', async (path) => {
  expect(await invalidHtml(site.texts.get(path)!)).toEqual([]);
});

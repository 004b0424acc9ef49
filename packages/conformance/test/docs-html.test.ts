import { expect, test } from 'vitest';
import { invalidHtml } from '../src/docs-html.ts';
import { builtSite } from '../src/docs-site.ts';

const site = builtSite();

test.each([...site.pages.keys()])('%s is valid HTML', async (path) => {
  expect(await invalidHtml(site.texts.get(path)!)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { docsDirectory } from '@agent-conversation/docs';
import { expect, test } from 'vitest';
import { faultyFrames } from './support/docs-frames.ts';
import { faultyLinks, linkFault } from './support/docs-links.ts';
import { builtSite } from './support/docs-site.ts';

const site = builtSite();

test('every link leads somewhere: of pages, of Markdown, of llms.txt and of the sitemap', () => {
  expect(faultyLinks(site)).toEqual([]);
});

test('every page has one title, description, main heading and policy, and no id twice', () => {
  expect(site.pages.size).toBeGreaterThan(0);
  expect(faultyFrames(site)).toEqual([]);
});

test('every address that was promised to readers is still there', () => {
  const list = readFileSync(new URL('../released-anchors.txt', docsDirectory), 'utf8');
  const released = list.split('\n').filter(Boolean);
  expect(released).toContain('operations/pauseSandbox.html#pauseSandbox');
  expect(released.filter((address) => linkFault(site, 'index.html', address))).toEqual([]);
});

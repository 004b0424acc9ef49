import { readFileSync } from 'node:fs';
import { docsDirectory } from '@agent-conversation/docs';
import { expect, test } from 'vitest';
import { contract, operations } from '../src/contract.ts';
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

test('every address that was promised to readers is still there, as long as what it names is', () => {
  const list = readFileSync(new URL('../released-anchors.txt', docsDirectory), 'utf8');
  const promised = list.split('\n').filter((address) => address !== '' && !isRetired(address));
  expect(promised).toContain('operations/pauseSandbox.html#pauseSandbox');
  expect(promised.filter((address) => linkFault(site, 'index.html', address))).toEqual([]);
});

test.each([
  ['operations/feedPet.html#feedPet', true],
  ['schemas/sandboxes.html#Pet', true],
  ['operations/pauseSandbox.html#pauseSandbox', false],
  ['coverage.html#lifecycles', false],
  ['decisions.html#D01', false],
])('%s is retired: %s', (address, want) => {
  expect(isRetired(address)).toBe(want);
});

const names = new Set([
  ...operations.map(({ operationId }) => operationId),
  ...Object.keys(contract.components.schemas),
  // The headings of the coverage.
  'operations',
  'lifecycles',
]);

/** Whether an address is that of an operation or a schema which the contract no longer has. */
function isRetired(address: string): boolean {
  const [page = '', anchor = ''] = address.split('#');
  return (
    /^(index|reference|coverage|lifecycles|(operations|schemas)\/.*)\.html$/.test(page) &&
    !names.has(anchor)
  );
}

/** The built documentation against the contract: what its pages show, their links, and their HTML. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { docsDirectory } from '../../src/index.ts';
import {
  attributes,
  contract,
  files,
  linkFault,
  linksOf,
  missingOf,
  missingOfSchema,
  operations,
  pages,
} from '../support/site.ts';

const source = new URL('../../../../openapi/', import.meta.url);
const { schemas } = contract.components;
const ids = operations.map(({ operationId }) => operationId);
const pageOf = (id: string) => `operations/${id}.html`;
const inFolder = (folder: string) => [...pages.keys()].filter((path) => path.startsWith(folder));
const schemaPages = inFolder('schemas/').map((path) => pages.get(path)!);

test('there is a page for each operation, and no other', () => {
  expect(inFolder('operations/')).toEqual(ids.map(pageOf).toSorted());
});

test.each(operations)('the page of $operationId shows all of it', (operation) => {
  const page = pages.get(pageOf(operation.operationId)) ?? fromHtml('');
  expect(missingOf(page, operation)).toEqual([]);
});

test.each(Object.entries(schemas))('%s has one section, which shows all of it', (name, schema) => {
  expect(missingOfSchema(schemaPages, name, schema)).toEqual([]);
});

const states = Object.keys(schemas).filter((name) => schemas[name]!['x-lifecycle']);
const decisions = readFileSync(new URL('decisions.md', source), 'utf8').match(/(?<=^## )D\d\d/gm)!;

test.each([
  ['index', ids],
  ['reference', ids],
  ['coverage', ids],
  ['lifecycles', states],
  ['decisions', decisions],
])('%s has an anchor for each', (page, names) => {
  const anchors = attributes(pages.get(`${page}.html`)!, '[id]', 'id');
  expect(anchors).toEqual(expect.arrayContaining([...names]));
});

test('every page has a title and a description of its own, a policy, and the digest of this contract', () => {
  const bundle = readFileSync(
    new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json')),
  );
  expect(files.get('openapi.json') === bundle.toString()).toBe(true);
  const titles = [...pages.values()].flatMap((page) =>
    selectAll('head > title', page).map(toString),
  );
  const contents = (selector: string) =>
    [...pages.values()].flatMap((page) => attributes(page, `head > meta${selector}`, 'content'));
  expect(new Set(titles).size).toBe(pages.size);
  expect(new Set(contents('[name=description]')).size).toBe(pages.size);
  expect(contents('[http-equiv=Content-Security-Policy]')).toHaveLength(pages.size);
  const digest = createHash('sha256').update(bundle).digest('hex');
  expect(contents('[name=openapi-sha256]')).toEqual(Array(pages.size).fill(digest));
});

test('every link leads somewhere: of pages, of Markdown and of llms.txt', () => {
  const faults = [...files.keys()].flatMap((path) =>
    linksOf(path).map((link) => ({ path, link, fault: linkFault(path, link) })),
  );
  expect(faults.length).toBeGreaterThan(1000);
  expect(faults.filter(({ fault }) => fault)).toEqual([]);
});

test.each([
  ['missing.html', 'names no file'],
  ['index.html#missing', 'names no anchor'],
  ['/index.html', 'is neither relative nor https'],
  ['http://example.com/', 'is neither relative nor https'],
  ['index.html#getSettings', undefined],
])('a link to %s %s', (link, fault) => {
  expect(linkFault('index.html', link)).toBe(fault);
});

test('every released address exists as long as the contract has what it names', () => {
  const list = readFileSync(new URL('../released-anchors.txt', docsDirectory), 'utf8');
  const names = new Set([...ids, ...Object.keys(schemas), 'operations', 'lifecycles']);
  const isRetired = (address: string) =>
    /^(index|reference|coverage|lifecycles|(operations|schemas)\/.*)\.html/.test(address) &&
    !names.has(address.split('#')[1] ?? '');
  const released = list.split('\n').filter((address) => address !== '' && !isRetired(address));
  expect(released).toContain('operations/pauseSandbox.html#pauseSandbox');
  expect(released.filter((address) => linkFault('index.html', address))).toEqual([]);
});

test('every page is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:a11y'],
    // Small letters are as good (HTML Standard, section 13.1.1).
    rules: { 'doctype-style': 'off' },
  });
  // A browser looks at what Redoc writes.
  for (const path of [...pages.keys()].filter((it) => it !== 'reference.html')) {
    const { results } = await validator.validateString(files.get(path)!);
    const messages = results.flatMap((it) => it.messages);
    expect(messages.map((it) => `${path}:${it.line} ${it.ruleId}: ${it.message}`)).toEqual([]);
  }
});

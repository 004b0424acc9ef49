/** The built documentation against the contract: what its pages show, their links, and their HTML. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docsDirectory } from '@agent-conversation/docs';
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { contract, operations } from '../../src/contract.ts';
import { faultyFrames } from '../support/docs-frames.ts';
import { missingOfOperation, missingOfSchemas } from '../support/docs-inventory.ts';
import { faultyLinks, linkFault } from '../support/docs-links.ts';
import { attribute, builtSite, elements, siteOf } from '../support/docs-site.ts';

const site = builtSite();
const source = new URL('../../../../openapi/', import.meta.url);
const { schemas } = contract.components;

test.each(operations)('the page of $operationId shows all of it', (operation) => {
  expect(missingOfOperation(site, operation)).toEqual([]);
});

test('every schema has one section, which shows all of it', () => {
  expect(missingOfSchemas(site, schemas)).toEqual([]);
});

test('a value that a page does not show is reported', () => {
  const operation = operations.find(({ operationId }) => operationId === 'searchSandboxes')!;
  const others = [...site.texts]
    .filter(([path]) => /^(operations\/searchSandboxes|schemas\/sandboxes)\.html$/.test(path))
    .map(([path, text]): [string, string] => [path, text.replaceAll('PAUSED', '')]);
  expect(missingOfOperation(siteOf(others), operation).join()).toContain('the value PAUSED');
});

test('there is a page for each operation, and no other', () => {
  const pages = [...site.pages.keys()].filter((path) => path.startsWith('operations/'));
  const wanted = operations.map(({ operationId }) => `operations/${operationId}.html`);
  expect(pages.toSorted()).toEqual(wanted.toSorted());
});

test('"Run it here" sends the requests that were recorded', () => {
  const samples = [...site.pages].flatMap(([path, page]) =>
    path.startsWith('operations/') ? elements(page, '.sample') : [],
  );
  const shown = samples.map((sample) => [
    `${attribute(sample, 'dataOperation')}/${attribute(sample, 'dataOutcome')}`,
    JSON.parse(attribute(sample, 'dataRequest') ?? 'null') as unknown,
  ]);
  const files = globSync('samples/*/*.request.json', { cwd: fileURLToPath(source) });
  const recorded = files.map((file) => [
    file.slice('samples/'.length, -'.request.json'.length),
    JSON.parse(readFileSync(new URL(file, source), 'utf8')) as unknown,
  ]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(recorded));
  expect(shown).toHaveLength(operations.length * 2);
});

const ids = operations.map(({ operationId }) => operationId);
const states = Object.keys(schemas).filter((name) => schemas[name]!['x-lifecycle']);
const decisions = readFileSync(new URL('decisions.md', source), 'utf8').match(/(?<=^## )D\d\d/gm)!;

test.each([
  ['index', ids],
  ['reference', ids],
  ['coverage', ids],
  ['lifecycles', states],
  ['decisions', decisions],
])('%s has an anchor for each', (page, names) => {
  const anchors = site.ids.get(`${page}.html`) ?? [];
  expect(names.filter((name) => !anchors.includes(name))).toEqual([]);
});

test('every page has a Markdown page beside it, except the reference', () => {
  const alone = [...site.pages.keys()].filter(
    (path) => !site.texts.has(path.replace(/html$/, 'md')),
  );
  expect(alone).toEqual(['reference.html']);
});

test('every page is made from this contract', () => {
  const bundle = readFileSync(
    new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json')),
  );
  const digest = createHash('sha256').update(bundle).digest('hex');
  for (const [path, page] of site.pages) {
    const [meta] = elements(page, 'meta[name=openapi-sha256]');
    expect(meta && attribute(meta, 'content'), path).toBe(digest);
  }
  expect(site.texts.get('openapi.json') === bundle.toString()).toBe(true);
});

test('every link leads somewhere: of pages, of Markdown, of llms.txt and of the sitemap', () => {
  expect(faultyLinks(site)).toEqual([]);
});

test.each([
  ['missing.html', 'names no file'],
  ['index.html#missing', 'names no anchor'],
  ['/index.html', 'is not relative'],
  ['http://example.com/', 'is not https'],
  ['index.html#getSettings', undefined],
])('a link to %s %s', (link, fault) => {
  expect(linkFault(site, 'index.html', link)).toBe(fault);
});

test('every page has one title, description, main heading and policy, and no id twice', () => {
  expect(faultyFrames(site)).toEqual([]);
  // A page from a disk may lose what a script stores before the styles are there.
  for (const [path, page] of site.pages) {
    const [first] = elements(page, 'script, style, link[rel=stylesheet]');
    expect(first?.tagName, path).toMatch(/^(style|link)$/);
  }
});

test('every released address exists as long as the contract has what it names', () => {
  const list = readFileSync(new URL('../released-anchors.txt', docsDirectory), 'utf8');
  const names = new Set([...ids, ...Object.keys(schemas), 'operations', 'lifecycles']);
  const isRetired = (address: string) => {
    const [page = '', anchor = ''] = address.split('#');
    const isOfContract =
      /^(index|reference|coverage|lifecycles|(operations|schemas)\/.*)\.html$/.test(page);
    return isOfContract && !names.has(anchor);
  };
  const released = list.split('\n').filter((address) => address !== '' && !isRetired(address));
  expect(released).toContain('operations/pauseSandbox.html#pauseSandbox');
  expect(released.filter((address) => linkFault(site, 'index.html', address))).toEqual([]);
});

test('every page is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:a11y'],
    // Small letters are as good (HTML Standard, section 13.1.1).
    rules: { 'doctype-style': 'off' },
  });
  const validate = async (path: string, html: string) => {
    const { results } = await validator.validateString(html);
    return results.flatMap(({ messages }) =>
      messages.map(({ line, ruleId, message }) => `${path}:${line} ${ruleId}: ${message}`),
    );
  };
  // Of the pages in a folder the two longest: they are made alike. A browser looks at what Redoc writes.
  const byLength = [...site.pages.keys()].toSorted(
    (a, b) => site.texts.get(b)!.length - site.texts.get(a)!.length,
  );
  const found: string[] = [];
  const seen: string[] = ['reference.html'];
  for (const path of byLength) {
    const isAlike = (it: string) => path.includes('/') && posix.dirname(it) === posix.dirname(path);
    if (seen.includes(path) || seen.filter(isAlike).length >= 2) continue;
    seen.push(path);
    found.push(...(await validate(path, site.texts.get(path)!)));
  }
  expect(found).toEqual([]);
  const broken = site.texts.get('index.html')!.replace('</h1>', '</h1><button>x</button>');
  expect((await validate('broken', broken)).join()).toContain('no-implicit-button-type');
});

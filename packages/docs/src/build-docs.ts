import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { secretNamesIn } from '@agent-conversation/contract';
import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import type { Raw } from 'mdast-util-to-hast';
import { SKIP, visit } from 'unist-util-visit';
import { bundleScripts } from './browser/bundle-scripts.ts';
import { calls } from './contract.ts';
import { llmsFullTxt, llmsTxt } from './machines/llms.ts';
import { schemaGroups } from './machines/schema-groups.ts';
import { sitemap } from './machines/sitemap.ts';
import { makePages } from './pages/make-pages.ts';
import { referenceMenu, referencePart } from './pages/reference.ts';
import { publish } from './publish.ts';
import { buildSearchIndex } from './search/build-index.ts';
import { toOperation, toPage } from './site/addresses.ts';
import { document, type Frame } from './site/document.ts';
import { menu } from './site/menu.ts';
import { menuParts } from './site/menu-parts.ts';
import { contractEntries, textEntries } from './site/search-entries.ts';
import { readSource } from './sources/read-source.ts';
import { type Bundle, readSources, type Sources } from './sources/read-sources.ts';

/** From what, and where to, a site is built. */
export interface BuildOptions extends Omit<SiteOptions, 'bundle'> {
  /** The bundled contract, `openapi.json`, with `openapi.yaml` beside it. */
  readonly contract: URL;
  /** The folder for the site. */
  readonly directory: URL;
}

/** What a site is made from. */
export interface SiteOptions {
  readonly bundle: Bundle;
  /** The folder of the contract's sources. */
  readonly sources: URL;
  /** Where the site will be published, for the sitemap. */
  readonly address: string;
}

/**
 * Builds the site and writes it. The same sources give the same bytes.
 *
 * @throws {BuildError} naming what is wrong; the site that was there stays as it was
 */
export async function buildDocs({ contract, directory, ...options }: BuildOptions): Promise<void> {
  const json = readSource(contract);
  const yaml = readSource(new URL('openapi.yaml', contract));
  await publish(await makeSite({ ...options, bundle: { json, yaml } }), directory);
}

/**
 * Makes the files of the site, by their paths. A second call in the same process takes about a tenth of the
 * time, as it makes only what has changed.
 *
 * @throws {BuildError} naming what is wrong
 */
export async function makeSite(options: SiteOptions): Promise<Map<string, string>> {
  const sources = readSources(options.bundle, options.sources);
  const { contract } = sources;
  const groups = schemaGroups(contract);
  const schemaPages = new Map(
    groups.flatMap(({ slug, schemas }) =>
      schemas.map((name) => [name, `schemas/${slug}`] as const),
    ),
  );
  const schemaAddress = (name: string) => {
    const page = schemaPages.get(name);
    return page === undefined ? undefined : `${toPage(page)}#${name}`;
  };
  const operations = new Set(calls(contract).map(({ operation }) => operation.operationId));
  const nameAddress = (name: string) =>
    operations.has(name) ? toOperation(name) : schemaAddress(name);

  const pages = makePages(sources, groups, schemaAddress);
  const paths = new Set(pages.map(({ path }) => path));
  const scripts = await bundleScripts(secretNamesIn(contract));
  const styles = await readStyles();
  const frame = { ...frameOf(sources), headScript: scripts.head };
  const parts = menuParts(contract, pages);

  const files = new Map<string, string>([
    ['openapi.json', sources.json],
    ['openapi.yaml', sources.yaml],
    ['styles.css', styles],
    ...scripts.files,
    ['llms.txt', llmsTxt({ ...contract.info, pages, files: contractFiles })],
    ['llms-full.txt', llmsFullTxt(pages)],
    [
      'sitemap.xml',
      sitemap(
        options.address,
        [...paths].map((path) => `${path}.html`),
      ),
    ],
  ]);

  const entries = contractEntries(contract, (name) => schemaPages.get(name) ?? '');
  const all: Raw[] = [];
  for (const page of pages) {
    const { path, markdown } = page;
    const body = await page.render();
    linkNames({ type: 'root', children: body }, nameAddress);
    entries.push(...textEntries(page, body));
    all.push({ type: 'raw', value: toHtml(referencePart(path, body, paths)) });
    const html = document(frame, { ...page, body, menu: menu(parts, path) });
    files.set(`${path}.md`, markdown).set(`${path}.html`, html);
  }
  files.set('scripts/search-index.js', buildSearchIndex(entries));
  const reference = document(frame, {
    path: 'reference',
    title: 'The whole reference',
    summary: 'All pages of the documentation in one file.',
    menu: referenceMenu(menu(parts, ''), paths),
    body: [h('h1', contract.info.title), ...all],
    inline: { styles, script: scripts.files.get('scripts/site.js')! },
  });
  files.set('reference.html', reference);
  return files;
}

/** Makes links of the names of operations and schemas that stand as code in the text. */
function linkNames(tree: Root, linkTo: (name: string) => string | undefined): void {
  visit(tree, 'element', (element, index, parent) => {
    if (['a', 'pre', 'summary', 'svg'].includes(element.tagName) || /^h\d$/.test(element.tagName))
      return SKIP;
    if (element.tagName !== 'code' || element.properties['className'] || !parent) return undefined;
    const href = linkTo(toString(element));
    if (href !== undefined) parent.children[index!] = h('a', { href }, element);
    return SKIP;
  });
}

const contractFiles = [
  { path: 'openapi.json', summary: 'The contract in one file, as JSON.' },
  { path: 'openapi.yaml', summary: 'The contract in one file, as YAML.' },
];

function frameOf({ contract, json }: Sources): Omit<Frame, 'headScript'> {
  return {
    site: contract.info.title,
    metadata: {
      'openapi-version': contract.info.version,
      'openapi-sha256': createHash('sha256').update(json).digest('hex'),
    },
  };
}

const styleSheets = [
  'styles/variables.css',
  'styles/base.css',
  'styles/layout.css',
  'styles/contract.css',
  'styles/code.css',
  'texts/lifecycle.css',
  'styles/search.css',
  'styles/run.css',
  'styles/print.css',
];

async function readStyles(): Promise<string> {
  const texts = styleSheets.map((path) => readFile(new URL(path, import.meta.url), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

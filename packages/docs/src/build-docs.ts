import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bundleScripts } from './browser/bundle-scripts.ts';
import { calls } from './contract.ts';
import { llmsFullTxt, llmsTxt } from './machines/llms.ts';
import { schemaGroups } from './machines/schema-groups.ts';
import { sitemap } from './machines/sitemap.ts';
import { makePages } from './pages/make-pages.ts';
import { reference } from './pages/reference.ts';
import { publish } from './publish.ts';
import { buildSearchIndex } from './search/build-index.ts';
import { toOperation, toPage } from './site/addresses.ts';
import { document, type Frame } from './site/document.ts';
import { linkNames } from './site/links.ts';
import { menu } from './site/menu.ts';
import { menuParts } from './site/menu-parts.ts';
import { searchEntries } from './site/search-entries.ts';
import { readSources, type Sources } from './sources/read-sources.ts';

/** From what, and where to, a site is built. */
export interface BuildOptions {
  /** The bundled contract, `openapi.json`, with `openapi.yaml` beside it. */
  readonly contract: URL;
  /** The folder of the contract's sources. */
  readonly sources: URL;
  /** The folder for the site. */
  readonly directory: URL;
  /** Where the site will stand, for the sitemap. */
  readonly address: string;
}

/**
 * Builds the site. The same sources give the same bytes.
 *
 * @throws {BuildError} saying what is wrong; the site that was there stays then as it was
 */
export async function buildDocs(options: BuildOptions): Promise<void> {
  const sources = readSources(options.contract, options.sources);
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

  const pages = await makePages(sources, groups, schemaAddress);
  for (const { body } of pages) linkNames({ type: 'root', children: [...body] }, nameAddress);

  const scripts = await bundleScripts();
  const styles = await readStyles();
  const frame = { ...frameOf(sources), headScript: scripts.head };
  const parts = menuParts(contract, pages);
  const entries = searchEntries(contract, pages, (name) => schemaPages.get(name) ?? '');

  const files = new Map<string, string>([
    ['openapi.json', sources.json],
    ['openapi.yaml', sources.yaml],
    ['styles.css', styles],
    ...scripts.files,
    ['scripts/search-index.js', buildSearchIndex(entries)],
    ['llms.txt', llmsTxt({ ...contract.info, pages, files: contractFiles })],
    ['llms-full.txt', llmsFullTxt(pages)],
    [
      'sitemap.xml',
      sitemap(
        options.address,
        pages.map(({ path }) => `${path}.html`),
      ),
    ],
  ]);
  for (const page of pages) {
    const { path, markdown } = page;
    const content = { ...page, menu: menu(parts, path) };
    files.set(`${path}.md`, markdown).set(`${path}.html`, document(frame, content));
  }
  const inline = { styles, script: scripts.files.get('scripts/site.js')! };
  const alone = { path: 'reference', title: 'The whole reference', inline };
  const summary = 'All pages of the documentation in one file.';
  files.set(
    'reference.html',
    document(frame, { ...alone, summary, ...reference(pages, menu(parts, '')) }),
  );
  await publish(files, options.directory);
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

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { bundleScripts } from './browser/bundle-scripts.ts';
import { htmlOf, markdownOf } from './content.ts';
import { llmsFullTxt, llmsTxt, sitemap } from './files.ts';
import { document, type Frame, menuGroups, menuList } from './html/document.ts';
import { decisionNotes } from './pages/decisions.ts';
import { errorPath, makePages, referencePath } from './pages/make-pages.ts';
import type { Move } from './pages/moves.ts';
import { referencePage } from './reference.ts';
import { contractEntries, textEntries } from './search/entries.ts';
import { BuildError } from './build-error.ts';
import { type Bundle, readSource, readSources } from './sources.ts';

/** What a site is made from. */
export interface SiteOptions {
  readonly bundle: Bundle;
  /** The folder of the contract's sources. */
  readonly sources: URL;
  /** Where the site will be published, for the sitemap and the error page. */
  readonly address: string;
  /** Origins that the console may call in addition to this machine; the first is its default server. */
  readonly connect?: readonly string[];
}

/** Builds the site into a directory. @throws {BuildError} and leaves the directory as it was */
export async function buildDocs(
  contract: URL,
  directory: URL,
  options: Omit<SiteOptions, 'bundle'>,
): Promise<void> {
  const json = readSource(contract);
  const yaml = readSource(new URL('openapi.yaml', contract));
  await publish(await makeSite({ ...options, bundle: { json, yaml } }), directory);
}

/** Makes the files of the site, by their paths: the same sources give the same bytes. @throws {BuildError} */
export async function makeSite(options: SiteOptions): Promise<Map<string, string>> {
  const { address, connect = [] } = options;
  const wrong = connect.find((it) => URL.parse(it)?.origin !== it);
  if (wrong !== undefined)
    throw new BuildError(`--connect takes an origin such as https://api.example, not "${wrong}".`);
  const sources = readSources(options.bundle, options.sources);
  const { contract, operations, decisions } = sources;
  const { title: site, summary, version } = contract.info;
  const { pages, schemaPages, moves } = makePages(sources);
  const { head = '', reference: layer = '', ...scripts } = await bundleScripts();
  const digest = createHash('sha256').update(sources.json).digest('hex');
  const groups = menuGroups(pages);
  const frame: Frame = {
    site,
    metadata: { 'openapi-version': version, 'openapi-sha256': digest },
    headScript: head,
    styles: styles('palette', 'base', 'layout'),
    connect,
    groups,
  };
  const listed = pages.filter(({ isUnlisted }) => !isUnlisted);
  const targets = new Map([
    ...operations.map((it) => [it.operationId, `operations/${it.operationId}.html`] as const),
    ...[...schemaPages].map(([name, page]) => [name, `${page}.html#${name}`] as const),
    ...decisions.entries.map(({ id }) => [id, `decisions.html#${id}`] as const),
  ]);
  const files = new Map<string, string>([
    ['openapi.json', sources.json],
    ['openapi.yaml', sources.yaml],
    ['styles.css', styles('dialogs')],
    ...Object.entries(scripts).map(([name, text]) => [`scripts/${name}.js`, text] as const),
    ['scripts/menu.js', shared('menu', toHtml(menuList(groups, '')))],
    ['sitemap.xml', sitemap(address, listed)],
  ]);
  const reference = styles('palette', 'reference');
  const ofReference = moves.filter(({ from }) => from.page === referencePath);
  const moved = {
    ...Object.fromEntries(targets),
    ...Object.fromEntries(ofReference.map(({ from, to }) => [from.id, `${to.page}.html#${to.id}`])),
  };
  files.set(`${referencePath}.html`, await referencePage(sources, layer, reference, moved));
  const entries = contractEntries(contract, operations, schemaPages);
  for (const page of pages) {
    const { path, contents } = page;
    // A server shows the error page for an address at any depth, so its links are absolute.
    const isError = path === errorPath;
    const up = '../'.repeat(path.split('/').length - 1) || './';
    const root = isError ? new URL(address.replace(/\/?$/, '/')).pathname : up;
    const body = htmlOf(contents);
    const tree: Root = { type: 'root', children: body };
    if (!page.isUnlisted) entries.push(...textEntries(page, body));
    addMovedAnchors(tree, path, moves);
    linkNames(tree, (name) => {
      const target = targets.get(name);
      return target?.startsWith(`${path}.html`) === false ? root + target : undefined;
    });
    const notes = path === 'decisions' ? [] : decisionNotes(body, decisions.entries, root);
    const text = `${markdownOf(contents)}\n`;
    files
      .set(`${path}.md`, text)
      .set(`${path}.html`, document(frame, page, root, body, notes))
      .set(`scripts/markdown/${path}.js`, shared('markdown', text));
  }
  return files
    .set('llms.txt', llmsTxt(site, summary, listed))
    .set('llms-full.txt', llmsFullTxt(listed, files))
    .set('scripts/search-index.js', shared('searchEntries', entries));
}

/** A script that hands data to the scripts of a page. */
function shared(name: string, value: unknown): string {
  return `(self.agentConversationDocs??={}).${name}=${JSON.stringify(value)};\n`;
}

/** Makes links of the names of operations and schemas that are code in the text. */
function linkNames(tree: Root, hrefOf: (name: string) => string | undefined): void {
  visit(tree, 'element', (element, index, parent) => {
    if (['a', 'pre', 'summary', 'svg'].includes(element.tagName) || /^h\d$/.test(element.tagName))
      return SKIP;
    if (element.tagName !== 'code' || element.properties['className'] || !parent) return undefined;
    const href = hrefOf(toString(element));
    if (href !== undefined) parent.children[index!] = h('a', { href }, element);
    return SKIP;
  });
}

/** Gives headings the ids of former headings of the same page that they replace. */
function addMovedAnchors(tree: Root, page: string, moves: readonly Move[]): void {
  const within = moves.filter(({ from, to }) => from.page === page && to.page === page);
  visit(tree, 'element', (element) => {
    const replaced = within.filter(({ to }) => to.id === element.properties['id']);
    element.children.unshift(...replaced.map(({ from }) => h('span', { id: from.id })));
  });
}

/** Reads style sheets, without comments and indentation. */
function styles(...names: readonly string[]): string {
  return names
    .map((name) => readFileSync(new URL(`styles/${name}.css`, import.meta.url), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

/** Replaces a directory as a whole: no page is seen half written or beside one of another build. */
async function publish(files: ReadonlyMap<string, string>, directory: URL): Promise<void> {
  const target = fileURLToPath(directory).replace(/[\\/]$/, '');
  await mkdir(dirname(target), { recursive: true });
  // Beside the target, as a rename is atomic within one file system only.
  const staging = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const site = join(staging, 'new');
    for (const [name, text] of files) {
      const file = join(site, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await rename(target, join(staging, 'old')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(site, target);
  } finally {
    await rm(staging, { recursive: true });
  }
}

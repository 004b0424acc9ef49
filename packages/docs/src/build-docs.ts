import { createHash } from 'node:crypto';
import { bundleScripts } from './browser/bundle-scripts.ts';
import { llmsFullTxt, llmsTxt, sitemap } from './files.ts';
import { document, type Frame } from './html/document.ts';
import { addLinks, rebaseLinks } from './html/links.ts';
import { addDecisionNotes } from './html/notes.ts';
import { referencePage } from './html/reference.ts';
import { renderMarkdown } from './html/render.ts';
import { readCompact } from './html/template.ts';
import { checkContract } from './pages/check-contract.ts';
import { consoleData } from './pages/console-data.ts';
import {
  errorPath,
  makePages,
  referencePath,
  type Site,
} from './pages/make-pages.ts';
import type { Move } from './pages/moves.ts';
import { hasConsole, siteBaseUrl } from './pages/operation.ts';
import { contractEntries, textEntries } from './search/entries.ts';
import { BuildError } from './build-error.ts';
import { publish } from './publish.ts';
import { readSource } from './sources/read-source.ts';
import { type Bundle, readSources, type Sources } from './sources/sources.ts';
import { briefTwinOf, twinOf } from './twin.ts';

/** What a site is made from. */
export interface SiteOptions {
  readonly bundle: Bundle;
  /** The folder of the contract's sources. */
  readonly sources: URL;
  /** Where the site will be published, for the sitemap and the error page. */
  readonly address: string;
  /** Origins that the console may call in addition to this machine; the first is its default server. */
  readonly connect?: readonly string[];
  /** The URL that programs on the pages call, without a slash at the end. @default the mock at port 4010 */
  readonly baseUrl?: string | undefined;
}

/** Builds the site into a directory. @throws {BuildError} and leaves the directory as it was */
export async function buildDocs(
  contract: URL,
  directory: URL,
  options: Omit<SiteOptions, 'bundle'>,
): Promise<void> {
  const json = readSource(contract);
  const yaml = readSource(new URL('openapi.yaml', contract));
  await publish(
    await makeSite({ ...options, bundle: { json, yaml } }),
    directory,
  );
}

/** Makes the files of the site, by their paths: the same sources give the same bytes. @throws {BuildError} */
export async function makeSite(
  options: SiteOptions,
): Promise<Map<string, string>> {
  const { address, connect = [], baseUrl = siteBaseUrl } = options;
  const wrong = connect.find((origin) => URL.parse(origin)?.origin !== origin);
  if (wrong !== undefined)
    throw new BuildError(
      `--connect takes an origin such as https://api.example, not "${wrong}".`,
    );
  const sources = readSources(options.bundle, options.sources);
  const { contract, operations } = sources;
  checkContract(contract);
  const { title, summary, version } = contract.info;
  const site = makePages(sources);
  const { pages, schemaPages, moves } = site;
  const {
    head = '',
    reference: layer = '',
    ...scripts
  } = await bundleScripts();
  const digest = createHash('sha256').update(sources.json).digest('hex');
  const frame: Frame = {
    site: title,
    version,
    baseUrl: siteBaseUrl,
    digest,
    headScript: head,
    styles: styles('tokens', 'base', 'layout', 'content'),
    connect,
    listed: pages.filter(({ group }) => group !== ''),
  };
  const listed = pages.filter(({ isUnlisted }) => !isUnlisted);
  const targets = targetsOf(sources, site);
  const files = new Map<string, string>([
    ['openapi.json', sources.json],
    ['openapi.yaml', sources.yaml],
    ['styles.css', styles('dialogs', 'search', 'console')],
    ...Object.entries(scripts).map(
      ([name, text]) => [`scripts/${name}.js`, text] as const,
    ),
    ...operations.filter(hasConsole).map((operation) => {
      const script = shared('consoleData', consoleData(sources, operation));
      return [`scripts/consoles/${operation.operationId}.js`, script] as const;
    }),
    ['sitemap.xml', sitemap(address, listed)],
    [
      `${referencePath}.html`,
      await makeReference(sources, layer, targets, moves),
    ],
  ]);
  const entries = contractEntries(contract, operations, schemaPages);
  /** The texts for language models. */
  const texts = new Map<string, string>();
  for (const page of pages) {
    const { path, markdown, isUnlisted } = page;
    const root = rootOf(path, address);
    const content = renderMarkdown(markdown);
    if (!isUnlisted) entries.push(...textEntries(page, content));
    if (path === errorPath) rebaseLinks(content, root);
    addLinks(content, path, root, targets, moves);
    const hasNotes = path !== 'decisions';
    const notes = hasNotes
      ? addDecisionNotes(content, sources.decisions.entries, root)
      : [];
    const twin = twinOf(markdown);
    texts.set(path, briefTwinOf(markdown));
    files
      .set(`${path}.md`, twin)
      .set(`${path}.html`, document(frame, page, root, { content, notes }))
      .set(`scripts/markdown/${path}.js`, shared('markdown', twin));
  }
  const introduction = { title, summary, rules: sources.rules };
  files
    .set('llms.txt', llmsTxt(introduction, listed))
    .set('llms-full.txt', llmsFullTxt(introduction, listed, texts))
    .set('scripts/search-index.js', shared('searchEntries', entries));
  if (baseUrl !== siteBaseUrl) replaceBaseUrl(files, baseUrl);
  return files;
}

/** Replaces the base URL of the programs on all pages. The contract stays as it is. */
function replaceBaseUrl(files: Map<string, string>, baseUrl: string): void {
  for (const [path, text] of files) {
    if (path.startsWith('openapi.')) continue;
    files.set(path, text.replaceAll(siteBaseUrl, baseUrl));
  }
}

/** The way from a page to the root. Servers show the error page at any depth, so its links are absolute. */
function rootOf(path: string, address: string): string {
  if (path === errorPath) return new URL(address.replace(/\/?$/, '/')).pathname;
  return '../'.repeat(path.split('/').length - 1) || './';
}

/** What a name in code leads to, from the root of the site. */
function targetsOf(
  { operations, decisions }: Sources,
  { schemaPages }: Site,
): Map<string, string> {
  return new Map([
    ...operations.map(
      ({ operationId: id }) => [id, `operations/${id}.html`] as const,
    ),
    ...[...schemaPages].map(
      ([name, page]) => [name, `${page}.html#${name}`] as const,
    ),
    ...decisions.entries.map(({ id }) => [id, `decisions.html#${id}`] as const),
  ]);
}

function makeReference(
  sources: Sources,
  layer: string,
  targets: ReadonlyMap<string, string>,
  moves: readonly Move[],
): Promise<string> {
  const ofReference = moves.filter(({ from }) => from.page === referencePath);
  const moved = ofReference.map(
    ({ from, to }) => [from.id, `${to.page}.html#${to.id}`] as const,
  );
  const former = Object.fromEntries([...targets, ...moved]);
  return referencePage(sources, layer, styles('tokens', 'reference'), former);
}

/** A script that hands data to the scripts of a page. */
function shared(name: string, value: unknown): string {
  return `(self.agentConversationDocs??={}).${name}=${JSON.stringify(value)};\n`;
}

function styles(...names: readonly string[]): string {
  const sheets = names.map((name) => readCompact(`styles/${name}.css`));
  return sheets.join('').trim();
}

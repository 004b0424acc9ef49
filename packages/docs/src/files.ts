/** The files of the site that are not pages: for language models and crawlers. */
import { BuildError } from './build-error.ts';
import { blocks, line, link, list } from '@agent-conversation/cli/markdown';
import { maintainers, type Page } from './pages/make-pages.ts';

/** What a file for language models begins with. */
export interface Introduction {
  readonly title: string;
  readonly summary: string;
  /** What a program has to know first, as Markdown. */
  readonly rules: string;
}

/** The section of `llms.txt` of a page, by the folder or the name of the page. */
const sectionTitles: Readonly<Record<string, string>> = {
  index: 'Start',
  about: 'Guides',
  guides: 'Guides',
  operations: 'Operations',
  schemas: 'Schemas',
  client: 'Client and commands',
  commands: 'Client and commands',
};
/** Readers who are short of room skip this section (<https://llmstxt.org>). */
const optional = 'Optional';

const files = `## Files

- [llms-full.txt](llms-full.txt): Quickstart, guides, operations and schemas in one file.
- [openapi.json](openapi.json): The contract as JSON.
- [openapi.yaml](openapi.yaml): The contract as YAML.`;

/** Returns what a language model reads first: rules, and links to the pages. */
export function llmsTxt(
  introduction: Introduction,
  pages: readonly Page[],
): string {
  const bySection = Map.groupBy(pages, sectionOf);
  const titles = new Set([...Object.values(sectionTitles), optional]);
  const lists = [...titles].map((title) => {
    const ofSection = bySection.get(title) ?? [];
    return ofSection.length === 0 ? '' : linkList(title, ofSection);
  });
  return file(introduction, files, ...lists);
}

/**
 * Returns the rules, the quickstart, and the texts of guides, operations and schemas.
 *
 * @param texts the text of each page by its path
 */
export function llmsFullTxt(
  introduction: Introduction,
  pages: readonly Page[],
  texts: ReadonlyMap<string, string>,
): string {
  const bySection = Map.groupBy(pages, sectionOf);
  const sections = ['Start', 'Guides', 'Operations', 'Schemas'];
  const shown = sections.flatMap((title) => bySection.get(title) ?? []);
  // The list of schemas has nothing that they do not have.
  const read = shown.filter(({ path }) => path !== 'schemas');
  const contents = read.map(({ path }) => {
    const text = texts.get(path)!;
    return blocks(
      '---',
      `Page: ${path}.md`,
      path === 'index' ? quickstartOf(text) : text,
    );
  });
  return file(introduction, ...contents);
}

/** Returns the sections of the start page that a program needs in order to run. Other pages have the rest. */
function quickstartOf(text: string): string {
  const sections = text.split(/^(?=## )/m);
  const needed = sections.filter((section) =>
    /^## (Start the mock|Quickstart)$/m.test(section),
  );
  return blocks(...needed);
}

function sectionOf({ path, group }: Page): string {
  const [folder = ''] = path.split('/');
  const isForReaders = group !== maintainers;
  const title = isForReaders ? sectionTitles[folder] : optional;
  return title ?? optional;
}

function linkList(title: string, pages: readonly Page[]): string {
  const entries = pages.map((page) => {
    const target = `${page.path}.md`;
    return `${link(page.title, target)}: ${line(page.summary)}`;
  });
  return blocks(`## ${title}`, list(entries));
}

function file(
  { title, summary, rules }: Introduction,
  ...parts: readonly string[]
): string {
  const head = [`# ${line(title)}`, `> ${line(summary)}`, rules];
  return `${blocks(...head, ...parts)}\n`;
}

/** The pages for crawlers (<https://www.sitemaps.org/protocol.html>). @throws {BuildError} for a wrong address */
export function sitemap(
  address: string,
  pages: readonly Pick<Page, 'path'>[],
): string {
  const { protocol } = URL.parse(address) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new BuildError(
      `A sitemap needs the site's address, such as https://docs.example/api/, not "${address}".`,
    );
  }
  const root = address.endsWith('/') ? address : `${address}/`;
  const urls = pages.map(({ path }) => {
    const { href } = new URL(`${path}.html`, root);
    const escaped = href.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
    return `  <url><loc>${escaped}</loc></url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

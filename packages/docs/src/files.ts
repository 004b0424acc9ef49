/** The files of the site that are not pages: for language models and crawlers. */
import { blocks, line, link, list } from './markdown-text.ts';
import { maintainers, type Page } from './pages/make-pages.ts';
import { BuildError } from './build-error.ts';

/** What a language model reads first (<https://llmstxt.org>). Readers short of room skip the section `Optional`. */
export function llmsTxt(title: string, summary: string, pages: readonly Page[]): string {
  const sections = Map.groupBy(pages, ({ path, group, operation }) => {
    if (operation) return 'Operations';
    return path.startsWith('changelog') || group === maintainers ? 'Optional' : group;
  });
  const optional = sections.get('Optional') ?? [];
  sections.delete('Optional');
  const contract = ['json', 'yaml'].map(
    (it) => `[openapi.${it}](openapi.${it}): The contract as ${it.toUpperCase()}.`,
  );
  const entries = (own: readonly Page[]) =>
    list(own.map((page) => `${link(page.title, `${page.path}.md`)}: ${line(page.summary)}`));
  const texts = [...sections].flatMap(([name, own]) => [`## ${name}`, entries(own)]);
  const rest = ['## Contract files', list(contract), '## Optional', entries(optional)];
  return `${blocks(`# ${line(title)}`, `> ${line(summary)}`, ...texts, ...rest)}\n`;
}

/** All pages in one text, each after a line with its path. Links in a page start from that path. */
export function llmsFullTxt(pages: readonly Page[], files: ReadonlyMap<string, string>): string {
  const texts = pages.map(({ path }) => blocks(`Page: ${path}.md`, files.get(`${path}.md`)!));
  return `${texts.join('\n\n---\n\n')}\n`;
}

/** The pages for crawlers (<https://www.sitemaps.org/protocol.html>). @throws {BuildError} for a wrong address */
export function sitemap(address: string, pages: readonly Pick<Page, 'path'>[]): string {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
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

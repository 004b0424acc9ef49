import { posix } from 'node:path';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { fromHtml } from 'hast-util-from-html';
import { toString } from 'hast-util-to-string';
import { attribute, elements, type Site } from './docs-site.ts';

/**
 * What is wrong with the links of a site: of its pages, of the Markdown pages beside them, of `llms.txt` and of
 * `sitemap.xml`. Links inside must be relative and name a file, so that they hold under any path and from a disk;
 * an anchor must be an id of the page, or of the HTML page beside a Markdown page.
 *
 * @returns a text for each: where it stands, the link, and the reason
 */
export function faultyLinks(site: Site): string[] {
  return [...site.texts].flatMap(([path, text]) =>
    linksOf(site, path, text).flatMap((link) => {
      const reason = linkFault(site, path, link);
      return reason === undefined ? [] : [`${path}: ${link} ${reason}`];
    }),
  );
}

/** The addresses in a file, relative to it. */
function linksOf(site: Site, path: string, text: string): string[] {
  const page = site.pages.get(path);
  if (page) {
    return ['href', 'src'].flatMap((name) =>
      elements(page, `[${name}]`).map((element) => attribute(element, name) ?? ''),
    );
  }
  if (path === 'sitemap.xml') return sitemapLinks(text);
  // The one with all pages has the links of each, relative to that page, where they are looked at.
  if (path.endsWith('.md') || path === 'llms.txt') return markdownLinks(text);
  return [];
}

function markdownLinks(text: string): string[] {
  const tree = unified().use(remarkParse).use(remarkGfm).parse(text);
  const links: string[] = [];
  visit(tree, (node) => {
    if ('url' in node) links.push(node.url);
  });
  return links;
}

/** The addresses of a sitemap (sitemaps.org, protocol 0.9), relative to the first, which is that of the start page. */
function sitemapLinks(text: string): string[] {
  const addresses = elements(fromHtml(text), 'loc').map((element) => toString(element));
  const [start = ''] = addresses;
  const base = start.slice(0, start.lastIndexOf('/') + 1);
  return addresses.map((address) =>
    address.startsWith(base)
      ? address.slice(base.length) || 'index.html'
      : new URL(address).pathname,
  );
}

/**
 * Why a link leads nowhere, or where it should not; undefined if it is sound.
 *
 * @param from the path of the file that has it
 */
export function linkFault(site: Site, from: string, link: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) return outsideFault(link);
  if (link.startsWith('/')) return 'is not relative';
  const [, relative = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(link) ?? [];
  const path = relative ? posix.join(posix.dirname(from), decodeURIComponent(relative)) : from;
  if (!site.texts.has(path)) return 'names no file';
  if (anchor === undefined) return undefined;
  const ids = site.ids.get(path.replace(/\.md$/, '.html'));
  return ids?.includes(decodeURIComponent(anchor)) ? undefined : 'names no anchor';
}

function outsideFault(link: string): string | undefined {
  // The icon of a page that has none.
  if (link.startsWith('data:')) return undefined;
  if (!URL.canParse(link)) return 'is no address';
  const { protocol, hostname, username } = new URL(link);
  const isLoopback = ['127.0.0.1', 'localhost'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) return 'is not https';
  if (!isLoopback && !hostname.includes('.')) return 'has no host of the internet';
  return username ? 'names a user' : undefined;
}

/** The menu of all pages, the sections of the page in it, and the way from page to page. */
import type { Element, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import type { Page } from '../pages/make-pages.ts';
import { methodBadge } from './containers.ts';

/** The most entries around a page that its menu has: pages must not grow with the contract. */
const mostEntries = 80;
/** The most sections of which the subsections are listed as well. */
const mostSections = 12;

/**
 * The menu: all pages, or those around the page, and of other groups the first page.
 *
 * @param listed the pages that menus list, in their order
 */
export function menuOf(
  listed: readonly Page[],
  page: Page,
  root: string,
  body: ElementContent[],
) {
  const isWhole = listed.length <= mostEntries;
  const groups = Map.groupBy(listed, ({ group }) => group);
  const items = [...groups].map(([title, pages]) => {
    const open = isWhole || page.group === title;
    const shown = open ? around(pages, page) : pages.slice(0, 1);
    const subgroups = Map.groupBy(shown, ({ subgroup = '' }) => subgroup);
    const lists = [...subgroups].flatMap(([subtitle, members]) => {
      const entries = members.map((member) => {
        const isCurrent = member === page;
        const link = linkTo(member, root, isCurrent);
        return h('li', link, isCurrent ? sectionsOf(body) : undefined);
      });
      const list = h('ul', entries);
      return subtitle === '' ? [list] : [h('p.subgroup', subtitle), list];
    });
    const summary = h('summary', title);
    return h('li', h('details', { open }, summary, lists));
  });
  return h('ul.groups', items);
}

function linkTo(page: Page, root: string, isCurrent: boolean): Element {
  const { path, title, menuTitle, operation } = page;
  const properties = {
    href: `${root}${path}.html`,
    ariaCurrent: isCurrent && 'page',
  };
  const badge = operation && methodBadge(operation.method);
  return h('a', properties, menuTitle ?? title, badge);
}

function around(pages: readonly Page[], page: Page): readonly Page[] {
  const before = pages.indexOf(page) - mostEntries / 2;
  const last = pages.length - mostEntries;
  const start = Math.max(0, Math.min(before, last));
  return pages.slice(start, start + mostEntries);
}

/** The sections of a page as links, if there are several. */
function sectionsOf(body: ElementContent[]): Element | undefined {
  const headings: Element[] = [];
  visit(h(null, body), 'element', (element) => {
    if (/^h[23]$/.test(element.tagName)) headings.push(element);
    // Samples stand beside the sections.
    return element.tagName === 'aside' ? SKIP : undefined;
  });
  const sections = headings.filter(({ tagName }) => tagName === 'h2');
  const listed = headings.length > mostSections ? sections : headings;
  if (listed.length < 2) return undefined;
  const items = listed.map((heading) => {
    const { tagName, properties } = heading;
    // A section has the address of its heading.
    const id = String(properties['id']).replace(/-heading$/, '');
    const words = breakable(toString(heading));
    const link = h('a', { href: `#${id}` }, words);
    return h('li', { className: [tagName] }, link);
  });
  const label = { role: 'group', ariaLabel: 'On this page' };
  return h('div.on-this-page', label, h('ul', items));
}

/** Lets a long name break between its words. */
function breakable(name: string): ElementContent[] {
  const words = name.split(/(?<=[/-])|(?=[A-Z][a-z])/);
  return words.flatMap((value) => [h('wbr'), { type: 'text', value }]);
}

/** Links to the pages before and after a page, in the order of the menu. */
export function neighbors(
  listed: readonly Page[],
  page: Page,
  root: string,
): Element[] {
  const index = listed.indexOf(page);
  if (index < 0) return [];
  const links = [
    neighbor(listed[index - 1], root, 'prev', 'Previous'),
    neighbor(listed[index + 1], root, 'next', 'Next'),
  ];
  return [h('nav.neighbors', { ariaLabel: 'Previous and next page' }, links)];
}

function neighbor(
  page: Page | undefined,
  root: string,
  rel: string,
  label: string,
) {
  if (!page) return undefined;
  const href = `${root}${page.path}.html`;
  return h('a', { href, rel }, h('small', label), page.title);
}

/** The menu of all pages, the sections of the page in it, and the way from page to page. */
import type { Element, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import type { Page } from '../pages/make-pages.ts';

/** The pages of a group of the menu; those with a heading of their own are together. */
export interface MenuGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** Groups the pages that the menu lists, in their order. */
export function menuGroups(pages: readonly Page[]): MenuGroup[] {
  const listed = pages.filter(({ group }) => group !== '');
  const groups = Map.groupBy(listed, ({ group }) => group);
  return [...groups].map(([title, members]) => ({ title, pages: members }));
}

/** The most entries around a page that its menu has: pages must not grow with the contract. */
const most = 80;

/** The menu: all pages, or those around the page, and of other groups the first page. */
export function menuOf(
  groups: readonly MenuGroup[],
  page: Page,
  root: string,
  sections: Element | undefined,
): Element {
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0);
  const isWhole = count <= most;
  const items = groups.map(({ title, pages }) => {
    const isOpen = page.group === title;
    const shown = isWhole || isOpen ? around(pages, pages.indexOf(page)) : pages.slice(0, 1);
    const subgroups = [...Map.groupBy(shown, ({ subgroup = '' }) => subgroup)];
    const lists = subgroups.flatMap(([subtitle, members]) => [
      ...(subtitle === '' ? [] : [h('p.subgroup', subtitle)]),
      h('ul', members.map(entry)),
    ]);
    return h('li', h('details', { open: isWhole || isOpen }, [h('summary', title), ...lists]));
  });
  return h('ul.groups', items);

  function entry(member: Page): Element {
    const { path, title, menuTitle = title, operation } = member;
    const isCurrent = member === page;
    const badge = operation
      ? [h('span', { className: ['method', operation.method] }, operation.method)]
      : [];
    const link = h('a', { href: `${root}${path}.html`, ariaCurrent: isCurrent && 'page' }, [
      menuTitle,
      ...badge,
    ]);
    return h('li', isCurrent ? [link, sections] : link);
  }
}

function around<T>(all: readonly T[], index: number): readonly T[] {
  const start = Math.max(0, Math.min(index - most / 2, all.length - most));
  return all.slice(start, start + most);
}

/** The most sections of which the subsections are listed as well. */
const mostSections = 12;

/** The sections of a page as links. */
export function sectionsOf(body: readonly ElementContent[]): Element | undefined {
  const sections: { readonly level: string; readonly link: Element }[] = [];
  visit({ type: 'root', children: [...body] }, 'element', (element, _, parent) => {
    const { tagName, properties } = element;
    // Samples stand beside the sections.
    if (tagName === 'aside') return SKIP;
    if (!/^h[23]$/.test(tagName)) return undefined;
    const parentId = String((parent as Element).properties?.['id']);
    // The id of a section is the address of its heading.
    const id = properties['id'] === `${parentId}-heading` ? parentId : String(properties['id']);
    const link = h('a', { href: `#${id}` }, breakable(toString(element)));
    sections.push({ level: tagName, link });
    return SKIP;
  });
  const isLong = sections.length > mostSections;
  const listed = sections.filter(({ level }) => level === 'h2' || !isLong);
  if (listed.length < 2) return undefined;
  const items = listed.map(({ level, link }) => h('li', { className: [level] }, link));
  return h('div.on-this-page', { role: 'group', ariaLabel: 'On this page' }, h('ul', items));
}

/** Lets a long name break between its words. */
function breakable(name: string): ElementContent[] {
  const words = name.split(/(?<=[/-])|(?=[A-Z][a-z])/);
  return words.flatMap((value) => [h('wbr'), { type: 'text', value }]);
}

/** Links to the pages before and after a page, in the order of the menu. */
export function neighbors(groups: readonly MenuGroup[], page: Page, root: string): Element[] {
  const listed = groups.flatMap(({ pages }) => pages);
  const index = listed.indexOf(page);
  if (index < 0) return [];
  const to = (neighbor: Page | undefined, rel: string, label: string) =>
    neighbor &&
    h('a', { href: `${root}${neighbor.path}.html`, rel }, [h('small', label), neighbor.title]);
  return [
    h('nav.neighbors', { ariaLabel: 'Previous and next page' }, [
      to(listed[index - 1], 'prev', 'Previous'),
      to(listed[index + 1], 'next', 'Next'),
    ]),
  ];
}

import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Page } from '../pages/make-pages.ts';

/** A group of the menu, as `scripts/menu.js` has it: its title, and path, title and method of its pages. */
export type MenuGroup = readonly [title: string, pages: readonly MenuEntry[]];
type MenuEntry = readonly [path: string, title: string, method?: string];

/** Groups the pages for the menu. */
export function menuGroups(pages: readonly Page[]): MenuGroup[] {
  const groups = Map.groupBy(
    pages.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
  return [...groups].map(([title, own]) => [
    title,
    own.map(({ path, title: name, menuTitle = name, operation }) =>
      operation ? [path, menuTitle, operation.method] : [path, menuTitle],
    ),
  ]);
}

/** The most groups, and pages of a group, in a page itself: pages must not grow with the contract. */
const most = 24;

/**
 * The menu of a page: the pages of its own group. A script adds the rest when it is needed; without it, the titles of
 * groups lead to their first pages.
 */
export function menu(groups: readonly MenuGroup[], current: string, root: string): Element {
  const own = groups.findIndex(([, pages]) => pages.some(([path]) => path === current));
  const items = around(groups, own).map(([title, pages]) => {
    const at = pages.findIndex(([path]) => path === current);
    const first = `${root}${pages[0]![0]}.html`;
    if (at < 0) return h('li', { dataGroup: title }, h('a', { href: first }, title));
    const shown = around(pages, at);
    const entries = shown.map(([path, name, method]) => {
      const badge =
        method === undefined ? undefined : h('span', { class: ['method', method] }, method);
      const attributes = { href: `${root}${path}.html`, ariaCurrent: path === current && 'page' };
      return h('li', h('a', attributes, [name, badge]));
    });
    const details = h('details', { open: true }, [h('summary', title), h('ul', entries)]);
    return h('li', { dataGroup: title, dataPart: shown.length < pages.length }, details);
  });
  const isPart = items.length < groups.length;
  return h(
    'nav#menu',
    { popover: 'auto', ariaLabel: 'Contents', dataPart: isPart },
    h('ul', items),
  );
}

function around<T>(all: readonly T[], at: number): readonly T[] {
  const start = Math.max(0, Math.min(at - most / 2, all.length - most));
  return all.slice(start, start + most);
}

/** Links to the pages before and after a page, in the order of the menu. */
export function neighbors(pages: readonly Page[], path: string, root: string): Element[] {
  const listed = pages.filter(({ group }) => group !== '');
  const at = listed.findIndex((page) => page.path === path);
  if (at < 0) return [];
  const to = (page: Page | undefined, rel: string, label: string) =>
    page && h('a', { href: `${root}${page.path}.html`, rel }, [h('small', label), page.title]);
  return [
    h('nav.neighbors', { ariaLabel: 'Previous and next page' }, [
      to(listed[at - 1], 'prev', 'Previous'),
      to(listed[at + 1], 'next', 'Next'),
    ]),
  ];
}

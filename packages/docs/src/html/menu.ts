import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Page } from '../pages/make-pages.ts';

/** The pages of each group of the menu. */
export type MenuGroups = ReadonlyMap<string, readonly Page[]>;

/** Groups the pages that the menu lists. */
export function menuGroups(pages: readonly Page[]): MenuGroups {
  const listed = pages.filter(({ group }) => group !== '');
  return Map.groupBy(listed, ({ group }) => group);
}

/** The most groups, and pages of a group, in a page itself: pages must not grow with the contract. */
const most = 24;

/** The list of the menu: on a page the pages of its own group and the titles of others, without a page all. */
export function menuList(groups: MenuGroups, root: string, page?: Page): Element {
  const around = <T>(all: readonly T[], at: number): readonly T[] => {
    const start = Math.max(0, Math.min(at - most / 2, all.length - most));
    return page ? all.slice(start, start + most) : all;
  };
  const to = ({ path }: Page, ...content: (Element | string)[]) =>
    h(
      'li',
      h('a', { href: `${root}${path}.html`, ariaCurrent: path === page?.path && 'page' }, content),
    );
  const more = (text: string, [first]: readonly Page[]) =>
    h('li', h('a.more', { href: `${root}${first!.path}.html` }, text));
  const titles = [...groups.keys()];
  const shown = around(titles, titles.indexOf(page?.group ?? ''));
  const items = shown.map((title) => {
    const pages = groups.get(title)!;
    if (page && title !== page.group) return more(title, pages);
    const own = around(pages, page ? pages.indexOf(page) : 0);
    const entries = own.map((it) => {
      const { title: name, menuTitle = name, operation } = it;
      const badge = operation
        ? [h('span', { class: ['method', operation.method] }, operation.method)]
        : [];
      return to(it, menuTitle, ...badge);
    });
    if (own.length < pages.length) entries.push(more('More', pages));
    const list = h('ul', entries);
    return h('li', h('details', { open: page !== undefined }, [h('summary', title), list]));
  });
  if (shown.length < titles.length) items.push(more('More', groups.get(titles[0]!)!));
  return h('ul', items);
}

/** Links to the pages before and after a page, in the order of the menu. */
export function neighbors(groups: MenuGroups, page: Page, root: string): Element[] {
  const listed = [...groups.values()].flat();
  const at = listed.indexOf(page);
  if (at < 0) return [];
  const to = (it: Page | undefined, rel: string, label: string) =>
    it && h('a', { href: `${root}${it.path}.html`, rel }, [h('small', label), it.title]);
  return [
    h('nav.neighbors', { ariaLabel: 'Previous and next page' }, [
      to(listed[at - 1], 'prev', 'Previous'),
      to(listed[at + 1], 'next', 'Next'),
    ]),
  ];
}

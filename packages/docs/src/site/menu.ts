import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Page } from './page.ts';
import { toPage } from './addresses.ts';

/** A part of the menu: a heading with pages, or with parts of its own. */
export interface MenuPart {
  readonly title: string;
  /** The page of the part itself, if it has one. */
  readonly href?: string;
  readonly pages: readonly MenuEntry[];
  /** Whether it is one of the parts that a contract may have any number of. */
  readonly ofContract?: boolean;
}

/** A page in the menu, with the method if it is that of an operation. */
export type MenuEntry = Pick<Page, 'path' | 'title'> & { readonly method?: string };

// A site with more pages than this has the parts of the contract on its overview only, and on each page
// the part that the page belongs to: a page does not grow with the site.
const most = 60;

/** The menu of a page. */
export function menu(parts: readonly MenuPart[], current: string): Element {
  const isLarge = parts.flatMap(({ pages }) => pages).length > most;
  const shown = parts.filter(({ ofContract, pages }) => {
    return !isLarge || !ofContract || pages.some(({ path }) => path === current);
  });
  return h('nav#menu', { ariaLabel: 'Contents' }, [
    h(
      'ul',
      shown.map(({ title, href, pages }) =>
        h('li', [
          href === undefined ? h('span', title) : h('a', { href }, title),
          h(
            'ul',
            pages.map((page) => entry(page, current)),
          ),
        ]),
      ),
    ),
  ]);
}

function entry({ path, title, method }: MenuEntry, current: string): Element {
  const isCurrent = path === current;
  return h('li', [
    h('a', { href: toPage(path), ariaCurrent: isCurrent ? 'page' : undefined }, [
      title,
      method === undefined ? undefined : h('span', { class: ['method', method] }, method),
    ]),
  ]);
}

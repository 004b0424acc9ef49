import { createHash } from 'node:crypto';
import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { visit } from 'unist-util-visit';
import type { Page } from '../pages/make-pages.ts';

/** What all pages have in common. */
export interface Frame {
  readonly site: string;
  /** Facts about the contract that the site is made from. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly headScript: string;
  readonly styles: string;
  /** Origins that the console may call in addition to this machine. */
  readonly connect: readonly string[];
  readonly groups: MenuGroups;
}

/** Returns the whole HTML of a page. @param root the way from it to the root of the site */
export function document(
  frame: Frame,
  page: Page,
  root: string,
  body: readonly ElementContent[],
  notes: readonly Element[],
): string {
  const { site, metadata, headScript, styles, connect, groups } = frame;
  const { path, title, summary } = page;
  const policy = contentSecurityPolicy(frame);
  const attributes = { lang: 'en', dataRoot: root, dataPage: path, dataConnect: connect.join(' ') };
  const html = h('html', attributes, [
    h('head', [
      h('meta', { charset: 'utf-8' }),
      h('meta', { httpEquiv: 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', title === site ? site : `${title} · ${site}`),
      h('meta', { name: 'description', content: summary }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      ...Object.entries(metadata).map(([name, content]) => h('meta', { name, content })),
      h('link', { rel: 'icon', href: 'data:,' }),
      h('style', styles),
      h('script', headScript),
      h('script', { src: `${root}scripts/site.js`, defer: true }),
      h('link', { rel: 'alternate', type: 'text/markdown', href: `${root}${path}.md` }),
    ]),
    h('body', [
      h('a.skip-link', { href: '#content' }, 'Skip to content'),
      header(site, root),
      h('div.columns', [
        h('nav#menu', { popover: 'auto', ariaLabel: 'Contents' }, menuList(groups, root, page)),
        h('main#content', { tabIndex: -1 }, [
          h('div.page', { class: !page.operation && 'text' }, [
            pageBar(body),
            ...body,
            ...neighbors(groups, page, root),
          ]),
        ]),
      ]),
      footer(root, path),
      ...notes,
      // For what is not there when the page is opened: search, console, notes.
      h('link', { rel: 'stylesheet', href: `${root}styles.css` }),
    ]),
  ]);
  return `${toHtml({ type: 'root', children: [{ type: 'doctype' }, html] })}\n`;
}

function header(site: string, root: string): Element {
  const type = 'button';
  return h('header.top', [
    h('a.brand', { href: `${root}index.html` }, site),
    // In a narrow window, the menu is a popover.
    h('button.menu-button', { type, popoverTarget: 'menu' }, 'Contents'),
    h('button.search-button.needs-js', { type }, ['Search ', h('kbd', '/')]),
    h('button.theme-button.needs-js', { type }, 'Theme'),
  ]);
}

function footer(root: string, path: string): Element {
  const to = (target: string, text: string) => h('a', { href: root + target }, text);
  return h('footer.bottom', [
    to(`${path}.md`, 'This page as Markdown'),
    ' · ',
    to('openapi.json', 'openapi.json'),
    ' · ',
    to('openapi.yaml', 'openapi.yaml'),
    ' · ',
    to('reference.html', 'Full reference, rendered by Redoc'),
  ]);
}

/** The headings of a page as links, and a button that copies its Markdown. */
function pageBar(body: readonly ElementContent[]): Element {
  const links: Element[] = [];
  visit({ type: 'root', children: [...body] }, 'element', (element, _, parent) => {
    if (!/^h[23]$/.test(element.tagName)) return;
    const { id } = element.properties;
    const outer = (parent as Element).properties?.['id'];
    // The id of a section is the address of its heading.
    const href = `#${id === `${String(outer)}-heading` ? String(outer) : String(id)}`;
    links.push(h('li', { class: element.tagName }, h('a', { href }, toString(element))));
  });
  return h('div.page-bar', [
    links.length > 1
      ? h('details.on-this-page', [
          h('summary', 'On this page'),
          h('nav', { ariaLabel: 'On this page' }, h('ul', links)),
        ])
      : undefined,
    h('button.copy-page.needs-js', { type: 'button' }, 'Copy as Markdown'),
  ]);
}

/** The Content Security Policy (level 3) of a page: `connect-src` is for its console. */
function contentSecurityPolicy({ headScript, styles, connect }: Frame): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(headScript)}`,
    `style-src 'self' ${hash(styles)}`,
    'img-src data:',
    `connect-src ${['http://127.0.0.1:*', 'http://localhost:*', ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The source expression of an inline script or style. */
export function hash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

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
function neighbors(groups: MenuGroups, page: Page, root: string): Element[] {
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

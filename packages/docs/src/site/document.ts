import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { relative, rootOf, toFile, toPage } from './addresses.ts';
import { contentSecurityPolicy } from './policy.ts';

/** What all pages have in common. */
export interface Frame {
  /** What the site is called. */
  readonly site: string;
  /** The contract that the site is made from: name and value of each fact about it. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Runs before the page is shown. */
  readonly headScript: string;
}

/** What is specific to a page. */
export interface Content {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly menu: Element;
  readonly body: readonly ElementContent[];
  /** Scripts and styles in the page itself, for one that stands alone. Others have Markdown beside them. */
  readonly inline?: { readonly styles: string; readonly script: string };
}

/** Puts a whole document together. */
export function document({ site, metadata, headScript }: Frame, content: Content): string {
  const { path, title, summary, menu, body, inline } = content;
  const policy = contentSecurityPolicy({
    inlineScripts: [headScript, ...(inline ? [inline.script] : [])],
    inlineStyles: inline ? [inline.styles] : [],
    files: !inline,
  });
  const head = h('head', [
    h('meta', { charset: 'utf-8' }),
    h('meta', { httpEquiv: 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', title === site ? site : `${title} · ${site}`),
    h('meta', { name: 'description', content: summary }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    ...Object.entries(metadata).map(([name, value]) => h('meta', { name, content: value })),
    h('link', { rel: 'icon', href: 'data:,' }),
    inline
      ? h('style', inline.styles)
      : h('link', { rel: 'stylesheet', href: toFile('styles.css') }),
    // It waits for the styles before it, as the first paint does: Chromium may give a page from a disk that
    // asks at once another storage, and what is kept there is lost.
    h('script', headScript),
    ...(inline
      ? []
      : [
          h('script', { src: toFile('scripts/site.js'), defer: true }),
          h('link', { rel: 'alternate', type: 'text/markdown', href: toFile(`${path}.md`) }),
        ]),
  ]);
  const page = h('html', { lang: 'en', dataRoot: rootOf(path) }, [
    head,
    h('body', [
      h('a.skip-link', { href: '#content' }, 'Skip to content'),
      header(site, !inline),
      h('div.columns', [menu, h('main#content', { tabIndex: -1 }, [...body])]),
      footer(inline ? [] : [pageLinks(path)]),
      inline ? h('script', inline.script) : undefined,
    ]),
  ]);
  const tree: Root = { type: 'root', children: [{ type: 'doctype' }, page] };
  const html = toHtml(tree, { allowDangerousHtml: true });
  return `${relative(html, rootOf(path))}\n`;
}

function header(site: string, hasSearch: boolean): Element {
  return h('header.top', [
    h('a.brand', { href: hasSearch ? toPage('index') : '#content' }, site),
    h('a.menu-link', { href: '#menu' }, 'Contents'),
    h(
      'button.menu-button.needs-js',
      { type: 'button', ariaExpanded: 'false', ariaControls: 'menu' },
      'Contents',
    ),
    hasSearch
      ? h('button.search-button.needs-js', { type: 'button' }, ['Search', h('kbd', '/')])
      : undefined,
    h('button.theme-button.needs-js', { type: 'button' }, 'Theme'),
  ]);
}

/** Redoc requires this line wherever it renders. */
function footer(links: readonly Element[]): Element {
  const redocly = h('a', { href: 'https://redocly.com/redoc/' }, 'Redocly');
  return h('footer.bottom', [...links, h('p', ['API docs by ', redocly])]);
}

function pageLinks(path: string): Element {
  const links = [
    h('a', { href: toFile(`${path}.md`) }, 'This page as Markdown'),
    h('a', { href: toFile('openapi.json') }, 'openapi.json'),
    h('a', { href: toFile('openapi.yaml') }, 'openapi.yaml'),
    h(
      'a',
      { href: toPage('reference'), download: 'agent-conversation-reference.html' },
      'Everything in one file',
    ),
  ];
  return h(
    'p',
    links.flatMap((link, index) => [index > 0 ? ' · ' : '', link]),
  );
}

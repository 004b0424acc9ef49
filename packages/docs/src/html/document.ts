/** The whole HTML of a page: its content in the frame that all pages have. */
import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Page } from '../pages/make-pages.ts';
import { menuOf, neighbors } from './menu.ts';
import { escape, fill, hash, readCompact, readPage } from './template.ts';

/** What all pages have in common. */
export interface Frame {
  readonly site: string;
  readonly version: string;
  /** The base URL in the programs of the site, which a reader can replace. */
  readonly baseUrl: string;
  /** The SHA-256 of the contract. */
  readonly digest: string;
  readonly headScript: string;
  readonly styles: string;
  /** Origins that the console may call in addition to this machine. */
  readonly connect: readonly string[];
  /** The pages that menus list, in their order. */
  readonly listed: readonly Page[];
}

/** The content of a page as HTML. */
export interface Body {
  readonly content: ElementContent[];
  /** What is shown beside it when a reader asks for it. */
  readonly notes: Element[];
}

const pageTemplate = readPage('page.html');
const logoTemplate = readCompact('html/templates/logo.svg');
const logo = fill(logoTemplate, {
  color: 'currentColor',
  paper: 'var(--bg-color)',
});
const icon = fill(logoTemplate, { color: '#0f55c4', paper: '#fff' });
const favicon = `data:image/svg+xml,${encodeURIComponent(icon)}`;

/** Returns the whole HTML of a page. @param root the way from it to the root of the site */
export function document(
  frame: Frame,
  page: Page,
  root: string,
  { content, notes }: Body,
): string {
  const {
    site,
    version,
    baseUrl,
    digest,
    headScript,
    styles,
    connect,
    listed,
  } = frame;
  const { path, title, summary, group, subgroup, operation } = page;
  const trail = [group, subgroup].filter(Boolean).join(' / ');
  const texts = {
    root,
    path,
    baseUrl,
    digest,
    version,
    site,
    summary,
    trail,
    windowTitle: title === site ? site : `${title} · ${site}`,
    connect: connect.join(' '),
    policy: contentSecurityPolicy(frame),
    kind: operation ? 'wide' : 'text',
  };
  const escaped = Object.entries(texts).map(
    ([name, text]) => [name, escape(text)] as const,
  );
  return fill(pageTemplate, {
    ...Object.fromEntries(escaped),
    logo,
    favicon,
    style: `<style>${styles}</style>`,
    script: `<script>${headScript}</script>`,
    menu: toHtml(menuOf(listed, page, root, content)),
    content: toHtml([...content, ...neighbors(listed, page, root)]),
    notes: toHtml(notes),
  });
}

/** The Content Security Policy (level 3) of a page: `connect-src` is for its console, and for pages that replace it. */
function contentSecurityPolicy({ headScript, styles, connect }: Frame): string {
  const servers = [
    "'self'",
    'http://127.0.0.1:*',
    'http://localhost:*',
    ...connect,
  ];
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(headScript)}`,
    `style-src 'self' ${hash(styles)}`,
    'img-src data:',
    `connect-src ${servers.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

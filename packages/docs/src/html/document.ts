/** The whole HTML of a page: its content in the frame that all pages have. */
import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Page } from '../pages/make-pages.ts';
import { type MenuGroup, menuOf, neighbors, sectionsOf } from './menu.ts';
import { escape, hash, readTemplate } from './template.ts';

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
  readonly groups: readonly MenuGroup[];
}

/** The content of a page as HTML. */
export interface Body {
  readonly content: readonly ElementContent[];
  /** What is shown beside it when a reader asks for it. */
  readonly notes: readonly Element[];
}

const fillPage = readTemplate('page.html');
const fillLogo = readTemplate('logo.svg');
const logo = fillLogo({ color: 'currentColor', paper: 'var(--bg-color)' });
const favicon = `data:image/svg+xml,${encodeURIComponent(fillLogo({ color: '#0f55c4', paper: '#fff' }))}`;

/** Returns the whole HTML of a page. @param root the way from it to the root of the site */
export function document(frame: Frame, page: Page, root: string, { content, notes }: Body): string {
  const { site, version, baseUrl, digest, headScript, styles, connect, groups } = frame;
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
  const escaped = Object.entries(texts).map(([name, text]) => [name, escape(text)] as const);
  return fillPage({
    ...Object.fromEntries(escaped),
    logo,
    favicon,
    style: `<style>${styles}</style>`,
    script: `<script>${headScript}</script>`,
    menu: htmlOf([menuOf(groups, page, root, sectionsOf(content))]),
    content: htmlOf([...content, ...neighbors(groups, page, root)]),
    notes: htmlOf(notes),
  });
}

function htmlOf(children: readonly ElementContent[]): string {
  return toHtml({ type: 'root', children: [...children] });
}

/** The Content Security Policy (level 3) of a page: `connect-src` is for its console, and for pages that replace it. */
function contentSecurityPolicy({ headScript, styles, connect }: Frame): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(headScript)}`,
    `style-src 'self' ${hash(styles)}`,
    'img-src data:',
    `connect-src ${["'self'", 'http://127.0.0.1:*', 'http://localhost:*', ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

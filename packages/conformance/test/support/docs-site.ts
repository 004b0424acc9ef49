import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docsDirectory } from '@agent-conversation/docs';
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';

/** A static site: what its files hold, by their paths from its root. */
export interface Site {
  readonly texts: ReadonlyMap<string, string>;
  /** The HTML pages, parsed. */
  readonly pages: ReadonlyMap<string, Root>;
  /** The ids of each page, each as often as it stands there. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

/** Parses a site that is given as texts. */
export function siteOf(texts: Iterable<readonly [path: string, text: string]>): Site {
  const all = new Map(texts);
  const pages = new Map(
    [...all].flatMap(([path, text]) =>
      path.endsWith('.html') ? [[path, fromHtml(text)] as const] : [],
    ),
  );
  const ids = new Map([...pages].map(([path, tree]) => [path, idsOf(tree)]));
  return { texts: all, pages, ids };
}

/** The documentation as it was built last. */
export function builtSite(): Site {
  const folder = fileURLToPath(docsDirectory);
  return siteOf(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file.slice(folder.length), readFileSync(file, 'utf8')]),
  );
}

/** The elements of a page that a CSS selector finds. */
export function elements(tree: Root | Element, selector: string): Element[] {
  return selectAll(selector, tree);
}

/** An attribute as a text; undefined if it is not there. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

function idsOf(tree: Root): string[] {
  return elements(tree, '[id]').map((element) => attribute(element, 'id') ?? '');
}

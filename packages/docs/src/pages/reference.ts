import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { pageOf } from '../site/addresses.ts';
import type { Page } from '../site/page.ts';

/**
 * All pages in one that needs no other file: links between pages lead from place to place. It is without
 * what would need a file: the search, and the buttons that send a sample.
 */
export function reference(
  pages: readonly Page[],
  menu: Element,
): { menu: Element; body: ElementContent[] } {
  const paths = new Set(pages.map(({ path }) => path));
  const contents = structuredClone(menu);
  visit(contents, 'element', (element) => lead(element, '', paths));
  const body = pages.map((page) => {
    const part = h('section', { id: placeOf(page.path) }, structuredClone([...page.body]));
    visit(part, 'element', (element, index, parent) => {
      if (isForScripts(element) && parent && index !== undefined) {
        parent.children.splice(index, 1);
        return [SKIP, index];
      }
      if (element !== part) rename(element, page.path);
      lead(element, page.path, paths);
      return undefined;
    });
    return part;
  });
  return { menu: contents, body };
}

/** The id of a page in the single file. */
function placeOf(path: string): string {
  return `page-${path.replaceAll('/', '-')}`;
}

function isForScripts({ properties }: Element): boolean {
  const classes = [properties['className']].flat();
  return classes.includes('run') || classes.includes('run-result');
}

/** Operations, schemas and decisions keep their names; whatever else has one is named after its page. */
function nameOn(path: string, id: string): string {
  return /^(operations|schemas)\/|^decisions$/.test(path) ? id : `${placeOf(path)}.${id}`;
}

function rename({ properties }: Element, path: string): void {
  const { id, ariaLabelledBy, ariaDescribedBy } = properties;
  if (typeof id === 'string') properties['id'] = nameOn(path, id);
  const rest = { ariaLabelledBy, ariaDescribedBy };
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue;
    properties[name] = [value].flat().map((other) => nameOn(path, other));
  }
}

function lead(link: Element, path: string, paths: ReadonlySet<string>): void {
  if (link.tagName !== 'a') return;
  const [address = '', id] = String(link.properties['href']).split('#');
  const target = address === '' ? path : pageOf(address);
  if (target !== undefined && paths.has(target)) {
    link.properties['href'] = `#${id === undefined ? placeOf(target) : nameOn(target, id)}`;
  } else if (target !== undefined) {
    // A file that is not there when this one is alone.
    link.tagName = 'span';
    delete link.properties['href'];
  }
}

import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { pageOf } from '../site/addresses.ts';

/**
 * A page as a part of the file that holds all of them and needs no other: links between pages become anchors.
 * It leaves out what would need a file: the buttons that send a sample.
 *
 * @param paths of all pages
 */
export function referencePart(
  path: string,
  body: readonly ElementContent[],
  paths: ReadonlySet<string>,
): Element {
  const part = h('section', { id: anchorOf(path) }, structuredClone([...body]));
  visit(part, 'element', (element, index, parent) => {
    if (isForScripts(element) && parent && index !== undefined) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    if (element !== part) rename(element, path);
    lower(element);
    lead(element, path, paths);
    return undefined;
  });
  return part;
}

/** The menu of that file. */
export function referenceMenu(menu: Element, paths: ReadonlySet<string>): Element {
  visit(menu, 'element', (element) => lead(element, '', paths));
  return menu;
}

/** The id of a page in the single file. */
function anchorOf(path: string): string {
  return `page-${path.replaceAll('/', '-')}`;
}

function isForScripts({ properties }: Element): boolean {
  const classes = [properties['className']].flat();
  return classes.includes('run') || classes.includes('run-result');
}

/** Operations, schemas and decisions keep their names; whatever else has one is named after its page. */
function nameOn(path: string, id: string): string {
  return /^(operations|schemas)\/|^decisions$/.test(path) ? id : `${anchorOf(path)}.${id}`;
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

/** The file has one heading of the first level, and no landmarks beside its own, as their names would be many. */
function lower(element: Element): void {
  const [, level] = /^h([1-5])$/.exec(element.tagName) ?? [];
  if (level !== undefined) element.tagName = `h${Number(level) + 1}`;
  if (element.tagName === 'section') delete element.properties['ariaLabelledBy'];
}

function lead(link: Element, path: string, paths: ReadonlySet<string>): void {
  if (link.tagName !== 'a') return;
  const [address = '', id] = String(link.properties['href']).split('#');
  const target = address === '' ? path : pageOf(address);
  if (target !== undefined && paths.has(target)) {
    link.properties['href'] = `#${id === undefined ? anchorOf(target) : nameOn(target, id)}`;
  } else if (target !== undefined) {
    // A file that is not there when this one is alone.
    link.tagName = 'span';
    delete link.properties['href'];
  }
}

import type { Element, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { anchor } from '../markdown/heading-ids.ts';
import { BuildError } from '../sources/read-source.ts';

/** What Redoc does not show of a property. */
export interface PropertyListOptions {
  /** What the ids begin with, such as `pauseSandbox.200`. */
  readonly prefix: string;
  /** The badges behind the type of the property at a path. */
  readonly badgesAt: (path: string) => readonly ElementContent[];
  /** Leads to the schema of a name that Redoc shows behind a type. */
  readonly linkTo: (name: string) => string | undefined;
}

/**
 * Makes a list of the properties that Redoc has rendered, nested ones in parts that can be opened.
 *
 * Redoc's elements have no names that say what they are, but one form each: what has another one is
 * rejected, so that nothing is lost when Redoc is upgraded.
 */
export function propertiesOf(rendered: Element, options: PropertyListOptions): Element[] {
  const rows = rowsIn(rendered);
  // A value that is no object has its values instead of properties.
  if (rows.length === 0) return valuesIn(rendered);
  return [
    h(
      'ul.properties',
      rows.map((row) => property(row, options)),
    ),
  ];
}

/** The properties, without nested ones. */
function rowsIn(element: Element): Element[] {
  return childrenOf(element).flatMap((child) =>
    pathOf(child) === undefined ? rowsIn(child) : [child],
  );
}

function valuesIn(element: Element): Element[] {
  return childrenOf(element).flatMap((child) => valuesOf(child) ?? valuesIn(child));
}

function property(row: Element, options: PropertyListOptions): Element {
  const [head, ...parts] = childrenOf(row);
  const path = pathOf(row);
  const [name, ...types] = head ? childrenOf(head) : [];
  if (!name || path === undefined) throw unknownForm(row);
  const id = `${options.prefix}.${idOf(path)}`;
  const text = shownName(toString(name));
  return h('li.property', { id }, [
    h('div.property-head', [
      h('code.property-name', text),
      ...types.map((type) => typeOf(type, options)),
      ...options.badgesAt(path),
      anchor(id, text),
    ]),
    ...parts.map((part) => partOf(part, text, options)),
  ]);
}

/** Redoc calls the items of a list `[i]`, and the values of a map `property name*`. */
function shownName(name: string): string {
  return name === '[i]' ? 'each item' : name.replace(/\*$/, '');
}

/** A type, a name of a type in brackets, or a remark such as `required`. */
function typeOf(type: Element, { linkTo }: PropertyListOptions): Element {
  const text = toString(type);
  const name = /^\((\w+)\)$/.exec(text)?.[1];
  const href = name === undefined ? undefined : linkTo(name);
  if (href !== undefined) return h('a.property-type', { href }, name);
  return h(type.tagName === 'em' ? 'span.property-type' : 'span.property-remark', text);
}

function partOf(part: Element, name: string, options: PropertyListOptions): Element {
  const [first, second] = childrenOf(part);
  if (part.properties['dataSchemaNestedOpen'] !== undefined && second) {
    const properties = propertiesOf(second, options);
    return h('details.nested', [h('summary', ['Properties of ', h('code', name)]), ...properties]);
  }
  return valuesOf(part) ?? textOf(part) ?? factOf(part, first);
}

function textOf(part: Element): Element | undefined {
  const markdown = find(part, ({ properties }) => properties['dataMarkdown'] !== undefined);
  return markdown && h('div.property-text', markdown.children);
}

/** A table of the values of an enumeration. */
function valuesOf(part: Element): Element | undefined {
  if (part.properties['dataComponentName'] !== 'Markdown/Markdown') return undefined;
  const [table] = childrenOf(part);
  const [, body] = table ? childrenOf(table) : [];
  if (table?.tagName !== 'table' || !body) throw unknownForm(part);
  const rows = childrenOf(body).map((row) => {
    const [value, meaning] = childrenOf(row);
    const text = meaning && find(meaning, ({ properties }) => 'dataMarkdown' in properties);
    if (!value || !text) throw unknownForm(row);
    return h('tr', [h('th', { scope: 'row' }, h('code', toString(value))), h('td', text.children)]);
  });
  return h('table.values', [
    h('thead', h('tr', [h('th', { scope: 'col' }, 'Value'), h('th', { scope: 'col' }, 'Meaning')])),
    h('tbody', rows),
  ]);
}

/** A label with its values, such as `Default: 100`. */
function factOf(part: Element, label: Element | undefined): Element {
  const values = childrenOf(part).slice(1);
  if (label?.tagName !== 'span' || values.length === 0) throw unknownForm(part);
  return h('p.property-fact', [
    `${toString(label).replace(/:?$/, ':')} `,
    ...values.flatMap((value, index) => [index > 0 ? ' ' : '', h('code', toString(value))]),
  ]);
}

function idOf(path: string): string {
  return path
    .replaceAll(/\[\]|\*$/g, '')
    .replaceAll('[i]', 'item')
    .replaceAll('/', '.')
    .replaceAll(' ', '-');
}

function pathOf({ properties }: Element): string | undefined {
  return /[&=]path=(.+)$/.exec(properties['id'] ?? '')?.[1];
}

/** The elements in an element, without Redoc's icons and links to itself. */
function childrenOf({ children }: Element): Element[] {
  return children.filter(
    (child): child is Element =>
      child.type === 'element' &&
      child.tagName !== 'svg' &&
      child.properties['dataDeepLinkAnchor'] === undefined,
  );
}

function find(element: Element, fits: (element: Element) => boolean): Element | undefined {
  if (fits(element)) return element;
  for (const child of childrenOf(element)) {
    const found = find(child, fits);
    if (found) return found;
  }
  return undefined;
}

function unknownForm(element: Element): BuildError {
  return new BuildError(
    `Redoc renders "${toString(element).slice(0, 60)}" in a form that the docs do not know. ` +
      'See packages/docs/src/markup/property-list.ts.',
  );
}

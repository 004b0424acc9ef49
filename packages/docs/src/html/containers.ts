/** The HTML of containers in Markdown, by their names: what `container.ts` writes. */
import type { Element, ElementContent } from 'hast';
import { select, selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { visit } from 'unist-util-visit';
import { BuildError } from '../build-error.ts';

/** A container, whose label and content are HTML already. */
export interface Container {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | null | undefined>>;
  readonly label: readonly ElementContent[];
  readonly content: ElementContent[];
  /** Where it begins in the Markdown of its page. */
  readonly line: number;
}

type Shape = (container: Container) => Element;

const shapes: Readonly<Record<string, Shape>> = {
  bar,
  cards,
  details,
  expansion: ({ label, content }) => h('details.expansion', [h('summary', [...label]), ...content]),
  facts: ({ content }) => listOf('facts', content),
  head: ({ content }) => h('div.head', content),
  lifecycle,
  mock: ({ content }) => h('div.mock', content),
  more: ({ content }) => h('div', content),
  moved: ({ content }) => withIds(listOf('moved', content), (item) => textOf('code', item)),
  operation: ({ attributes, content }) => h('article.operation', { id: attributes['id'] }, content),
  operations,
  properties,
  quiet: ({ content }) => h('div.quiet', content),
  rest: ({ content }) => h('div.rest', content),
  samples: ({ content }) => h('aside.samples', { ariaLabel: 'Samples' }, content),
  section,
  sequence,
  suggestions,
  tab: ({ label, content }) => h('section', { dataTitle: textOfAll(label) }, content),
  tabs,
  variants: ({ content }) => h('div.variants', content),
};

/** Makes the HTML of a container. @throws {BuildError} for a name that there is not */
export function shapeContainer(container: Container): Element {
  const { name, line } = container;
  if (Object.hasOwn(shapes, name)) return shapes[name]!(container);
  const known = Object.keys(shapes).join(', ');
  throw new BuildError(`Line ${line} of a page begins a container ":::${name}". Known: ${known}.`);
}

/** A link from which a reader takes the address of a part. */
export function anchor(id: string, text: string): Element {
  return h('a.anchor', { href: `#${id}`, ariaLabel: `Link to ${text}` });
}

/** The method and URL of an operation in one line, with what a reader does with them. */
function bar({ attributes, content }: Container): Element {
  const [method = '', url = ''] = textOfAll(content).trim().split(' ');
  const { pathname } = new URL(url);
  const { operation } = attributes;
  return h('div.bar', [
    h('span', { className: ['method', method.toLowerCase()] }, method),
    h('code', decodeURI(pathname)),
    h('button.copy.needs-js', { type: 'button', ariaLabel: 'Copy the URL' }, 'Copy'),
    operation &&
      h('button.primary.try.needs-js', { type: 'button', dataOperation: operation }, 'Try it'),
  ]);
}

function details({ attributes, label, content }: Container): Element {
  return h('details', { id: attributes['id'] }, [h('summary', [...label]), ...content]);
}

/** A section that is addressed instead of its heading. */
function section({ attributes, content }: Container): Element {
  const id = attributes['id']!;
  const heading = content.find((node) => 'tagName' in node && /^h\d$/.test(node.tagName));
  if (heading?.type === 'element') {
    heading.properties['id'] = `${id}-heading`;
    heading.children.push(anchor(id, toString(heading)));
  }
  return h('section', { id }, content);
}

/** The first list of a content, with a class. */
function listOf(className: string, content: readonly ElementContent[]): Element {
  const list = content.find((node) => 'tagName' in node && /^[ou]l$/.test(node.tagName));
  if (list?.type !== 'element') throw new BuildError(`A container ":::${className}" has no list.`);
  list.properties['className'] = [className];
  return list;
}

function itemsOf(list: Element): Element[] {
  return selectAll(':scope > li', list);
}

function withIds(list: Element, idOf: (item: Element) => string): Element {
  for (const item of itemsOf(list)) item.properties['id'] = idOf(item);
  return list;
}

/** Operations by their links, each addressed by its id. */
function operations({ content }: Container): Element {
  const list = listOf('operations', content);
  return withIds(list, (item) => {
    const { href } = select('a', item)!.properties;
    return /([^/]+)\.md$/.exec(String(href))![1]!;
  });
}

/** Links with a sentence each: `[Paging](paging.md): get all items`. */
function cards({ content }: Container): Element {
  const list = listOf('cards', content);
  visit(list, 'text', (text) => {
    text.value = text.value.replace(/^: ./, (start) => start.slice(2).toUpperCase());
  });
  return list;
}

/** Properties and parameters: the name, type and constraints of each in one line. */
function properties({ attributes, content }: Container): Element {
  const list = listOf('properties', content);
  for (const item of itemsOf(list)) {
    const head = takeHead(item);
    const name = select('code', head)!;
    const text = toString(name);
    const id = `${attributes['id']}.${text.replace(/^each /, '').replaceAll(' ', '-')}`;
    name.properties['className'] = ['property-name'];
    head.properties['className'] = ['property-head'];
    head.children.push(anchor(id, text));
    item.properties['id'] = id;
  }
  return list;
}

/** The first paragraph of an item; lists without blank lines have none (GitHub Flavored Markdown, section 5.3). */
function takeHead(item: Element): Element {
  const paragraph = select(':scope > p', item);
  if (paragraph) return paragraph;
  const isBlock = (node: ElementContent) =>
    node.type === 'element' && ['ul', 'ol', 'details', 'div', 'pre'].includes(node.tagName);
  const end = item.children.findIndex(isBlock);
  const inline = item.children.splice(0, end < 0 ? item.children.length : end);
  const head = h('p', inline);
  item.children.unshift(head);
  return head;
}

/** Contents of which one is shown at a time: radio buttons choose it, also by keyboard. */
function tabs({ attributes, label, content, line }: Container): Element {
  const ariaLabel = textOfAll(label);
  const panels = content.filter((node) => node.type === 'element');
  const parts = panels.flatMap((panel, index) => {
    const value = String(panel.properties['dataTitle']);
    delete panel.properties['dataTitle'];
    const input = { type: 'radio', name: `tabs-${line}`, value, checked: index === 0 };
    return [h('label.needs-js', [h('input', input), value]), panel];
  });
  const { group, method } = attributes;
  const badge = method && h('span', { className: ['method', method.toLowerCase()] }, method);
  return h('div.tabs', { role: 'group', ariaLabel, dataGroup: group }, [badge, ...parts]);
}

/** What a script fills with links for the address of the page, and a button that opens the search. */
function suggestions({ content }: Container): Element {
  const search = h('button.search-button', { type: 'button' }, 'Search');
  return h('div.suggestions.needs-js', [search, ...content]);
}

/** Messages between participants, in a column each. An item begins `Your program → Service: …`. */
function sequence({ label, content }: Container): Element {
  const list = listOf('messages', content);
  const participants: string[] = [];
  const columnOf = (name: string) => {
    if (!participants.includes(name)) participants.push(name);
    return participants.indexOf(name) + 1;
  };
  for (const item of itemsOf(list)) {
    const head = takeHead(item);
    const [first] = head.children;
    if (first?.type !== 'text') continue;
    const [start, sender, receiver] = /^(.+?) → (.+?): /.exec(first.value) ?? [];
    if (start === undefined) continue;
    first.value = first.value.slice(start.length);
    const [from, to] = [columnOf(sender!), columnOf(receiver!)];
    const span = `${Math.min(from, to)}-${Math.max(from, to)}`;
    Object.assign(item.properties, { dataSpan: span, className: from > to ? ['back'] : [] });
    head.children.unshift(h('span.participants', `${sender} → ${receiver}: `));
  }
  const names = participants.map((name) => h('span', name));
  const heads = h('div.participants', { ariaHidden: 'true' }, names);
  return h('figure.sequence', [h('figcaption', [...label]), heads, list]);
}

/** States, each with what leads from it: an item begins with the state, and has a list `cause → state`. */
function lifecycle({ label, content }: Container): Element {
  const list = listOf('states', content);
  for (const state of itemsOf(list)) takeHead(state);
  for (const transition of selectAll(':scope > li > ul > li', list)) {
    const head = takeHead(transition);
    const state = head.children.pop()!;
    const last = head.children.at(-1)!;
    if (last.type === 'text') last.value = last.value.replace(/ → $/, '');
    head.children = [h('span.cause', head.children), h('span.arrow', ' → '), state];
  }
  return h('figure.lifecycle', [h('figcaption', [...label]), list]);
}

function textOf(selector: string, element: Element): string {
  const part = select(selector, element);
  return part ? toString(part) : '';
}

function textOfAll(nodes: readonly ElementContent[]): string {
  return toString({ type: 'root', children: [...nodes] });
}

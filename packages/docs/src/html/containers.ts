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
  readonly label: ElementContent[];
  readonly content: ElementContent[];
  /** Where it begins in the Markdown of its page. */
  readonly line: number;
}

type Shape = (container: Container) => Element;

const shapes: Readonly<Record<string, Shape>> = {
  bar,
  cards,
  details: folded('details'),
  expansion: folded('details.expansion'),
  facts: ({ content }) => listOf('facts', content),
  head: box('div.head'),
  lifecycle,
  mock: box('div.mock'),
  more: box('div'),
  moved,
  operation: box('article.operation'),
  operations,
  properties,
  quiet: box('div.quiet'),
  rest: box('div.rest'),
  samples,
  section,
  sequence,
  suggestions,
  tab,
  tabs,
  variants: box('div.variants'),
};

/** Makes the HTML of a container. @throws {BuildError} for a name that there is not */
export function shapeContainer(container: Container): Element {
  const { name, line } = container;
  if (Object.hasOwn(shapes, name)) return shapes[name]!(container);
  const known = Object.keys(shapes).join(', ');
  throw new BuildError(
    `Line ${line} of a page begins a container ":::${name}". Known: ${known}.`,
  );
}

/** A link from which a reader takes the address of a part. */
export function anchor(id: string, text: string): Element {
  return h('a.anchor', { href: `#${id}`, ariaLabel: `Link to ${text}` });
}

/** An element for the style sheet. */
function box(selector: string): Shape {
  return ({ attributes, content }) => {
    const { id } = attributes;
    return h(selector, { id }, content);
  };
}

function folded(selector: string): Shape {
  return ({ attributes, label, content }) => {
    const { id } = attributes;
    const summary = h('summary', label);
    return h(selector, { id }, summary, content);
  };
}

/** The method and URL of an operation in one line, with what a reader does with them. */
function bar({ attributes, content }: Container): Element {
  const { operation } = attributes;
  const [method = '', url = ''] = textOf(content).trim().split(' ');
  const { pathname } = new URL(url);
  const copy = h(
    'button.copy.needs-js',
    { type: 'button', ariaLabel: 'Copy the URL' },
    'Copy',
  );
  const parts = [methodBadge(method), h('code', decodeURI(pathname)), copy];
  if (operation) {
    const attributesOfButton = { type: 'button', dataOperation: operation };
    parts.push(h('button.primary.try.needs-js', attributesOfButton, 'Try it'));
  }
  return h('div.bar', parts);
}

/** The method of an operation. */
export function methodBadge(method: string): Element {
  const className = ['method', method.toLowerCase()];
  return h('span', { className }, method);
}

function samples({ content }: Container): Element {
  return h('aside.samples', { ariaLabel: 'Samples' }, content);
}

/** A section that is addressed instead of its heading. */
function section({ attributes, content }: Container): Element {
  const id = attributes['id']!;
  const heading = content.find((node) => isElement(node, /^h\d$/));
  if (heading) {
    heading.properties['id'] = `${id}-heading`;
    heading.children.push(anchor(id, toString(heading)));
  }
  return h('section', { id }, content);
}

/** The first list of a content, with a class. */
function listOf(
  className: string,
  content: readonly ElementContent[],
): Element {
  const list = content.find((node) => isElement(node, /^[ou]l$/));
  if (!list) throw new BuildError(`A container ":::${className}" has no list.`);
  list.properties['className'] = [className];
  return list;
}

function itemsOf(list: Element): Element[] {
  return selectAll(':scope > li', list);
}

/** Former sections by their names in code, each addressed by it. */
function moved({ content }: Container): Element {
  const list = listOf('moved', content);
  for (const item of itemsOf(list)) {
    const name = select('code', item)!;
    item.properties['id'] = toString(name);
  }
  return list;
}

/** Operations by their links, each addressed by its id. */
function operations({ content }: Container): Element {
  const list = listOf('operations', content);
  for (const item of itemsOf(list)) {
    const { href } = select('a', item)!.properties;
    const [, id] = /([^/]+)\.md$/.exec(String(href))!;
    item.properties['id'] = id;
  }
  return list;
}

/** Links with a sentence each: `[Paging](paging.md): get all items`. */
function cards({ content }: Container): Element {
  const list = listOf('cards', content);
  visit(list, 'text', (text) => {
    text.value = text.value.replace(/^: ./, (start) =>
      start.slice(2).toUpperCase(),
    );
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
    const part = text.replace(/^each /, '').replaceAll(' ', '-');
    const id = `${attributes['id']}.${part}`;
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
  const head = h('p');
  const isBlock = (node: ElementContent) =>
    isElement(node, /^(ul|ol|pre|div|details)$/);
  while (item.children[0] && !isBlock(item.children[0])) {
    head.children.push(item.children.shift()!);
  }
  item.children.unshift(head);
  return head;
}

/** One of the contents of tabs, which take its title. */
function tab({ label, content }: Container): Element {
  return h('section', { dataTitle: textOf(label) }, content);
}

/** Contents of which one is shown at a time: radio buttons choose it, also by keyboard. */
function tabs({ attributes, label, content, line }: Container): Element {
  const { group, method } = attributes;
  const panels = content.filter((node) => node.type === 'element');
  const parts = panels.flatMap((panel, index) => {
    const value = String(panel.properties['dataTitle']);
    delete panel.properties['dataTitle'];
    const input = h('input', {
      type: 'radio',
      name: `tabs-${line}`,
      value,
      checked: index === 0,
    });
    return [h('label.needs-js', input, value), panel];
  });
  const badge = method ? methodBadge(method) : undefined;
  const attributesOfGroup = {
    role: 'group',
    ariaLabel: textOf(label),
    dataGroup: group,
  };
  return h('div.tabs', attributesOfGroup, badge, parts);
}

/** What a script fills with links for the address of the page, and a button that opens the search. */
function suggestions({ content }: Container): Element {
  const search = h('button.search-button', { type: 'button' }, 'Search');
  return h('div.suggestions.needs-js', search, content);
}

/** Messages between participants, in a column each. An item begins `Your program → Service: …`. */
function sequence({ label, content }: Container): Element {
  const list = listOf('messages', content);
  const participants = new Set<string>();
  for (const item of itemsOf(list)) {
    const head = takeHead(item);
    const [first] = head.children;
    const [route = '', sender = '', receiver = ''] =
      /^(.+?) → (.+?): /.exec(toString(head)) ?? [];
    if (first?.type !== 'text' || route === '') {
      throw new BuildError(
        `A message of a sequence begins "A → B: ", not "${toString(head)}".`,
      );
    }
    first.value = first.value.slice(route.length);
    head.children.unshift(h('span.participants', route));
    participants.add(sender).add(receiver);
    const columns = [...participants];
    const from = columns.indexOf(sender) + 1;
    const to = columns.indexOf(receiver) + 1;
    item.properties['dataSpan'] = [from, to].toSorted().join('-');
    item.properties['className'] = from > to ? ['back'] : [];
  }
  const names = [...participants].map((name) => h('span', name));
  const heads = h('div.participants', { ariaHidden: 'true' }, names);
  return h('figure.sequence', h('figcaption', label), heads, list);
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
    const cause = h('span.cause', head.children);
    const arrow = h('span.arrow', ' → ');
    head.children = [cause, arrow, state];
  }
  return h('figure.lifecycle', h('figcaption', label), list);
}

function isElement(node: ElementContent, names: RegExp): node is Element {
  return node.type === 'element' && names.test(node.tagName);
}

function textOf(nodes: ElementContent[]): string {
  return toString(h(null, nodes));
}

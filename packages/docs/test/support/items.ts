/** What readers see of parameters, headers, properties and bodies in a page. */
import { jsonOf } from '@agent-conversation/contract';
import type { Element, ElementContent, Root } from 'hast';
import { select, selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';

/** A parameter, a header or a property in a page. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** In words; code is between backticks. */
  readonly type: string;
  readonly facts: readonly string[];
  /** The values that are listed below it. */
  readonly values: readonly string[];
  /** Everything below its first line. */
  readonly text: string;
}

/** The type of a body or of a component. */
export type TypeLine = Pick<Item, 'type' | 'facts'>;

/** Reads a part of a page once: the same pages are compared with many contracts. */
function once<T>(
  read: (page: Root | Element) => T,
): (page: Root | Element) => T {
  const results = new WeakMap<Root | Element, T>();
  return (page) => {
    const result = results.get(page) ?? read(page);
    results.set(page, result);
    return result;
  };
}

/** Returns the elements of a page by their ids. */
export const elementsOf = once((page) => {
  const elements = selectAll('[id]', page);
  return new Map(
    elements.map((element) => [String(element.properties['id']), element]),
  );
});

/** Returns the values of the blocks of JSON in a page, as compact JSON. */
export const examplesOf = once((page): ReadonlySet<string> => {
  const figures = selectAll('figure[data-language=json]', page);
  const isOutput = (figure: Element) =>
    selectAll('figcaption > span', figure).some(
      (title) => toString(title) === 'Output',
    );
  const blocks = figures
    .filter((figure) => !isOutput(figure))
    .map((figure) => select('pre', figure)!);
  return new Set(
    blocks.map((block) => JSON.stringify(jsonOf(toString(block)))),
  );
});

/** Returns all items of a page. */
export const itemsOf = once((page): readonly Item[] => {
  return selectAll('ul.properties > li[id]', page).map((item) => {
    const head = select('p.property-head', item)!;
    const lists = selectAll(
      ':scope > details.expansion > ul:not(.properties) > li',
      item,
    );
    return {
      id: String(item.properties['id']),
      name: toString(select('code.property-name', head)!),
      ...typeAndFactsOf(head),
      values: lists.map((value) => toString(select('code', value)!)),
      text: toString({
        ...item,
        children: item.children.filter((child) => child !== head),
      }),
    };
  });
});

/** Returns the lines that state a type, such as "Body: Sandbox, application/json", of what has an id. */
export function typeLinesOf(
  page: Root | Element,
  id: string,
  label: string,
): TypeLine[] {
  const element = elementsOf(page).get(id);
  if (!element) return [];
  const within = /^h\d$/.test(element.tagName)
    ? followersOf(page, element)
    : element.children;
  const paragraphs = within.flatMap((child) =>
    child.type === 'element'
      ? selectAll('p', { type: 'root', children: [child] })
      : [],
  );
  const lines = paragraphs.filter((line) =>
    toString(line).startsWith(`${label}: `),
  );
  return lines.map(typeAndFactsOf);
}

/** What follows a heading, up to the next one of its level or above. */
function followersOf(page: Root | Element, heading: Element): ElementContent[] {
  const parent = selectAll('*', page).find(({ children }) =>
    children.includes(heading),
  );
  const { children = [] } = parent ?? {};
  const after = children.slice(children.indexOf(heading) + 1);
  const isNext = (child: ElementContent) =>
    child.type === 'element' &&
    /^h\d$/.test(child.tagName) &&
    child.tagName <= heading.tagName;
  const end = after.findIndex(isNext);
  return end < 0 ? after : after.slice(0, end);
}

/** The type is emphasized; the facts follow, separated by commas. */
function typeAndFactsOf(line: Element): TypeLine {
  const index = line.children.findIndex((child) => isElement(child, 'em'));
  const rest = line.children
    .slice(index + 1)
    .filter((child) => !isElement(child, 'a', 'anchor'));
  const facts = rest.map(wordsOf).join('').replace(/^, /, '').trim();
  return {
    type: wordsOf(line.children[index]!),
    facts: facts === '' ? [] : splitFacts(facts),
  };
}

function isElement(
  node: ElementContent,
  name: string,
  className?: string,
): boolean {
  if (node.type !== 'element' || node.tagName !== name) return false;
  const classes = [node.properties['className']].flat();
  return className === undefined || classes.includes(className);
}

/** The text of a node, in one line, with backticks around code. */
function wordsOf(node: ElementContent): string {
  if (node.type === 'text') return node.value.replaceAll(/\s+/g, ' ');
  if (node.type !== 'element') return '';
  const text = node.children.map(wordsOf).join('');
  return node.tagName === 'code' ? `\`${text}\`` : text;
}

/** Splits at commas, but neither in code and parentheses, nor in a list of code. */
export function splitFacts(text: string): string[] {
  const parts = [''];
  let depth = 0;
  let isCode = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '`') isCode = !isCode;
    if (!isCode && character === '(') depth += 1;
    if (!isCode && character === ')') depth -= 1;
    const isSeparator = /^, (?!or |`)/.test(text.slice(index, index + 5));
    if (isSeparator && !isCode && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

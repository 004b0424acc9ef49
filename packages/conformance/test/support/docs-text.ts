import type { Element, Nodes, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { attribute, elements, type Site } from './docs-site.ts';

/** The content of a page, without the menu, which names much of what there is elsewhere. */
export function mainOf(site: Site, path: string): Root | Element {
  const page = site.pages.get(path);
  return (page && elements(page, 'main')[0]) ?? { type: 'root', children: [] };
}

/** What a part of a page says, element by element. */
export function textsOf(node: Nodes): string[] {
  const texts: string[] = [];
  visit(node, 'text', ({ value }) => void texts.push(value));
  return texts;
}

/** What each element with an id says; a heading together with what follows, up to the next of its rank. */
export function sectionsOf(tree: Nodes, id: string): string[][] {
  const sections: string[][] = [];
  visit(tree, 'element', (element, index, parent) => {
    if (attribute(element, 'id') !== id) return;
    const rank = rankOf(element);
    const following = rank === undefined ? [] : (parent?.children.slice(index! + 1) ?? []);
    const end = following.findIndex((node) => (rankOf(node) ?? 7) <= rank!);
    const section = [element, ...following.slice(0, end < 0 ? undefined : end)];
    sections.push(section.flatMap((node) => textsOf(node as Nodes)));
  });
  return sections;
}

function rankOf(node: object): number | undefined {
  const [, rank] = /^h([1-6])$/.exec('tagName' in node ? String(node.tagName) : '') ?? [];
  return rank === undefined ? undefined : Number(rank);
}

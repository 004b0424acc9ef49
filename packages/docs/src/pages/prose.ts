/** Texts of the contract, which may be anything. */
import { fence } from '@agent-conversation/cli/markdown';
import { LRUCache } from 'lru-cache';
import { visit } from 'unist-util-visit';
import { parser } from './plain-text.ts';

/** What replaces a part of a text. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
}

const texts = new LRUCache({ max: 5000, memoMethod: (markdown: string) => safe(markdown) });

/**
 * Returns a Markdown text as a part of a page: nothing in it ends or begins a part of that page, or has an address.
 *
 * Code is fenced and ends, blocks of HTML are shown as code, lines of colons are text, and headings are bold.
 */
export function prose(markdown: string): string {
  // Many pages show the same component.
  return texts.memo(markdown);
}

/** Returns a text that a page consists of: with headings, else as {@link prose}. */
export function proseWithHeadings(markdown: string): string {
  return safe(markdown, true);
}

/** What has blocks; HTML in anything else is in a sentence. */
const parents = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);
const startOfContainer = /(?<=^[\s>]*)::/gm;
const openBacktick = /(?<!\\)`/g;
const breakInCode = /\n[\s>]*(?=::)/g;

function safe(markdown: string, keepsHeadings = false): string {
  const edits: Edit[] = [];
  visit(parser.parse(markdown), (node, _, parent) => {
    const { start, end } = node.position!;
    const from = start.offset!;
    const to = end.offset!;
    const source = markdown.slice(from, to);
    const before = markdown.slice(from - start.column + 1, from);
    const indentation = before.replaceAll(/[^>\s]/g, ' ');
    const replace = (replacement: string) => edits.push({ from, to, replacement });
    const showCode = (info: string, code: string) =>
      replace(fence(info, code).replaceAll('\n', `\n${indentation}`));

    if (node.type === 'code') {
      showCode(`${node.lang ?? ''} ${node.meta ?? ''}`, node.value);
    } else if (node.type === 'html' && parents.has(parent!.type)) {
      showCode('html', node.value);
    } else if (node.type === 'html' || node.type === 'inlineCode') {
      replace(source.replaceAll(breakInCode, ' '));
    } else if (node.type === 'text') {
      const text = source.replaceAll(startOfContainer, String.raw`\$&`);
      replace(text.replaceAll(openBacktick, String.raw`\$&`));
    } else if (node.type === 'heading' && !keepsHeadings) {
      const textStart = node.children[0]?.position?.start.offset ?? to;
      const textEnd = node.children.at(-1)?.position?.end.offset ?? to;
      const isInItem = /[^>\s]/.test(before);
      const gap = isInItem ? '' : `\n${indentation}`;
      edits.push({ from, to: textStart, replacement: `${gap}**` });
      edits.push({ from: textEnd, to, replacement: `**${gap}` });
    }
  });

  let text = '';
  let end = 0;
  for (const { from, to, replacement } of edits.toSorted((one, other) => one.from - other.from)) {
    text += markdown.slice(end, from) + replacement;
    end = to;
  }
  return text + markdown.slice(end);
}

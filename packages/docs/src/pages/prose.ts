/** Texts of the contract, which may be anything. */
import { fence } from '@agent-conversation/cli/markdown';
import { LRUCache } from 'lru-cache';
import { visit } from 'unist-util-visit';
import { parser } from './plain-text.ts';

// Many pages show the same component.
const parts = new LRUCache({
  max: 5000,
  memoMethod: (markdown: string) => rewrite(markdown, false),
});

/**
 * Returns a Markdown text as a part of a page: nothing in it ends or begins a part of that page, or has an address.
 *
 * Code is fenced and ends, HTML is shown as code or text, lines of colons are text, images are links, and headings are
 * bold.
 */
export function prose(markdown: string): string {
  return parts.memo(markdown);
}

/** Returns a text that a page consists of: with headings, else as {@link prose}. */
export function proseWithHeadings(markdown: string): string {
  return rewrite(markdown, true);
}

/** What has blocks; HTML in anything else is in a sentence. */
const blockParents = new Set([
  'root',
  'blockquote',
  'listItem',
  'footnoteDefinition',
]);

const containerStart = /(?<=^[\s>]*)::/gm;
const openBacktick = /(?<!\\)`/g;
const breakInCode = /\n[\s>]*(?=::)/g;

/** What is Markdown in a text; names such as `pet_id` stay as they are. */
const markdownInText = /[<&\\`*[\]~]|_(?!\w)|(?<!\w)_/g;

/** Returns Markdown that shows a text as it is. */
function escapeMarkdown(text: string): string {
  const escaped = text.replaceAll(markdownInText, String.raw`\$&`);
  return escaped.replaceAll(breakInCode, ' ');
}

function rewrite(markdown: string, keepsHeadings: boolean): string {
  const edits: { from: number; to: number; text: string }[] = [];
  visit(parser.parse(markdown), (node, _, parent) => {
    const { start, end } = node.position!;
    const from = start.offset!;
    const to = end.offset!;
    const source = markdown.slice(from, to);
    /** What is in its line before it, and what its other lines begin with. */
    const before = markdown.slice(from - start.column + 1, from);
    const indentation = before.replaceAll(/[^>\s]/g, ' ');

    const replace = (text: string) => edits.push({ from, to, text });
    const replaceByCode = (info: string, code: string) => {
      const block = fence(info, code);
      replace(block.replaceAll('\n', `\n${indentation}`));
    };

    switch (node.type) {
      case 'code':
        replaceByCode(`${node.lang ?? ''} ${node.meta ?? ''}`, node.value);
        break;
      case 'html':
        if (blockParents.has(parent!.type)) replaceByCode('html', node.value);
        // `<token>` in a sentence is rarely HTML.
        else replace(escapeMarkdown(source));
        break;
      case 'image':
      case 'imageReference': {
        // The site requests nothing from other hosts, and has no files of the contract.
        const url = node.type === 'image' ? node.url : 'https:';
        if (url.startsWith('data:')) break;
        const isLink = /^https?:/.test(url) && !parent!.type.startsWith('link');
        if (isLink && node.alt !== '') replace(source.slice(1));
        else if (isLink) replace(`<${url}>`);
        else replace(escapeMarkdown(node.alt ?? ''));
        break;
      }
      case 'inlineCode':
        replace(source.replaceAll(breakInCode, ' '));
        break;
      case 'text': {
        const escaped = String.raw`\$&`;
        const text = source.replaceAll(containerStart, escaped);
        replace(text.replaceAll(openBacktick, escaped));
        break;
      }
      case 'heading': {
        if (keepsHeadings) break;
        const textStart = node.children[0]?.position?.start.offset ?? to;
        const textEnd = node.children.at(-1)?.position?.end.offset ?? to;
        // The first line of an item would be empty, which ends a paragraph as a heading.
        const gap = /[^>\s]/.test(before) ? '' : `\n${indentation}`;
        edits.push({ from, to: textStart, text: `${gap}**` });
        edits.push({ from: textEnd, to, text: `**${gap}` });
      }
    }
  });

  let result = '';
  let position = 0;
  for (const { from, to, text } of edits.toSorted(
    (one, other) => one.from - other.from,
  )) {
    result += markdown.slice(position, from) + text;
    position = to;
  }
  return result + markdown.slice(position);
}

import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** A block of code in a Markdown file. */
export interface Block<Language extends string = string> {
  /** The line of the file with its opening fence, from 1. */
  readonly line: number;
  readonly language: Language;
  readonly code: string;
}

/**
 * Reads the blocks of code of a Markdown file, all of them. One without a language is `output`.
 *
 * @throws {Error} when it has a block of a language that is not known
 */
export function readBlocks<Language extends string>(
  markdown: string,
  known: readonly Language[],
): Block<Language>[] {
  const blocks: Block<Language>[] = [];
  visit(
    unified().use(remarkParse).parse(markdown),
    'code',
    ({ lang, value, position }) => {
      const { line } = position!.start;
      const language = known.find((it) => it === (lang ?? 'output'));
      if (!language)
        throw new Error(
          `line ${line}: a block is ${known.join(', ')}, not ${lang}`,
        );
      blocks.push({ line, language, code: `${value}\n` });
    },
  );
  return blocks;
}

/** Returns the source of a pattern for a text, in which `…` stands for any part of a line. */
export function patternOf(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll('…', '.*');
}

/**
 * The guides of the documentation, and how their code is executed. Each fenced block is code that runs, or what
 * the block before it prints; there is no other kind.
 *
 * - `sh` goes to bash, in one session for the whole guide, in a folder of its own. Each command has to succeed,
 *   unless the block ends with the comment `# exit code 1`. A block that ends with `&` is over when the ports
 *   that it names are listened on; what it has started ends with the guide.
 * - `ts` is type-checked, and run in the same session. A block with an import begins a program, and those that
 *   follow go on with its names; the program runs as a whole, where it begins. A block whose first line is a
 *   comment with a file's name is saved there instead, for a command of an `sh` block to use.
 * - `diff` is applied to the files of the folder.
 * - `text` is what the block before it prints, to the letter: `…` stands for any part of a line, and a line
 *   with nothing else for any number of lines. What an `sh` block prints may be left out, not what a program does.
 *
 * The ports 4010 to 4019 are replaced by free ones. The packages that are installed are those of this
 * repository, as they would be published.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const languages = ['sh', 'ts', 'diff', 'text'] as const;

/** A piece of code in a guide. */
export interface Block {
  readonly language: 'sh' | 'ts' | 'diff';
  readonly code: string;
  /** The line of the guide with its opening fence, from 1. */
  readonly line: number;
  /** What the guide says that it prints. */
  readonly prints: string | undefined;
}

/** What is done in one go: a block, or the blocks of a program. */
export type Step = readonly [Block, ...Block[]];

/**
 * Reads a guide.
 *
 * @throws {Error} naming the line of a block that nothing would check
 */
export function readGuide(file: URL): readonly Step[] {
  const name = basename(fileURLToPath(file));
  return stepsOf(readBlocks(readFileSync(file, 'utf8'), name), name);
}

/**
 * Puts the blocks of a program together.
 *
 * @throws {Error} naming the line of a file that nothing uses
 */
function stepsOf(blocks: readonly Block[], name: string): readonly Step[] {
  const steps: [Block, ...Block[]][] = [];
  let program: Block[] | undefined;
  for (const block of blocks) {
    const saved = fileNameOf(block);
    if (saved !== undefined && !isUsed(saved, block, blocks)) {
      throw new Error(`${name}:${block.line}: no sh block that follows uses ${saved}`);
    }
    const isProgram = block.language === 'ts' && saved === undefined;
    if (isProgram && program && !/^import /m.test(block.code)) {
      program.push(block);
      continue;
    }
    const step: [Block] = [block];
    if (isProgram) program = step;
    steps.push(step);
  }
  return steps;
}

/** The name of the file that a block is saved in, if it has one. */
export function fileNameOf({ language, code }: Block): string | undefined {
  return language === 'ts' ? /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] : undefined;
}

function isUsed(file: string, { line }: Block, blocks: readonly Block[]): boolean {
  return blocks.some((it) => it.language === 'sh' && it.line > line && it.code.includes(file));
}

/**
 * Finds the blocks of a text.
 *
 * @param name the file, for what is wrong
 * @throws {Error} naming the line
 */
function readBlocks(text: string, name: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (!/^\s*(?:```|~~~)/.test(lines[index]!)) continue;
    const line = index + 1;
    const language = languages.find((it) => lines[index] === `\`\`\`${it}`);
    const end = lines.indexOf('```', line);
    if (!language || end < 0) {
      const known = languages.map((it) => `\`\`\`${it}`).join(', ');
      throw new Error(`${name}:${line}: a block begins with ${known} and ends with \`\`\``);
    }
    const code = lines.slice(line, end).map((it) => `${it}\n`);
    index = end;
    if (language !== 'text') {
      blocks.push({ language, code: code.join(''), line, prints: undefined });
      continue;
    }
    const before = blocks.pop();
    if (!before || before.prints !== undefined) {
      throw new Error(`${name}:${line}: there is no block that prints this`);
    }
    blocks.push({ ...before, prints: code.join('') });
  }
  return blocks;
}

/** What was printed, without empty lines and spaces at the ends, which a reader does not see. */
export function visible(printed: string): string {
  return `${printed.replaceAll(/[ \t\r]+$/gm, '').replaceAll(/^\n+|\n+$/g, '')}\n`;
}

/**
 * What a guide says that a block prints, with its `…` filled in from what was printed. It equals that if, and
 * only if, the guide is right; otherwise it is as it was.
 */
export function fillIn(expected: string, printed: string): string {
  const pattern = expected
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${lineOf(line)}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${printed}\n`) ? printed : expected;
}

function lineOf(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*');
}

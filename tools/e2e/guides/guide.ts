/**
 * The guides of the documentation, and how their code is executed. Each fenced block is code that runs, what the
 * block before it prints; there is no other kind. Containers, such as the tabs of languages, are passed through: the
 * blocks of all tabs run, in their order.
 *
 * - `sh` goes to bash, in one session for the whole guide, in a folder of its own. Each command has to succeed,
 *   unless the block ends with the comment `# exit code 1`. A block that ends with `&` is over when the ports
 *   that it names are listened on; what it has started ends with the guide.
 * - `ts` is type-checked, and run in the same session. A block with an import begins a program, and those that
 *   follow go on with its names; the program runs as a whole, where it begins. A block whose first line is a
 *   comment with a file's name is saved there instead, for a command of an `sh` block to use.
 * - `js` and `python` are run in the same session, each block as a program of its own.
 * - `diff` is applied to the files of the folder.
 * - `text` is what the block before it prints, to the letter: `…` stands for any part of a line, and a line
 *   with nothing else for any number of lines. What an `sh` block prints may be left out, not what a program does.
 *
 * The ports 4010 to 4019 are replaced by free ones. The packages that are installed are those of this
 * repository, as they would be published.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, patternOf, readBlocks } from '../code/blocks.ts';
import type { Ports } from '../code/ports.ts';
import type { Session } from '../code/session.ts';

/** A block, with what the guide says that it prints. */
interface PrintingBlock extends Block {
  readonly prints?: string;
}

/** The languages of blocks. */
export const languages = ['sh', 'ts', 'js', 'python', 'diff', 'text'] as const;

/** What is done in one go: a block, or the blocks of a program. */
export type Step = readonly [PrintingBlock, ...PrintingBlock[]];

/**
 * Reads a guide.
 *
 * @throws {Error} naming the line of a block that nothing would check
 */
export function readGuide(text: string): readonly Step[] {
  const blocks: PrintingBlock[] = [];
  for (const block of readBlocks(text, languages)) {
    if (block.language !== 'text') {
      blocks.push(block);
      continue;
    }
    const before = blocks.pop();
    if (!before || before.prints !== undefined) {
      throw new Error(`line ${block.line}: there is no block that prints this`);
    }
    blocks.push({ ...before, prints: block.code });
  }
  const steps: [PrintingBlock, ...PrintingBlock[]][] = [];
  let program: PrintingBlock[] | undefined;
  for (const block of blocks) {
    const { line, language, code } = block;
    const saved = fileNameOf(block);
    const isUse = (it: Block) =>
      it.language === 'sh' && it.line > line && it.code.includes(saved!);
    if (saved !== undefined && !blocks.some(isUse)) {
      throw new Error(`line ${line}: no sh block that follows uses ${saved}`);
    }
    const isProgram = language === 'ts' && saved === undefined;
    if (isProgram && program && !/^import /m.test(code)) {
      program.push(block);
      continue;
    }
    const step: [PrintingBlock] = [block];
    if (isProgram) program = step;
    steps.push(step);
  }
  return steps;
}

/** The name of the file that a block is saved in, if it has one. */
function fileNameOf({ language, code }: Block): string | undefined {
  return language === 'ts' ? /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] : undefined;
}

const interpreters = { js: 'node', python: 'python3' };

/**
 * Does what a step says.
 *
 * @returns what each of its blocks has printed
 * @throws {Error} with what was printed, when it fails
 */
export async function doStep(
  step: Step,
  session: Session,
  ports: Ports,
): Promise<readonly string[]> {
  const [block] = step;
  const { language, line, code } = block;
  if (language === 'sh') {
    const expectedCode = Number(/# exit code (\d+)\n$/.exec(code)?.[1] ?? 0);
    const printed = await session.run(ports.replace(code), line, expectedCode);
    if (code.endsWith('&\n')) await ports.waitFor(code);
    return [printed];
  }
  if (language === 'diff') {
    return [
      await session.run(`git apply '${session.script('a.diff', code)}'`, line),
    ];
  }
  if (language === 'js' || language === 'python') {
    const program = `line-${line}.${language}`;
    const path = join(session.folder, program);
    writeFileSync(path, ports.replace(code));
    return [await session.run(`${interpreters[language]} '${path}'`, line)];
  }
  const saved = fileNameOf(block);
  const program = saved ?? `line-${line}.ts`;
  const path = join(session.folder, program);
  writeFileSync(path, ports.replace(saved ? code : programOf(step)));
  const options = {
    target: 'es2023',
    lib: ['es2023'],
    erasableSyntaxOnly: true,
  };
  const wrong = await session.compile([program], '7.0', options);
  if (wrong !== '') throw new Error(wrong);
  return saved ? [''] : (await session.run(`node '${path}'`, line)).split('\0');
}

/** The text of a program: its lines have the numbers that they have in the guide. It prints a border between blocks. */
function programOf(step: Step): string {
  const lines: string[] = [];
  for (const [index, { line, code }] of step.entries()) {
    while (lines.length < line - 1) lines.push('');
    lines.push(
      index > 0 ? `process.stdout.write('\\0');` : '',
      ...code.trimEnd().split('\n'),
    );
  }
  return `${lines.join('\n')}\n`;
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
  const lines = expected
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${patternOf(line)}\n`));
  return new RegExp(`^${lines.join('')}$`).test(`${printed}\n`)
    ? printed
    : expected;
}

import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** A block of code in a README. */
export interface Block {
  /** The line of the README at which it begins. */
  readonly line: number;
  readonly language: 'sh' | 'ts' | 'yaml' | 'output';
  readonly code: string;
}

/**
 * Reads the blocks of code of a README, all of them. What each one is for, its language says:
 *
 * - `sh`: a line that begins with `npm install` names what the project has; one that begins with
 *   `npx agent-conversation-mock` starts a server, which goes on running. The others are run by bash, and succeed.
 * - `ts`: a whole program, or a suite of Vitest where it calls `test`. It compiles and succeeds, and prints what
 *   the comments behind `console.log` say.
 * - `yaml`: a step of GitHub Actions, with inputs that the action has.
 * - none: what a program before it prints. A line `…` stands for others.
 *
 * @throws {Error} when it has a block of another language
 */
export function readBlocks(readme: string): readonly Block[] {
  const blocks: Block[] = [];
  visit(unified().use(remarkParse).parse(readme), 'code', ({ lang, value, position }) => {
    const language = lang ?? 'output';
    const line = position!.start.line;
    if (!isLanguage(language)) throw new Error(`line ${line}: nobody runs blocks of ${language}`);
    blocks.push({ line, language, code: value });
  });
  return blocks;
}

function isLanguage(name: string): name is Block['language'] {
  return ['sh', 'ts', 'yaml', 'output'].includes(name);
}

/** The packages that the blocks say are to be installed, each once. */
export function installedBy(blocks: readonly Block[]): readonly string[] {
  const names = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n'))
    .filter(isInstall)
    .flatMap((line) => line.split(' ').slice(2))
    .filter((word) => !word.startsWith('-'))
    // A version, as in `@scope/name@5`.
    .map((word) => word.replace(/(?<=.)@[^@/]*$/, ''));
  return [...new Set(names)];
}

/** Whether a line of a shell is about what the project has. */
export function isInstall(line: string): boolean {
  return line.startsWith('npm install ');
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Block, fileNameOf, type Step } from './guide.ts';
import type { GuidePorts } from './ports.ts';
import { GuideShell } from './shell.ts';

/** The character that a program prints where its next block begins. */
const border = '\0';

/** A guide that is being followed. */
export class GuideRun {
  readonly #root: string;
  readonly #folder: string;
  readonly #ports: GuidePorts;
  readonly #shell: GuideShell;
  /** What the shell is given to run; it is no part of the reader's folder. */
  readonly #scripts: string;

  /**
   * @param root the repository
   * @param folder where the reader is
   * @param commands with which the shell begins
   */
  constructor(root: string, folder: string, ports: GuidePorts, commands: string) {
    this.#root = root;
    this.#folder = folder;
    this.#ports = ports;
    this.#shell = new GuideShell(folder, commands);
    this.#scripts = mkdtempSync(`${folder}-scripts-`);
  }

  /**
   * Does what a step says.
   *
   * @returns what each of its blocks has printed
   * @throws {Error} with what was printed, when it fails
   */
  async do(step: Step): Promise<readonly string[]> {
    const [block] = step;
    if (block.language === 'sh') return [await this.#runCommands(block)];
    if (block.language === 'diff') return [await this.#applyDiff(block)];
    const name = fileNameOf(block);
    const program = name ?? `line-${block.line}.ts`;
    writeFileSync(join(this.#folder, program), this.#ports.replace(textOf(step)));
    await this.#checkTypes(program);
    if (name !== undefined) return [''];
    const printed = await this.#source(`node '${join(this.#folder, program)}'`, block);
    return printed.split(border);
  }

  /** Ends what was started. The folder stays. */
  async end(): Promise<void> {
    await this.#shell.end();
    rmSync(this.#scripts, { recursive: true, force: true });
  }

  async #runCommands(block: Block): Promise<string> {
    const expectedCode = Number(/# exit code (\d+)\n$/.exec(block.code)?.[1] ?? 0);
    const printed = await this.#source(this.#ports.replace(block.code), block, expectedCode);
    if (block.code.endsWith('&\n')) await this.#ports.waitFor(block.code);
    return printed;
  }

  async #applyDiff({ code, line }: Block): Promise<string> {
    const file = join(this.#scripts, `line-${line}.diff`);
    writeFileSync(file, code);
    await promisify(execFile)('git', ['apply', file], { cwd: this.#folder });
    return '';
  }

  async #source(commands: string, { line }: Block, expectedCode = 0): Promise<string> {
    const file = join(this.#scripts, `line-${line}.sh`);
    writeFileSync(file, commands);
    const { printed, code } = await this.#shell.run(file);
    if (code === expectedCode) return printed;
    throw new Error(`The block at line ${line} ended with exit code ${code}:\n${printed}`);
  }

  async #checkTypes(program: string): Promise<void> {
    const compilerOptions = {
      strict: true,
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      moduleDetection: 'force',
      erasableSyntaxOnly: true,
      resolveJsonModule: true,
      noEmit: true,
      skipLibCheck: true,
      typeRoots: [join(this.#root, 'node_modules/@types')],
      types: ['node'],
    };
    const project = join(this.#scripts, 'tsconfig.json');
    const files = [join(this.#folder, program)];
    writeFileSync(project, JSON.stringify({ compilerOptions, files }));
    const tsc = join(this.#root, 'node_modules/.bin/tsc');
    await promisify(execFile)(tsc, ['-p', project]).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  }
}

/** The text of a program: its lines have the numbers that they have in the guide, and so have mistakes. */
function textOf(step: Step): string {
  if (fileNameOf(step[0]) !== undefined) return step[0].code;
  const lines: string[] = [];
  for (const [index, { line, code }] of step.entries()) {
    while (lines.length < line - 1) lines.push('');
    lines.push(index > 0 ? `process.stdout.write('\\0');` : '', ...code.trimEnd().split('\n'));
  }
  return `${lines.join('\n')}\n`;
}

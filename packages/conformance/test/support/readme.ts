import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// Other tools, which may run at the same time, pass over the folder of turbo.
const parent = fileURLToPath(new URL('../../.turbo/', import.meta.url));
const bin = fileURLToPath(new URL('../../../../node_modules/.bin/', import.meta.url));

/** A piece of TypeScript in a README. */
export interface Block {
  /** The name of its file, with the line of the README at which it begins. */
  readonly file: string;
  readonly code: string;
  /** Whether it is a suite of tests; otherwise it is a script. */
  readonly isSuite: boolean;
}

/** The TypeScript of a README, written into a folder where it can be compiled and run. */
export class ReadmeCode {
  readonly blocks: readonly Block[];
  readonly #folder: string;

  /**
   * @param readme the file
   * @param adapt changes a block on a single line, such as addresses in it
   */
  constructor(readme: URL, adapt: (code: string) => string = (code) => code) {
    const text = readFileSync(readme, 'utf8');
    mkdirSync(parent, { recursive: true });
    this.#folder = mkdtempSync(join(parent, 'readme-'));
    this.blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match): Block => {
      const line = text.slice(0, match.index).split('\n').length;
      const code = adapt(match[1]!);
      const file = `line-${line}.ts`;
      // The lines have the numbers of the README, and so have the mistakes in them.
      writeFileSync(join(this.#folder, file), '\n'.repeat(line) + code);
      return { file, code, isSuite: /^test\(/m.test(code) };
    });
  }

  /**
   * Compiles all blocks.
   *
   * @param surroundings the libraries and types that a user may have
   * @throws {Error} with what the compiler says
   */
  async compile(surroundings: object): Promise<void> {
    const compilerOptions = {
      strict: true,
      target: 'es2023',
      module: 'nodenext',
      moduleDetection: 'force',
      noEmit: true,
      skipLibCheck: true,
      ...surroundings,
    };
    const project = join(this.#folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await this.#run(join(bin, 'tsc'), '-p', project);
  }

  /**
   * Runs a block.
   *
   * @returns what it printed
   * @throws {Error} with that, when it fails
   */
  async run({ file, isSuite }: Block): Promise<string> {
    if (!isSuite) return this.#run(process.execPath, join(this.#folder, file));
    const config = `export default { test: { include: ['${file}'] } };\n`;
    writeFileSync(join(this.#folder, 'vitest.config.js'), config);
    return this.#run(join(bin, 'vitest'), 'run', '--root', this.#folder);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(program: string, ...args: string[]): Promise<string> {
    const running = promisify(execFile)(program, args, {
      cwd: this.#folder,
      timeout: 50_000,
      env: { ...process.env, NO_COLOR: '1' },
    });
    const { stdout, stderr } = await running.catch((error: unknown) => {
      const printed = error as { stdout: string; stderr: string };
      throw new Error(`${String(error)}\n${printed.stdout}${printed.stderr}`);
    });
    return stdout + stderr;
  }
}

/** The words that the comments behind `console.log` say will be printed. */
export function promisedWords(code: string): string[] {
  return [...code.matchAll(/console\.log\(.+\); \/\/ (\w+)/g)].map(([, word]) => word!);
}

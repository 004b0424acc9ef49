import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type CompilerVersion, compileProject } from './compile.ts';

const root = join(import.meta.dirname, '../../..');

/** Variables of this process that would change what a page's programs do; no reader has them. */
const excluded =
  /^(?:VITEST|NODE_(?!EXTRA_CA_CERTS)|FORCE_COLOR|TURBO_|npm_(?!config_cache)|AGENT_CONVERSATION_)/;

/** A session of bash in a reader's folder, and the compilers. */
export class Session {
  readonly folder: string;
  readonly #bash: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown>;
  /** What bash is given to run; it is no part of the reader's folder. */
  readonly #scripts: string;
  #printed = '';

  /** @param commands to begin with, such as functions */
  constructor(folder: string, commands: string) {
    this.folder = folder;
    this.#scripts = mkdtempSync(`${folder}-scripts-`);
    const usual = Object.entries(process.env).filter(
      ([name]) => !excluded.test(name),
    );
    const quiet = { NO_COLOR: '1', NO_PROXY: '127.0.0.1', DO_NOT_TRACK: '1' };
    this.#bash = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env: { ...Object.fromEntries(usual), ...quiet, REDOCLY_TELEMETRY: 'off' },
      stdio: ['pipe', 'pipe', 'ignore'],
      // A group of its own, so that what it has started ends with it.
      detached: true,
    });
    this.#ended = once(this.#bash, 'close');
    this.#bash.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => (this.#printed += text));
    // Nothing stays behind when this process is ended, either: bash then sees the end of its commands.
    this.#bash.stdin.write(
      `${commands}\nexec 2>&1; set -E -o pipefail; trap 'failed=$?' ERR; trap 'kill 0' EXIT\n`,
    );
  }

  /**
   * Runs commands.
   *
   * @returns what they have printed, on either stream, as a terminal shows it
   * @throws {Error} with what they have printed, when the last one that failed has another exit code
   */
  async run(commands: string, line: number, expectedCode = 0): Promise<string> {
    const file = this.script(`line-${line}.sh`, commands);
    this.#printed = '';
    this.#bash.stdin.write(
      `failed=0; source '${file}' < /dev/null; printf '\\0%s\\0' "$failed"\n`,
    );
    for (;;) {
      const [, printed = '', code] =
        /^([^]*)\0(\d+)\0/.exec(this.#printed) ?? [];
      if (code === String(expectedCode)) return printed;
      if (code !== undefined || this.#bash.exitCode !== null) {
        throw new Error(
          `The block at line ${line} ended with ${code}:\n${this.#printed}`,
        );
      }
      await Promise.race([once(this.#bash.stdout, 'data'), this.#ended]);
    }
  }

  /** Writes a file that is no part of the reader's folder, and returns its path. */
  script(name: string, text: string): string {
    const file = join(this.#scripts, name);
    writeFileSync(file, text);
    return file;
  }

  /**
   * Compiles programs of the folder.
   *
   * @param options compiler options that differ, such as the libraries
   * @returns what the compiler reports
   */
  async compile(
    names: readonly string[],
    compiler: CompilerVersion,
    options: object,
  ): Promise<string> {
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      moduleDetection: 'force',
      resolveJsonModule: true,
      noEmit: true,
      skipLibCheck: true,
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
      ...options,
    };
    const files = names.map((name) => join(this.folder, name));
    const project = this.script(
      'tsconfig.json',
      JSON.stringify({ compilerOptions, files }),
    );
    return compileProject(compiler, project, this.folder);
  }

  /** Ends the session and everything that it has started. The folder stays. */
  async end(): Promise<void> {
    process.kill(-this.#bash.pid!, 'SIGKILL');
    await this.#ended;
    rmSync(this.#scripts, { recursive: true, force: true });
  }
}

/**
 * The READMEs of the packages, and how their code is executed. What each block is for, its language says:
 *
 * - `sh`: a line that begins with `npm install` names what the project has; `npm exec --no -- agent-conversation-mock`
 *   starts a server, in place of the one before. The others are run by bash, and succeed; one that ends with `&` is
 *   over when the port that it names is listened on.
 * - `ts`: a whole program, or a suite of Vitest where it calls `test`. It compiles and succeeds, and prints what
 *   the comments behind `console.log` say.
 * - `js`, `html`: a file; the comment in the first line has its name.
 * - `yaml`: a step of GitHub Actions, with inputs that the action has.
 * - none: what a program before it prints. A line `…` stands for others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { parse } from 'yaml';
import { action } from '../action.ts';
import { type Block, readBlocks } from '../code/blocks.ts';
import { Ports } from '../code/ports.ts';
import { Session } from '../code/session.ts';
import { isKept, isShown, promisesOf } from './promises.ts';

export const readReadme = (text: string) =>
  readBlocks(text, ['sh', 'ts', 'js', 'html', 'yaml', 'output']);

/** The packages that the blocks say are to be installed, each once. */
export function installedBy(blocks: readonly Block[]): readonly string[] {
  const names = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.startsWith('npm install '))
    .flatMap((line) => line.split(' ').slice(2))
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => namesOf(word));
  return [...new Set(names)];
}

/**
 * The packages of a word: our tarballs, such as `…/agent-conversation-{client,types}-*.tgz`, or a name of the
 * registry.
 */
function namesOf(word: string): readonly string[] {
  const [, several, single] =
    /\/agent-conversation-(?:\{(.+)\}|(\w+))-\*\.tgz$/.exec(word) ?? [];
  const ours = several?.split(',') ?? (single === undefined ? [] : [single]);
  if (ours.length > 0) return ours.map((name) => `@agent-conversation/${name}`);
  // A version, as in `@scope/name@5`.
  return [word.replace(/(?<=.)@[^@/]*$/, '')];
}

const repository = join(import.meta.dirname, '../../..');
const log = 'server.log';

/** There are no programs of the repository but Node. */
const path = [
  dirname(process.execPath),
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !`${folder}${sep}`.startsWith(`${repository}${sep}`)),
].join(delimiter);

/** The project has what is installed; a server listens on a free port, and what it prints is kept. */
const commands = `
export PATH='${path}'
npm() {
  case "$*" in
    'install '*) return ;;
    'exec --no -- agent-conversation-mock '*) shift 3 ;;
    *) command npm "$@"; return ;;
  esac
  if [ -n "$server" ]; then kill "$server"; wait "$server" || true; fi
  case " $* " in
    *' --port '*) ;;
    *) set -- "$@" --port 4010 ;;
  esac
  "node_modules/.bin/$1" "\${@:2}" > ${log} 2>&1 &
  server=$!
}`;

/** Somebody who has nothing but a project with some packages, and does what a README says, from top to bottom. */
export class Reader {
  readonly #service: string;
  readonly #ports: Ports;
  readonly #session: Session;
  #printed = '';

  /**
   * @param project the folder
   * @param service where the service is that the README has at http://localhost:3000
   */
  static async in(project: string, service: string): Promise<Reader> {
    return new Reader(project, service, await Ports.find());
  }

  private constructor(project: string, service: string, ports: Ports) {
    writeFileSync(join(project, log), '');
    this.#service = service;
    this.#ports = ports;
    this.#session = new Session(project, ports.replace(commands));
  }

  /**
   * Compiles all programs.
   *
   * @returns what the compiler reports
   */
  async compile(
    blocks: readonly Block[],
    ...options: [compiler: Parameters<Session['compile']>[1], options: object]
  ): Promise<string> {
    const programs = blocks.filter(({ language }) => language === 'ts');
    const files = programs.map((block) => this.#write(block));
    return this.#session.compile(files, ...options);
  }

  /**
   * Does what a block says.
   *
   * @throws {Error} when that fails, or has not come to what the README says
   */
  async take(block: Block): Promise<void> {
    const { language, line, code } = block;
    if (language === 'ts') await this.#runProgram(block);
    if (language === 'output') await this.#compare(this.#here(code));
    if (language === 'yaml') checkStep(code);
    if (language === 'js' || language === 'html') this.#save(block);
    if (language !== 'sh') return;
    this.#printed = await this.#session.run(this.#here(code), line);
    if (code.includes('npm exec --no -- agent-conversation-mock ')) {
      // Its port, if it is not given.
      await this.#ports.waitFor(/\b401\d\b/.test(code) ? code : '4010');
    } else if (code.endsWith('&\n')) {
      await this.#ports.waitFor(code);
    }
  }

  /** The address that a page names, as it is here. */
  address(url: string): string {
    return this.#here(url);
  }

  /** Stops what runs. */
  async leave(): Promise<void> {
    await this.#session.end();
  }

  async #runProgram(block: Block): Promise<void> {
    const file = this.#write(block);
    const isSuite = file.endsWith('.test.ts');
    const program = isSuite
      ? `node_modules/vitest/vitest.mjs run ${file}`
      : file;
    const printed = await this.#session.run(`node ${program}`, block.line);
    this.#printed = stripVTControlCharacters(printed);
    if (isSuite && !/Tests +\d+ passed/.test(this.#printed))
      throw new Error(this.#printed);
    for (const promise of promisesOf(block.code)) {
      if (!isKept(promise, this.#printed))
        throw new Error(`No ${promise} in\n${this.#printed}`);
    }
  }

  /** What a server prints of a request may come after the response. */
  async #compare(shown: string): Promise<void> {
    const file = join(this.#session.folder, log);
    const printed = () => [
      this.#printed,
      stripVTControlCharacters(readFileSync(file, 'utf8')),
    ];
    const end = Date.now() + 10_000;
    while (!printed().some((text) => isShown(shown, text))) {
      if (Date.now() > end)
        throw new Error(`It is not\n${shown}\nbut\n${printed().join('\n')}`);
      await setTimeout(50);
    }
  }

  /** Writes a program; its lines have the numbers that they have in the README. */
  #write({ line, code }: Block): string {
    const file = `line-${line}${/^test\(/m.test(code) ? '.test' : ''}.ts`;
    writeFileSync(
      join(this.#session.folder, file),
      '\n'.repeat(line) + this.#here(code),
    );
    return file;
  }

  /** @throws {Error} when the first line has no name of a file */
  #save({ line, code }: Block): void {
    const [, script, page] =
      /^(?:\/\/ (\S+)|<!-- (\S+) -->)\n/.exec(code) ?? [];
    const name = script ?? page;
    if (name === undefined)
      throw new Error(`line ${line}: the first line is no comment with a name`);
    writeFileSync(join(this.#session.folder, name), code);
  }

  /** A text with the addresses at which there is something here. */
  #here(text: string): string {
    return this.#ports
      .replace(text)
      .replaceAll('http://localhost:3000', this.#service);
  }
}

/** @throws {Error} when a step has an input that the action does not have, or lacks one */
function checkStep(code: string): void {
  const [step] = parse(code) as readonly [
    { readonly uses: string; readonly with: object },
  ];
  const inputs = Object.entries(action.inputs);
  const passed = Object.keys(step.with);
  const unknown = passed.find(
    (name) => !inputs.some(([input]) => input === name),
  );
  if (unknown !== undefined)
    throw new Error(`The action has no input ${unknown}`);
  const lacking = inputs.find(
    ([input, { required }]) => required && !passed.includes(input),
  );
  if (lacking) throw new Error(`The action needs the input ${lacking[0]}`);
}

import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { parse } from 'yaml';
import { action } from '../action.ts';
import { peer } from '../install.ts';
import { type Ended, run } from '../run.ts';
import { isKept, isShown, promisesOf } from './promises.ts';
import { type Block, isInstall } from './read-blocks.ts';
import { type ReadmeServer, startReadmeServer } from './readme-server.ts';

const repository = join(import.meta.dirname, '../../..');

/** The oldest TypeScript that the packages support, and that of the repository. */
const compilers = {
  '5.4': peer('typescript-5.4/bin/tsc'),
  '7.0': join(repository, 'node_modules/typescript/bin/tsc'),
};

type Compiler = keyof typeof compilers;

/** Somebody who has nothing but a project with some packages, and does what a README says, from top to bottom. */
export class Reader {
  readonly #project: string;
  readonly #service: string;
  /** The servers that run; the last one stands for the address of the READMEs. */
  readonly #servers: ReadmeServer[] = [];
  #shown = '';

  /**
   * @param project the folder
   * @param service where the service is that the README has at http://localhost:3000
   */
  constructor(project: string, service: string) {
    this.#project = project;
    this.#service = service;
  }

  /**
   * Compiles all programs.
   *
   * @param options compiler options that differ, such as the libraries
   */
  async compile(blocks: readonly Block[], compiler: Compiler, options: object): Promise<Ended> {
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      moduleDetection: 'force',
      resolveJsonModule: true,
      noEmit: true,
      skipLibCheck: true,
      typeRoots: [join(repository, 'node_modules/@types')],
      ...options,
    };
    const programs = blocks.filter(({ language }) => language === 'ts');
    const files = programs.map((block) => this.#write(block));
    this.#file('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const args = [compilers[compiler], '-p', 'tsconfig.json'];
    return run(process.execPath, args, { cwd: this.#project });
  }

  /**
   * Does what a block says.
   *
   * @throws {Error} when that fails, or has not come to what the README says
   */
  async take(block: Block): Promise<void> {
    if (block.language === 'sh') await this.#runShell(block.code);
    if (block.language === 'ts') await this.#runProgram(block);
    if (block.language === 'output') await this.#compare(block.code);
    if (block.language === 'yaml') checkStep(block.code);
  }

  /** Stops what runs. */
  async leave(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }

  async #runShell(code: string): Promise<void> {
    const lines = code.split('\n').filter((line) => !isInstall(line));
    const servers = lines.filter((line) => line.startsWith('npx agent-conversation-mock '));
    for (const line of servers) {
      this.#servers.push(await startReadmeServer(line, this.#project, this.#environment()));
    }
    const script = lines.filter((line) => !servers.includes(line)).join('\n');
    if (script !== '')
      this.#shown = await this.#succeed('bash', '-euo', 'pipefail', '-c', this.#here(script));
  }

  async #runProgram(block: Block): Promise<void> {
    const file = this.#write(block);
    const isSuite = file.endsWith('.test.ts');
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    this.#shown = await this.#succeed(
      process.execPath,
      ...(isSuite ? [vitest, 'run', file] : [file]),
    );
    if (isSuite && !/Tests +\d+ passed/.test(this.#shown)) throw new Error(this.#shown);
    for (const promise of promisesOf(block.code)) {
      if (!isKept(promise, this.#shown)) throw new Error(`No ${promise} in\n${this.#shown}`);
    }
  }

  /** What a server prints of a request may come after the response. */
  async #compare(code: string): Promise<void> {
    const shown = this.#here(code);
    const printed = () => [this.#shown, ...this.#servers.map((server) => server.printed())];
    const end = Date.now() + 10_000;
    while (!printed().some((text) => isShown(shown, text))) {
      if (Date.now() > end) throw new Error(`It is not\n${shown}\nbut\n${printed().join('\n')}`);
      await setTimeout(50);
    }
  }

  /** Writes a program; its lines have the numbers that they have in the README. */
  #write({ line, code }: Block): string {
    const file = `line-${line}${/^test\(/m.test(code) ? '.test' : ''}.ts`;
    this.#file(file, '\n'.repeat(line) + this.#here(code));
    return file;
  }

  #file(name: string, text: string): void {
    writeFileSync(join(this.#project, name), text);
  }

  /** A text with the addresses at which there is something here: ports may be taken. */
  #here(text: string): string {
    const mock = this.#servers.at(-1)?.url ?? 'http://127.0.0.1:4010';
    return text
      .replaceAll('http://localhost:3000', this.#service)
      .replaceAll('http://127.0.0.1:4010', mock);
  }

  async #succeed(program: string, ...args: readonly string[]): Promise<string> {
    const options = { cwd: this.#project, env: this.#environment() };
    const { code, stdout, stderr } = await run(program, args, options);
    const printed = stripVTControlCharacters(stdout + stderr);
    if (code !== 0) throw new Error(`ended with ${code}:\n${printed}`);
    return printed;
  }

  /** There are no programs of the repository but Node, and npm does not know that it has run this one. */
  #environment(): NodeJS.ProcessEnv {
    const elsewhere = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !`${folder}${sep}`.startsWith(`${repository}${sep}`));
    const ofNpm = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
    return {
      ...Object.fromEntries(ofNpm.map((name) => [name, undefined])),
      PATH: [dirname(process.execPath), ...elsewhere].join(delimiter),
      NODE_PATH: '',
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
      REDOCLY_TELEMETRY: 'off',
    };
  }
}

/** @throws {Error} when a step has an input that the action does not have, or lacks one */
function checkStep(code: string): void {
  const [step] = parse(code) as readonly [{ readonly uses: string; readonly with: object }];
  const inputs = Object.entries(action.inputs);
  const given = Object.keys(step.with);
  const unknown = given.find((name) => !inputs.some(([input]) => input === name));
  if (unknown !== undefined) throw new Error(`The action has no input ${unknown}`);
  const lacking = inputs.find(([input, { required }]) => required && !given.includes(input));
  if (lacking) throw new Error(`The action needs the input ${lacking[0]}`);
}

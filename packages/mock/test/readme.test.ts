import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { help } from '../src/cli-options.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const inTests = sectionOf('In tests');
const blocks = fenced('ts').filter(({ offset }) => offset >= inTests.start && offset < inTests.end);
const [suites, scripts] = [true, false].map((isSuite) =>
  blocks.filter(({ code }) => /^test\(/m.test(code) === isSuite),
) as [Block[], Block[]];

// Other tools, which may run at the same time, pass over the folder of turbo.
const parent = fileURLToPath(new URL('../.turbo/', import.meta.url));
const bin = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url));
let folder: string;

beforeAll(() => {
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'readme-'));
  for (const block of blocks) {
    // The lines have the numbers of the README, and so have the mistakes in them.
    const above = readme.slice(0, block.offset).split('\n').length;
    writeFileSync(join(folder, fileOf(block)), '\n'.repeat(above) + block.code);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the code of the README for tests', () => {
  test('is there, of both kinds', () => {
    expect(suites).not.toEqual([]);
    expect(scripts).not.toEqual([]);
  });

  test.each([
    ['with the types of Node alone', { lib: ['es2023'], types: ['node'] }],
    ['with those of a browser, too', { lib: ['es2023', 'dom'], types: ['node'] }],
  ])('compiles %s', async (_, surroundings) => {
    const compilerOptions = {
      strict: true,
      target: 'es2023',
      module: 'nodenext',
      moduleDetection: 'force',
      noEmit: true,
      skipLibCheck: true,
      ...surroundings,
    };
    const project = join(folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    expect(await succeed(join(bin, 'tsc'), '-p', project)).toBe('');
  });

  test.each(suites.map(fileOf))('passes as tests: %s', async (file) => {
    writeFileSync(join(folder, 'vitest.config.js'), configFor(file));
    const output = await succeed(join(bin, 'vitest'), 'run', '--root', folder);
    expect(output).toMatch(/Tests +\d+ passed/);
  });

  test.each(scripts.map((block) => [fileOf(block), block] as const))(
    'runs, and prints what it says: %s',
    async (file, { code }) => {
      const output = await succeed(process.execPath, join(folder, file));
      const promised = [...code.matchAll(/console\.log\(.+\); \/\/ (\w+)/g)].map(([, it]) => it!);
      const printed = output.split('\n').filter((line) => promised.includes(line));
      expect(printed).toEqual(promised);
    },
  );
});

describe('the options in the README', () => {
  const known = optionsIn(help);

  test('are those that there are', () => {
    const { start, end } = sectionOf('Options');
    const rows = readme
      .slice(start, end)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1]!);
    expect(optionsIn(rows.join('\n')).toSorted()).toEqual(known.toSorted());
  });

  const commands = fenced('sh')
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.includes('agent-conversation-mock'));

  test.each(commands)('exist: %s', (command) => {
    expect(known).toEqual(expect.arrayContaining(optionsIn(command)));
  });
});

/** A piece of code in the README. */
interface Block {
  readonly code: string;
  /** Where it is, in characters. */
  readonly offset: number;
}

function fenced(language: string): Block[] {
  return [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map((match) => ({ code: match[2]!, offset: match.index }));
}

function sectionOf(title: string): { start: number; end: number } {
  const start = readme.indexOf(`\n## ${title}\n`);
  if (start < 0) throw new Error(`The README has no section '${title}'`);
  const next = readme.indexOf('\n## ', start + 1);
  return { start, end: next < 0 ? readme.length : next };
}

function fileOf(block: Block): string {
  // Not `.test.ts`: if it is ever left behind, no other run takes it for its own.
  return `block-${blocks.indexOf(block) + 1}.ts`;
}

function configFor(file: string): string {
  return `export default { test: { include: ['${file}'] } };\n`;
}

function optionsIn(text: string): string[] {
  return [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))];
}

/**
 * Runs a program.
 *
 * @returns what it printed
 * @throws {Error} with that, when it fails
 */
async function succeed(program: string, ...args: string[]): Promise<string> {
  const running = promisify(execFile)(program, args, {
    cwd: folder,
    timeout: 50_000,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const { stdout, stderr } = await running.catch((error: unknown) => {
    const printed = error as { stdout: string; stderr: string };
    throw new Error(`${String(error)}\n${printed.stdout}${printed.stderr}`);
  });
  return stdout + stderr;
}

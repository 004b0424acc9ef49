/** Source compatibility: the samples and README blocks of the last release must compile with the packages of now. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fencedBlocks } from '@agent-conversation/cli/markdown';
import { fingerprintOf } from './compare.ts';
import { firstLine } from './contract.ts';
import type { BrokenSource, Change } from './model.ts';
import { rules } from './rules.ts';

/** The sources of the last release, a block of Markdown for each. */
export const sourcesFile = 'openapi/released/sources.md';

/**
 * Returns what a release stores in {@link sourcesFile}: TypeScript samples, and README blocks that import a package.
 */
export function sourcesOf(root: string): string {
  const filesOf = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .toSorted()
      .map((file): readonly [name: string, text: string] => [
        file.replaceAll(sep, '/'),
        readFileSync(join(root, file), 'utf8'),
      ]);
  const samples = filesOf('openapi/samples/*/*.ts');
  const readmes = filesOf('packages/{client,types}/README.md').flatMap(
    ([file, text]) =>
      fencedBlocks(text, 'ts')
        .map((code, at) => [`${file}, block ${at + 1}`, code] as const)
        .filter(([, code]) => importsOnlyPackages(code)),
  );
  const blocks = [...samples, ...readmes].map(
    ([name, code]) => `## ${name}\n\n\`\`\`ts\n${code.trimEnd()}\n\`\`\`\n`,
  );
  const title = '# Sources of the last release';
  const origin =
    'Written by `npm run release`; must compile with later versions.';
  return `${title}\n\n${origin}\n\n${blocks.join('\n')}`;
}

/** Whether a program imports from the client or the types, and from no other package of this repository. */
function importsOnlyPackages(code: string): boolean {
  const imports = [...code.matchAll(/from '@agent-conversation\/(\w+)/g)];
  return (
    imports.length > 0 &&
    imports.every(([, name]) => name === 'client' || name === 'types')
  );
}

/** Whether there is something to compile, and the packages to compile it with. */
export const canCompile = (root: string): boolean =>
  existsSync(join(root, sourcesFile)) &&
  existsSync(join(root, 'packages/client/dist'));

/**
 * Adds what the compiler says to the changes of the contract: a released source that no longer compiles belongs to the
 * change that the compiler names, or else is a breaking change of its own.
 */
export function withSources(
  changes: readonly Change[],
  root: string,
): readonly Change[] {
  const broken = canCompile(root) ? brokenSources(root) : [];
  const causeOf = (each: Broken) =>
    changes.find((change) => change.needsApproval && explains(change, each));
  const ofContract = changes.map((change) => {
    const ofChange = broken.filter((each) => causeOf(each) === change);
    return { ...change, sources: ofChange.map(({ source }) => source) };
  });
  const others = broken.filter((each) => causeOf(each) === undefined);
  return [...ofContract, ...others.map(({ source }) => sourceChange(source))];
}

/** What the compiler says of a source: its first error, whole. */
interface Broken {
  readonly source: BrokenSource;
  readonly text: string;
}

function brokenSources(root: string): readonly Broken[] {
  const text = readFileSync(join(root, sourcesFile), 'utf8');
  const sources = [...text.matchAll(/^## (.+)\n\n```ts\n([^]*?)^```$/gm)];
  const errors = compile(
    sources.map(([, , code = '']) => code),
    root,
  );
  return sources.flatMap(({ index, 1: name = '' }, at): Broken[] => {
    const first = errors.find((it) => it.source === at);
    if (first === undefined) return [];
    const before = text.slice(0, index).split('\n').length + 2;
    const location = { file: sourcesFile, line: before + first.line };
    const { text: problem } = first;
    const source = { name, location, error: withoutLongTypes(problem) };
    return [{ source, text: problem }];
  });
}

/** The first line of an error. Types that it spells out may change with every property, the code and names do not. */
const withoutLongTypes = (error: string): string =>
  firstLine(error).replaceAll(/'(?:[^']*[{|][^']*|[^']{60,})'/g, "'…'");

/** Whether a change has a name that the compiler reports, or is of the operation of the sample. */
function explains(
  { rule, message }: Change,
  { source, text }: Broken,
): boolean {
  const reported = [...text.matchAll(/'(.+?)'/g)].flatMap(([, it = '']) =>
    wordsIn(it),
  );
  const names = namesIn(message);
  if (names.some((it) => reported.includes(it))) return true;
  // A function that has to return something for each value of an enumeration.
  if (rule === 'enum-value-added') return text.startsWith('TS2366');
  if (rule !== 'operation-removed' && rule !== 'operation-id') return false;
  const [, operation = ''] =
    /^openapi\/samples\/(\w+)\//.exec(source.name) ?? [];
  // Methods and functions are called after operations, such as `things.list` and `listThingsQuery`.
  const parts = reported.flatMap(partsOfName);
  const isCalledAfter = (id: string) =>
    partsOfName(id).every((part) => parts.some((it) => it.startsWith(part)));
  return names.some((it) => it === operation || isCalledAfter(it));
}

const partsOfName = (name: string): readonly string[] =>
  name.split(/(?=[A-Z])/).map((part) => part.toLowerCase());

const wordsIn = (text: string): readonly string[] =>
  text.match(/[\w$]{3,}/g) ?? [];

/** The names in a message: in backticks before the colon, and words such as `listThings` and `NOT_FOUND`. */
function namesIn(message: string): readonly string[] {
  const [element = ''] = message.split(': ');
  const quoted = [...element.matchAll(/`(.+?)`/g)].flatMap(([, it = '']) =>
    wordsIn(it),
  );
  return [...quoted, ...wordsIn(message).filter((it) => /.[A-Z_]/.test(it))];
}

function sourceChange({ name, location, error }: BrokenSource): Change {
  const [code] = error.split(':');
  return {
    rule: 'source-incompatible',
    effect: 'breaking',
    breaks: ['source'],
    needsApproval: true,
    pointer: '',
    location,
    operations: [],
    generation: 'none',
    provenance: 'documented',
    message: `${name} of the last release no longer compiles: ${error}`,
    migration: rules['source-incompatible'].migration as string,
    fingerprint: fingerprintOf([name, code]),
    evidence: undefined,
    sources: [],
  };
}

/** An error of the compiler: the index of the source, the line in it, and all lines of the text. */
interface CompilerError {
  readonly source: number;
  readonly line: number;
  readonly text: string;
}

function compile(
  sources: readonly string[],
  root: string,
): readonly CompilerError[] {
  // Inside of the repository, so that imports find the packages.
  const folder = mkdtempSync(join(root, 'node_modules/.released-sources-'));
  try {
    // A declaration of nothing makes each file a module, where names of other files do not count.
    for (const [at, code] of sources.entries()) {
      writeFileSync(join(folder, `s${at}.ts`), `${code}\nexport {};\n`);
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const options =
      '--ignoreConfig --target es2023 --lib es2023,dom,dom.iterable --module nodenext --strict --skipLibCheck ' +
      '--noEmit --pretty false';
    const files = sources.map((_, at) => `s${at}.ts`);
    const modules = fileURLToPath(
      new URL('../../node_modules/', import.meta.url),
    );
    const tsc = join(modules, 'typescript/bin/tsc');
    // Programs of samples run in Node.js.
    const nodeTypes = [
      '--typeRoots',
      join(modules, '@types'),
      '--types',
      'node',
    ];
    const args = [tsc, ...options.split(' '), ...nodeTypes, ...files];
    const result = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
    });
    const { status, stdout, stderr } = result;
    const matches = stdout.matchAll(
      /^s(\d+)\.ts\((\d+),\d+\): error (TS.+(?:\n +.+)*)$/gm,
    );
    const errors = [...matches].map(([, source, line, text = '']) => {
      return { source: Number(source), line: Number(line), text };
    });
    if (status !== 0 && errors.length === 0)
      throw new Error(`tsc failed: ${stdout}${stderr}`);
    return errors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

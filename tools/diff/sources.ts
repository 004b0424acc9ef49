/** Source compatibility: the samples and README blocks of the last release must compile with the packages of now. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import type { Change } from './model.ts';

/** The sources of the last release, a block of Markdown for each. */
export const sourcesFile = 'openapi/released/sources.md';

interface Source {
  readonly name: string;
  /** Of the first line of the code in {@link sourcesFile}. */
  readonly line: number;
  readonly code: string;
}

/** What a release stores in {@link sourcesFile}: TypeScript samples, and README blocks that import a package. */
export function sourcesOf(root: string): string {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const files = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .map((it) => it.replaceAll(sep, '/'))
      .toSorted();
  const samples = files('openapi/samples/*/*.ts').map((file) => ({ name: file, code: read(file) }));
  const readmes = files('packages/{client,types}/README.md').flatMap((file) =>
    [...read(file).matchAll(/^```ts\n([^]*?)^```$/gm)]
      .map(([, code = ''], index) => ({ name: `${file}, block ${index + 1}`, code }))
      .filter(({ code }) => {
        const imported = [...code.matchAll(/from '@agent-conversation\/(\w+)/g)].map(
          ([, name]) => name,
        );
        return imported.length > 0 && imported.every((it) => it === 'client' || it === 'types');
      }),
  );
  const blocks = [...samples, ...readmes].map(
    ({ name, code }) => `## ${name}\n\n\`\`\`ts\n${code.trimEnd()}\n\`\`\`\n`,
  );
  return `# Sources of the last release\n\nWritten by \`npm run release\`; must compile with later versions.\n\n${blocks.join('\n')}`;
}

function readSources(text: string): readonly Source[] {
  return [...text.matchAll(/^## (.+)\n\n```ts\n([^]*?)^```$/gm)].map(
    ({ index, 1: name = '', 2: code = '' }) => ({
      name,
      code,
      line: text.slice(0, index).split('\n').length + 3,
    }),
  );
}

/** Whether there is something to compile, and the packages to compile it with. */
export const canCompile = (root: string): boolean =>
  existsSync(join(root, sourcesFile)) && existsSync(join(root, 'packages/client/dist'));

/** A breaking change for each released source that no longer compiles. */
export function sourceChanges(
  root: string,
  tsc: string = join(root, 'node_modules/typescript/bin/tsc'),
): readonly Change[] {
  if (!canCompile(root)) return [];
  const sources = readSources(readFileSync(join(root, sourcesFile), 'utf8'));
  // Inside of the repository, so that imports find the packages.
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'released-sources-'));
  try {
    // A declaration of nothing makes each file a module, where names of other files do not count.
    for (const [index, { code }] of sources.entries())
      writeFileSync(join(folder, `s${index}.ts`), `${code}\nexport {};\n`);
    const compilerOptions = {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    );
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const errors = compile(tsc, folder);
    return sources.flatMap((source, index) => changesOf(source, errors.get(`s${index}.ts`) ?? []));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface CompilerError {
  readonly line: number;
  readonly text: string;
}

function compile(tsc: string, folder: string): ReadonlyMap<string, readonly CompilerError[]> {
  const errors = new Map<string, CompilerError[]>();
  try {
    execFileSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    for (const [, file = '', line, text = ''] of stdout.matchAll(
      /^(s\d+\.ts)\((\d+),\d+\): error (TS.+)$/gm,
    )) {
      errors.set(file, [...(errors.get(file) ?? []), { line: Number(line), text }]);
    }
    if (errors.size === 0) throw error;
  }
  return errors;
}

function changesOf({ name, line }: Source, errors: readonly CompilerError[]): Change[] {
  const [first] = errors;
  if (!first) return [];
  return [
    {
      rule: 'source-incompatible',
      effect: 'breaking',
      breaks: ['source'],
      needsApproval: true,
      pointer: '',
      location: { file: sourcesFile, line: line + first.line - 1 },
      operations: [],
      generation: 'none',
      provenance: 'documented',
      message: `${name} of the last release no longer compiles: ${first.text}`,
      migration: 'Change the program as the compiler says.',
      fingerprint: createHash('sha256')
        .update(JSON.stringify([name, first.text]))
        .digest('hex')
        .slice(0, 16),
      seenBy: ['compiler'],
    },
  ];
}

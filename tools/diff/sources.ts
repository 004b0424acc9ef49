/** Source compatibility: the samples and README blocks of the last release must compile with the packages of now. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf } from './compare.ts';
import type { Change } from './model.ts';

/** The sources of the last release, a block of Markdown for each. */
export const sourcesFile = 'openapi/released/sources.md';

/**
 * Returns what a release stores in {@link sourcesFile}: TypeScript samples, and README blocks that import a package.
 */
export function sourcesOf(root: string): string {
  const filesOf = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .map((file) => [file.replaceAll(sep, '/'), readFileSync(join(root, file), 'utf8')] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const samples = filesOf('openapi/samples/*/*.ts');
  const readmes = filesOf('packages/{client,types}/README.md').flatMap(([file, text]) =>
    [...text.matchAll(/^```ts\n([^]*?)^```$/gm)]
      .map(([, code = ''], index) => [`${file}, block ${index + 1}`, code] as const)
      .filter(([, code]) => {
        const imported = [...code.matchAll(/from '@agent-conversation\/(\w+)/g)];
        return imported.length > 0 && imported.every(([, it]) => it === 'client' || it === 'types');
      }),
  );
  const blocks = [...samples, ...readmes].map(
    ([name, code]) => `## ${name}\n\n\`\`\`ts\n${code.trimEnd()}\n\`\`\`\n`,
  );
  const title = '# Sources of the last release';
  const origin = 'Written by `npm run release`; must compile with later versions.';
  return `${title}\n\n${origin}\n\n${blocks.join('\n')}`;
}

/** Whether there is something to compile, and the packages to compile it with. */
export const canCompile = (root: string): boolean =>
  existsSync(join(root, sourcesFile)) && existsSync(join(root, 'packages/client/dist'));

/** Returns a breaking change for each released source that no longer compiles. */
export function sourceChanges(root: string): readonly Change[] {
  if (!canCompile(root)) return [];
  const text = readFileSync(join(root, sourcesFile), 'utf8');
  const sources = [...text.matchAll(/^## (.+)\n\n```ts\n([^]*?)^```$/gm)];
  const code = sources.map(([, , it = '']) => it);
  const errors = compile(code, root);
  return sources.flatMap(({ index, 1: name = '' }, at): Change[] => {
    const [, , line, error] = errors.find(([, it]) => Number(it) === at) ?? [];
    if (error === undefined) return [];
    const before = text.slice(0, index).split('\n').length + 2;
    return [
      {
        rule: 'source-incompatible',
        effect: 'breaking',
        breaks: ['source'],
        needsApproval: true,
        pointer: '',
        location: { file: sourcesFile, line: before + Number(line) },
        operations: [],
        generation: 'none',
        provenance: 'documented',
        message: `${name} of the last release no longer compiles: ${error}`,
        migration: 'Change the program as the compiler says.',
        fingerprint: fingerprintOf([name, error]),
        evidence: undefined,
      },
    ];
  });
}

/** Compiles sources. Returns the index, line and text of each error. */
function compile(sources: readonly string[], root: string) {
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
    const tsc = new URL('../../node_modules/typescript/bin/tsc', import.meta.url);
    const args = [fileURLToPath(tsc), ...options.split(' '), ...files];
    const result = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const { status, stdout, stderr } = result;
    const errors = [...stdout.matchAll(/^s(\d+)\.ts\((\d+),\d+\): error (TS.+)$/gm)];
    if (status !== 0 && errors.length === 0) throw new Error(`tsc failed: ${stdout}${stderr}`);
    return errors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

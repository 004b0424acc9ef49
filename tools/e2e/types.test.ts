/**
 * The types of the client, as projects have them that install its tarball: a program that reads each property of each
 * response through each entry, with every version of TypeScript.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { compileProject, type CompilerVersion } from './code/compile.ts';
import { installPacked } from './install.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '../..');
const dependencies = [
  '@agent-conversation/client',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@types/node',
  '@types/react',
  'openapi-react-query',
  'react',
];

let project: string;
beforeAll(async () => {
  project = await installPacked(
    inject('workspace'),
    inject('tarballs'),
    dependencies,
  );
  const script = join(root, 'packages/client/test/consumer.ts');
  const { code, stdout, stderr } = await run(process.execPath, [script], {
    cwd: root,
  });
  if (code !== 0) throw new Error(`The program could not be made:\n${stderr}`);
  writeFileSync(join(project, 'consumer.ts'), stdout);
});

const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };
const bundler = { module: 'esnext', moduleResolution: 'bundler' };
/** Without the types of a browser. */
const node = { ...nodenext, lib: ['es2023'], types: ['node'] };

test.each<{
  compiler: CompilerVersion;
  options: typeof nodenext | typeof node;
}>([
  { compiler: '5.4', options: nodenext },
  { compiler: '5.5', options: bundler },
  { compiler: '5.9', options: nodenext },
  { compiler: '5.9', options: node },
  { compiler: '6.0', options: bundler },
  { compiler: '7.0', options: nodenext },
  { compiler: '7.0', options: bundler },
])(
  'compiles with TypeScript $compiler, $options.moduleResolution',
  async ({ compiler, options }) => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable'],
      types: [],
      noEmit: true,
      skipLibCheck: true,
      noPropertyAccessFromIndexSignature: true,
      ...options,
    };
    const config = { compilerOptions, files: ['consumer.ts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    expect(await compileProject(compiler, '.', project)).toBe('');
  },
);

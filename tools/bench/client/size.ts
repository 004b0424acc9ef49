import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { instrumentsFolder } from '../instruments.ts';
import { run } from '../processes.ts';
import { sizeProgram } from './prepare.ts';

/** The size of a program with all that it imports, in bytes. */
export interface Size {
  readonly minified: number;
  readonly gzip: number;
}

const esbuild = join(instrumentsFolder, 'node_modules/esbuild/bin/esbuild');

/** Where the bundle of a folder of programs goes. */
export function bundleOf(folder: string): string {
  return join(folder, 'bundle.js');
}

/**
 * Bundles the program of a folder as for a browser.
 *
 * @throws {Error} when it cannot be bundled
 */
export async function bundle(folder: string): Promise<Size> {
  const file = bundleOf(folder);
  await run('esbuild', [
    esbuild,
    join(folder, sizeProgram),
    `--outfile=${file}`,
    '--bundle',
    '--minify',
    '--format=esm',
    '--platform=browser',
    '--target=es2022',
    '--tree-shaking=true',
  ]);
  const code = await readFile(file);
  return { minified: code.length, gzip: gzipSync(code, { level: 9 }).length };
}

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peersFolder } from '../peers.ts';
import { run } from '../processes.ts';
import type { Subject } from './subjects.ts';

/** The program that is measured for its size and its speed. */
export const sizeProgram = 'pause-and-search.ts';
/** The program that is measured for what it costs to check its types. */
export const typesProgram = 'nine-calls.ts';

const programs = fileURLToPath(new URL('programs/', import.meta.url));
/** Theirs, so that nobody checks them but the bench, which has what they import. */
const suffix = '.txt';

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  allowImportingTsExtensions: true,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/**
 * Lays out the programs of a subject among the peers, whose packages they import, with the code that the
 * subject generates.
 *
 * @returns the folder
 * @throws {Error} when the generator fails
 */
export async function prepare({ id, generator }: Subject): Promise<string> {
  const folder = await layOut(id);
  const source = join(programs, id);
  for (const name of await readdir(source)) {
    await writeFile(
      join(folder, name.slice(0, -suffix.length)),
      await readFile(join(source, name)),
    );
  }
  if (generator) {
    const env = { ...process.env, DO_NOT_TRACK: '1' };
    await run(`The generator of ${id}`, generator, { cwd: peersFolder, env });
  }
  return folder;
}

/**
 * Lays out a program with nothing in it: what it costs, any program costs.
 *
 * @returns the folder
 */
export async function prepareFloor(): Promise<string> {
  const folder = await layOut('floor');
  await writeFile(join(folder, typesProgram), 'export {};\n');
  return folder;
}

async function layOut(name: string): Promise<string> {
  const folder = join(peersFolder, 'generated', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const config = { compilerOptions, files: [typesProgram] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config, null, 2));
  return folder;
}

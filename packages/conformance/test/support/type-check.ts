/** Programs that are made of code from elsewhere, and compiled with tsc. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages of this repository are found from here; git and other tools ignore it. */
const parent = fileURLToPath(new URL('../../generated/', import.meta.url));

/** Writes the files of a program, and returns its folder. */
export function writeProgram(
  name: string,
  files: Readonly<Record<string, string>>,
): string {
  const folder = join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, code] of Object.entries(files))
    writeFileSync(join(folder, file), code);
  return folder;
}

/** Compiles a program, and returns what tsc reports. */
export function typeErrors(
  name: string,
  files: Readonly<Record<string, string>>,
  compilerOptions: object,
): string {
  const config = {
    extends: '../../../../tsconfig.json',
    compilerOptions,
    include: ['*.ts'],
    exclude: [],
  };
  const folder = writeProgram(name, {
    ...files,
    'tsconfig.json': JSON.stringify(config),
  });
  const limits = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout, error } = spawnSync('tsc', ['-p', folder], {
    encoding: 'utf8',
    ...limits,
  });
  if (error) throw error;
  return stdout;
}

/** Compiles programs with the versions of TypeScript that the packages support. */
import { join } from 'node:path';
import { peer } from '../install.ts';
import { run } from '../run.ts';

const root = join(import.meta.dirname, '../../..');

/** The oldest TypeScript that the packages support, later ones, and that of the repository, the newest. */
const compilers = {
  '5.4': peer('typescript-5.4/bin/tsc'),
  '5.5': peer('typescript-5.5/bin/tsc'),
  '5.9': peer('typescript-5.9/bin/tsc'),
  '6.0': peer('typescript-6.0/bin/tsc'),
  '7.0': join(root, 'node_modules/typescript/bin/tsc'),
};

/** A version of TypeScript. */
export type CompilerVersion = keyof typeof compilers;

/**
 * Compiles a project.
 *
 * @param project the path of its `tsconfig.json`
 * @returns what the compiler reports
 * @throws {Error} when the compiler fails without a report
 */
export async function compileProject(
  compiler: CompilerVersion,
  project: string,
  cwd: string,
): Promise<string> {
  const args = [compilers[compiler], '-p', project];
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd });
  const report = stdout + stderr;
  if (code !== 0 && report === '')
    throw new Error(`TypeScript ${compiler} ended with ${code}`);
  return report;
}

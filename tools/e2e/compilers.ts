/** The compilers that the users of the packages have. */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Ended, run } from './run.ts';

const installed = join(import.meta.dirname, 'compilers/node_modules');

/** The versions of TypeScript that there are. */
export const compilers = ['5.4', '5.9', '6.0', '7.0'] as const;

/** A version of TypeScript. */
export type Compiler = (typeof compilers)[number];

/**
 * Checks the types of a project.
 *
 * @param config the name of its configuration
 */
export async function checkTypes(
  compiler: Compiler,
  project: string,
  config: string,
): Promise<Ended> {
  const tsc = join(installed, `typescript-${compiler}/bin/tsc`);
  // Only what is pretty names an argument that is missing. The types of Node stand apart from the project,
  // in which nothing but the packages was installed.
  const args = [tsc, '-p', config, '--pretty', '--typeRoots', join(installed, '@types')];
  const ended = await run(process.execPath, args, { cwd: project });
  return { ...ended, stdout: stripVTControlCharacters(ended.stdout) };
}

/** What a compiler says of each file, by the file's path in the project. */
export function complaintsByFile(output: string): ReadonlyMap<string, readonly string[]> {
  const complaints = new Map<string, string[]>();
  for (const complaint of output.split(/^(?=\S+:\d+:\d+ - error )/m)) {
    const file = /^(\S+):\d+:\d+ - error /.exec(complaint)?.[1];
    if (file !== undefined) complaints.set(file, [...(complaints.get(file) ?? []), complaint]);
  }
  return complaints;
}

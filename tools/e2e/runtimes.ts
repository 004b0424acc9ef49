/** The runtimes that start a program from a file, and how. */
import { join } from 'node:path';
import { type Ended, run } from './run.ts';

const installed = join(import.meta.dirname, 'runtimes/node_modules');

/** Whether the runtimes are for this system: their packages are those for Linux on x64. */
export const areForThisSystem: boolean = process.platform === 'linux' && process.arch === 'x64';

/** A runtime. */
export interface Runtime {
  readonly name: string;
  readonly program: string;
  /** What comes before the file, so that it may read variables of the environment, and no others. */
  readonly flags: (variables: readonly string[]) => readonly string[];
}

/** The runtimes, this Node among them. */
export const runtimes: readonly Runtime[] = [
  { name: 'Node 22', program: join(installed, 'node22/bin/node'), flags: () => [] },
  {
    name: `Node ${process.versions.node.split('.')[0]}`,
    program: process.execPath,
    flags: () => [],
  },
  { name: 'Node 26', program: join(installed, 'node26/bin/node'), flags: () => [] },
  {
    name: 'Deno',
    program: join(installed, '@deno/linux-x64-glibc/deno'),
    flags: (variables) => [
      'run',
      '--no-prompt',
      '--no-remote',
      '--allow-net=127.0.0.1',
      ...(variables.length > 0 ? [`--allow-env=${variables.join()}`] : []),
    ],
  },
  {
    name: 'Bun',
    program: join(installed, '@oven/bun-linux-x64-baseline/bin/bun'),
    flags: () => ['--no-install'],
  },
];

/** The runtime of Cloudflare's workers, which starts no program from a file. */
export const workerd: string = join(installed, '@cloudflare/workerd-linux-64/bin/workerd');

/**
 * Runs a file of a project.
 *
 * @param args the file, and what it is given
 * @param variables what the environment tells it
 */
export async function runIn(
  { program, flags }: Runtime,
  project: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return run(program, [...flags(Object.keys(variables)), ...args], {
    cwd: project,
    // Deno shall neither look for a newer one, nor leave anything behind.
    env: { ...variables, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(project, '.deno') },
  });
}

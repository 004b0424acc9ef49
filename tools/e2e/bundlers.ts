/** The bundlers, called as from a shell. */
import { join } from 'node:path';
import { run } from './run.ts';

const installed = join(import.meta.dirname, 'bundlers/node_modules');

/**
 * Bundles a file of a project with esbuild.
 *
 * @throws {Error} when it fails, or warns of something
 */
export async function esbuild(project: string, args: readonly string[]): Promise<void> {
  const program = join(installed, 'esbuild/bin/esbuild');
  await bundle(project, [program, '--bundle', '--format=esm', '--log-level=warning', ...args]);
}

/**
 * Builds a project with Vite, into its folder `dist`.
 *
 * @throws {Error} when it fails, or warns of something
 */
export async function vite(project: string): Promise<void> {
  await bundle(project, [join(installed, 'vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
}

async function bundle(cwd: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd });
  if (code === 0 && !stdout && !stderr) return;
  throw new Error(`${args[0]} ended with ${code}:\n${stdout}\n${stderr}`);
}

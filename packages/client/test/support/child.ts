import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();

/** What a program is run with. */
export interface Run {
  readonly args?: readonly string[];
  /** Options of Node. */
  readonly flags?: readonly string[];
  /** What its environment has besides ours. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program of `test/programs` in a process of its own, until it ends by itself.
 *
 * @returns the JSON that it prints
 * @throws {Error} when it fails, or complains of anything
 */
export async function run(
  program: string,
  { args = [], flags = [], env = {} }: Run = {},
): Promise<unknown> {
  const path = fileURLToPath(new URL(`../programs/${program}`, import.meta.url));
  // Node warns of these two together.
  const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = process.env;
  const child = spawn(process.execPath, [...flags, path, ...args], {
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  running.delete(child);
  if (code === 0 && complaint === '') return JSON.parse(output);
  throw new Error(`${program} ended with the code ${code}.\n${output}${complaint}`);
}

/** Ends every program that is still running. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

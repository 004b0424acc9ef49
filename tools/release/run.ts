/** Runs other programs: npm, git, turbo, changesets, prettier. */
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import {
  type Ended,
  repository,
  runProgram,
  turbo,
} from '@agent-conversation/shared/process';
import { createRedactor } from '@agent-conversation/contract';

/** Aborted when the process is asked to end: running programs are ended, and no other is started. */
export const stop = new AbortController();
const { signal } = stop;

/** Runs a program and returns what it writes to stdout. @throws {CommandError} with its output, without secrets */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<string> {
  // The level is also for `npm run --silent`, which would leave nothing to report.
  const env = { NO_COLOR: '1', npm_config_loglevel: 'error' };
  const ended = await runProgram(program, args, { cwd, env, signal });
  return stdoutOf(`${program} ${args[0]}`, ended);
}

/** Runs a task of turbo in workspaces of this repository, or of a copy, which shares its cache. */
export async function runTask(
  root: string,
  task: string,
  folders: readonly string[],
): Promise<void> {
  const filters = folders.map((folder) => `--filter=./${folder}`);
  const env = { TURBO_CACHE_DIR: join(repository, '.turbo/cache') };
  const ended = await turbo([task, ...filters], { cwd: root, env, signal });
  stdoutOf(`turbo run ${task}`, ended);
}

function stdoutOf(command: string, { ok, stdout, output }: Ended): string {
  signal.throwIfAborted();
  if (ok) return stdout.trim();
  throw new CommandError(`${command} failed: ${redact(output)}`);
}

/** Replaces the values of environment variables that are named like a secret. npm and git hide what they read. */
export function redact(text: string, environment = process.env): string {
  const names = Object.keys(environment).filter((name) =>
    /token|auth(?!or(?!iz))|password|secret/i.test(name),
  );
  return createRedactor(names.map((name) => environment[name] ?? ''))(text);
}

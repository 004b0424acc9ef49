/** Runs other programs: npm, git, turbo, changesets, prettier. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import {
  type Ended,
  repository,
  runProgram,
  turbo,
} from '@agent-conversation/shared/process';

/** Aborted when the process is asked to end: running programs are ended, and no other is started. */
export const stop = new AbortController();

/** Runs a program and returns what it writes to stdout. @throws {CommandError} with its output, without secrets */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  extra: NodeJS.ProcessEnv = {},
): Promise<string> {
  stop.signal.throwIfAborted();
  // The level is also for `npm run --silent`, which would leave nothing to report.
  const env = { NO_COLOR: '1', npm_config_loglevel: 'error', ...extra };
  const ended = await runProgram(program, args, {
    cwd,
    env,
    signal: stop.signal,
  });
  return stdoutOf(`${program} ${args[0]}`, ended);
}

/** What a review of the contract needs: the bundle, and the client that the released sources are compiled with. */
export const reviewedPackages: readonly string[] = [
  'openapi',
  'packages/client',
];

/** Builds workspaces and what they depend on, without files that an earlier build has left. */
export async function build(
  root: string,
  folders: readonly string[],
): Promise<void> {
  // Turbo adds the files that it restores to those that are there.
  for (const folder of folders)
    rmSync(join(root, folder, 'dist'), { recursive: true, force: true });
  const filters = folders.map((folder) => `--filter=./${folder}`);
  stdoutOf('turbo run build', await turboIn(root, ['build', ...filters]));
}

/** Builds the docs in a copy, and records the addresses of their pages. */
export async function recordDocs(root: string): Promise<void> {
  stdoutOf(
    'turbo run record',
    await turboIn(root, ['record', '--filter=./packages/docs']),
  );
}

function turboIn(root: string, args: readonly string[]): Promise<Ended> {
  // Copies of this repository share the cache.
  const env = { TURBO_CACHE_DIR: join(repository, '.turbo/cache') };
  return turbo(args, { cwd: root, env, signal: stop.signal });
}

function stdoutOf(command: string, { ok, stdout, output }: Ended): string {
  stop.signal.throwIfAborted();
  if (ok) return stdout.trim();
  const lastLines = redact(output).split('\n').slice(-40);
  throw new CommandError(`${command} failed: ${lastLines.join('\n')}`);
}

const secrets = [
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /(?<=(?:_authToken|_auth|_password)"?\s*[=:]\s*"?)[^\s"]+/g,
  /(?<=\b(?:Bearer|Basic)\s+)\S+/gi,
  // User information in a URL (RFC 3986, section 3.2.1).
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
];

/** Replaces tokens, passwords, and the values of environment variables that are named like one. */
export function redact(
  text: string,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const values = [];
  for (const [name, value = ''] of Object.entries(environment)) {
    const isSecret = /token|auth(?!or(?!iz))|password|secret/i.test(name);
    if (isSecret && value.length > 7) values.push(value);
  }
  // The longest first: one may begin with another.
  const longestFirst = values.toSorted((a, b) => b.length - a.length);
  let redacted = text;
  for (const secret of [...longestFirst, ...secrets])
    redacted = redacted.replaceAll(secret, '***');
  return redacted;
}

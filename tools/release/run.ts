/** Runs other programs: npm, git, turbo, changesets, prettier. */
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { CommandError } from '@agent-conversation/cli';

/** The root of this repository. */
export const repository: string = join(import.meta.dirname, '../..');

/** Aborted when the process is asked to end: running programs are ended, and no other is started. */
export const stop = new AbortController();

/** A program failed. */
export class RunError extends CommandError {}

const noise = /complete log of this run|^> |^•|^ {3}•|^cache |^ *(Tasks|Cached|Time|Failed):/;

const settings = {
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  // Also below `npm run --silent`, which would leave nothing to report.
  npm_config_loglevel: 'error',
  // Copies of this repository share it.
  TURBO_CACHE_DIR: join(repository, '.turbo/cache'),
};

/**
 * Runs a program with the bins of this repository on the PATH.
 *
 * @returns what it writes to stdout
 * @throws {RunError} with its output, without secrets
 */
export async function run(
  cwd: string,
  program: string,
  ...args: readonly string[]
): Promise<string> {
  stop.signal.throwIfAborted();
  const PATH = [join(repository, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd,
      env: { ...process.env, ...settings, PATH },
      maxBuffer: 2 ** 28,
      // npm installs scripts for Windows that only a shell can start.
      shell: process.platform === 'win32',
      signal: stop.signal,
    });
    return stdout.trim();
  } catch (error) {
    stop.signal.throwIfAborted();
    const { stderr = '', stdout = '', message } = error as Error & Record<string, string>;
    const lines = redact(stripVTControlCharacters(stderr + stdout))
      .split('\n')
      .filter((line) => line.trim() !== '' && !noise.test(line))
      .map((line) => line.replace(/^npm error ?/, ''));
    const command = [program, ...args].slice(0, 2).join(' ');
    throw new RunError(
      `${command} failed: ${lines.slice(-40).join('\n') || redact(message ?? '')}`,
    );
  }
}

/** Builds workspaces and what they depend on. */
export async function build(root: string, folders: readonly string[]): Promise<void> {
  const filters = folders.map((folder) => `--filter=./${folder}`);
  const options = ['--output-logs=errors-only', '--log-prefix=none'];
  await run(root, 'turbo', 'run', 'build', ...filters, ...options);
}

const secrets = [
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /(?<=(?:_authToken|_auth|_password)"?\s*[=:]\s*"?)[^\s"]+/g,
  /(?<=\b(?:Bearer|Basic)\s+)\S+/gi,
  // User information in a URL (RFC 3986, section 3.2.1).
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
];

/** Replaces tokens, passwords, and the values of environment variables that are named like one. */
export function redact(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    /token|auth(?!or(?!iz))|password|secret/i.test(name) && value && value.length > 7 ? value : [],
  );
  // The longest first: one may begin with another.
  const hidden = [...values.toSorted((a, b) => b.length - a.length), ...secrets];
  return hidden.reduce<string>((rest, secret) => rest.replaceAll(secret, '***'), text);
}

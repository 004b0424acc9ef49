import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { failure } from './failure.ts';
import { interruption } from './interruption.ts';

const isWindows = process.platform === 'win32';

/** How a command ended. */
export interface Ended {
  readonly passed: boolean;
  /** Without colours. */
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in a repository, as `npm run` does: with the programs of its packages on the path. When the
 * program is ended, the command is ended with all that it has started.
 *
 * @param root the root of the repository, where the command runs
 * @throws {ReleaseError} when the program is ended
 */
export async function run(
  root: string,
  [command, ...args]: readonly [string, ...string[]],
): Promise<Ended> {
  const { signal } = interruption;
  signal.throwIfAborted();
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what it has started ends with it.
    detached: !isWindows,
    // What npm installs for Windows needs one.
    shell: isWindows,
    env: {
      ...process.env,
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    },
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const end = () => (isWindows ? child.kill() : process.kill(-child.pid!, 'SIGKILL'));
  signal.addEventListener('abort', end);
  try {
    await once(child, 'close');
  } finally {
    signal.removeEventListener('abort', end);
  }
  signal.throwIfAborted();
  return {
    passed: child.exitCode === 0,
    stdout: stripVTControlCharacters(output.stdout),
    stderr: stripVTControlCharacters(output.stderr),
  };
}

/**
 * Runs a command that has to pass.
 *
 * @param what is not done when it does not, as in "The docs are not built"
 * @returns what it wrote on stdout
 * @throws {ReleaseError} with what it says, when it fails
 */
export async function mustRun(
  root: string,
  what: string,
  command: readonly [string, ...string[]],
): Promise<string> {
  const { passed, stdout, stderr } = await run(root, command);
  if (passed) return stdout;
  throw failure(`${what} (${command.join(' ')})`, stderr + stdout);
}

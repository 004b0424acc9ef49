import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** How a command ended. */
export interface Ended {
  readonly passed: boolean;
  /** What it ended with; null where it was ended. */
  readonly code: number | null;
  /** Everything that it wrote, without colours. */
  readonly output: string;
}

/** After this many milliseconds a command is taken to hang, and ended. */
const deadline = 240_000;

/**
 * Runs a command in a copy of the repository, as `npm run` does, and ends it with all that it has started
 * when the signal comes.
 *
 * @param folder where it runs, from the root of the copy
 * @param environment what it gets besides that of this process
 * @throws the signal's reason, when it came
 */
export async function runCommand(
  root: string,
  folder: string,
  [command, ...args]: readonly [string, ...string[]],
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  signal.throwIfAborted();
  const child = spawn(command, args, {
    cwd: join(root, folder),
    // A group of its own, so that what it has started ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // A gate writes no snapshot that is missing, and takes no test that was singled out.
      CI: 'true',
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const end = () => {
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const timer = setTimeout(() => {
    output += `\nended after ${deadline / 1000} s, as it did not end by itself\n`;
    end();
  }, deadline);
  signal.addEventListener('abort', end);
  try {
    await once(child, 'close');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
  signal.throwIfAborted();
  return {
    passed: child.exitCode === 0,
    code: child.exitCode,
    output: stripVTControlCharacters(output),
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

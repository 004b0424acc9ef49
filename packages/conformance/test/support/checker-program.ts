import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** The key that the checker is given, which nobody but the server may see. */
export const checkerKey = 'key-of-the-checker-7f3a';

/** What a run of the checker has left. */
export interface Checked {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The checker while it runs. */
export interface RunningChecker {
  readonly child: ChildProcess;
  /** Waits until it has ended. */
  readonly ended: Promise<Checked>;
}

/**
 * Starts the program, with the key in its environment.
 *
 * @param env other variables; undefined takes one away
 */
export function startChecker(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): RunningChecker {
  const { FORCE_COLOR: _, ...rest } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...rest, AGENT_CONVERSATION_API_KEY: checkerKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  }
  const ended = once(child, 'close').then(([code]) => {
    // Whatever a test is about: nobody may see the key.
    if (`${texts.stdout}${texts.stderr}`.includes(checkerKey)) throw new Error('The key was shown');
    return { code: code as number | null, ...texts };
  });
  return { child, ended };
}

/** Runs the program to its end. */
export async function runChecker(
  args: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): Promise<Checked> {
  return startChecker(args, env).ended;
}

/** The arguments of the first command line that a report gives to make a check again that has failed. */
export function againArguments(stdout: string): string[] {
  const [, line] = /✗ [^]*?again: +npx agent-conversation-conformance (.*)/.exec(stdout) ?? [];
  if (line === undefined) throw new Error(`There is no line to make a check again:\n${stdout}`);
  return line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
}

import { CommandError } from '@agent-conversation/cli';
import type { Installed } from '../install/cache.ts';
import { provide } from '../install/install.ts';
import { watchNpm } from '../processes/ancestors.ts';
import { EndedBySignal, Progress } from '../processes/progress.ts';
import { openRun, type Run } from '../processes/run.ts';

/** What the commands for an edition have in common. */
export interface EditionOptions {
  /** A version of the package, or `latest`. */
  readonly edition: string;
  /** The folder of installed editions. */
  readonly cache: string;
  /** The Python to install with. */
  readonly python?: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Installs an edition if need be, and does something with it. Whichever way that ends, nothing of it runs on.
 *
 * @throws {CommandError} on systems that cannot run the service
 */
export async function withEdition<Result>(
  options: EditionOptions,
  use: (run: Run, installed: Installed) => Promise<Result>,
): Promise<Result> {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new CommandError(
      'Editions of the service run on Linux and macOS only.',
    );
  }
  const stop = new AbortController();
  // Said when all of it is done.
  let done =
    'nothing of it runs, and what was begun of the installation is removed';
  const endBy = (reason: string) =>
    stop.abort(new EndedBySignal(`Ended by ${reason}: ${done}.`));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, endBy);
  const endWatch = watchNpm(() => endBy('the end of npm'));
  try {
    await using run = openRun(new Progress(options.err), stop.signal);
    const installed = await provide(run, { ...options, env: process.env });
    done = 'the service and its sandboxes are stopped';
    return await use(run, installed);
  } finally {
    endWatch();
    for (const signal of signals) process.off(signal, endBy);
  }
}

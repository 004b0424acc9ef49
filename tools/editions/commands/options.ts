import { CommandError } from '@agent-conversation/cli';
import type { Installed } from '../install/cache.ts';
import { type InstallOptions, provide } from '../install/install.ts';
import { EndedBySignal, Run } from '../processes/run.ts';

/** What the commands for an edition have in common. */
export interface EditionOptions extends InstallOptions {
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
  const npm = process.ppid;
  const watch = setInterval(() => {
    // Started by hand, it may well outlive its parent, as with `nohup`.
    const isStartedByNpm = process.env['npm_lifecycle_event'] !== undefined;
    if (isStartedByNpm && process.ppid !== npm) endBy('the end of npm');
  }, 1000);
  watch.unref();
  try {
    await using run = new Run(options.err, stop.signal);
    const installed = await provide(run, options);
    done = 'the service and its sandboxes are stopped';
    return await use(run, installed);
  } finally {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, endBy);
  }
}

/** The program. */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CommandError, runCommand } from '@agent-conversation/cli';
import { type CliOptions, exposureWarning, mockCommand } from './command.ts';
import { createLog, type LogForm } from './log.ts';
import { assembleMock } from './mock.ts';
import { createRecorder, type Recorder } from './modes/recorder.ts';
import { UnfitStateError } from './simulation.ts';
import { openStateFile } from './state/state-file.ts';

// The mock runs beside editors, browsers and builds: it returns memory early, which costs nothing that can be
// measured. With its defaults, Node takes more than twice as much under load.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=20');

process.exitCode = await runCommand(mockCommand(start), process.argv.slice(2));

async function start(command: CliOptions): Promise<number> {
  const { port, log: form, stateFile, record, mock: options } = command;
  const log = form && createLog(process.stdout, form);
  const logged = { ...options, ...(log && { onExchange: log.print }) };
  let recorder: Recorder | undefined;
  try {
    const storage =
      stateFile === undefined ? undefined : openStateFile(stateFile);
    recorder =
      record === undefined
        ? undefined
        : createRecorder(record, options.keyHeaders);
    const observe = recorder?.observe;
    const { mock, seed } = assembleMock(logged, { storage, observe });
    const { url, close } = await mock.listen({ port });
    const warning = exposureWarning(options);
    if (warning !== undefined) console.error(warning);
    returnMemory();
    endOnSignals(async () => {
      await close();
      storage?.close();
      recorder?.close();
      log?.flush();
    });
    announce(url, seed, form);
    return 0;
  } catch (error) {
    // So that the next attempt finds no file there.
    recorder?.discard();
    throw startError(error as Error, command);
  }
}

/** Ends the program after a signal, once what closes the mock is done. */
function endOnSignals(closeAll: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      await closeAll();
      // Exits once the log is written. Responses that were cut off can take long.
      process.stdout.write('', () => process.exit());
    });
  }
}

/** Writes where the mock listens. */
function announce(url: string, seed: string, form: LogForm | undefined): void {
  // A reader of the first lines only, such as `head`, does not stop the mock.
  process.stdout.removeAllListeners('error').on('error', () => {});
  if (form === 'json') {
    console.log(JSON.stringify({ url, seed }));
  } else {
    console.log(
      `The mock listens on ${url}, with the seed ${seed}. Stop it with Ctrl-C.`,
    );
  }
}

/** Returns what the program says about a start that failed. */
function startError(
  error: NodeJS.ErrnoException,
  command: CliOptions,
): CommandError {
  const { port, stateFile, mock } = command;
  const { code, message } = error;
  if (error instanceof UnfitStateError && stateFile !== undefined) {
    const advice =
      'Start the mock with the options of before, or move the file away.';
    return new CommandError(
      `The state file ${stateFile} does not fit. ${message}. ${advice}`,
    );
  }
  if (code === 'EADDRINUSE') {
    const address = mock.host ?? '127.0.0.1';
    const advice = 'Stop what listens there, or choose another with --port.';
    return new CommandError(`Port ${port} of ${address} is taken. ${advice}`);
  }
  return new CommandError(message.replaceAll(/\s*\n\s*/g, ' '));
}

/**
 * Returns memory some seconds after load: Node keeps most of what it has taken once, even if the mock has nothing to
 * do. Not earlier, because this collection also discards compiled code.
 */
function returnMemory(): void {
  let resting = process.memoryUsage.rss();
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > 0.05 || process.memoryUsage.rss() < 1.4 * resting) return;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: object) => void;
    collect({ type: 'major', flavor: 'last-resort' });
    resting = process.memoryUsage.rss();
  }, 4000).unref();
}

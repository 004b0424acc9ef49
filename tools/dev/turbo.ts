import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Tasks that run. */
export interface Run {
  readonly result: Promise<{ readonly ok: boolean; readonly output: string }>;
  /** Ends them and everything that they have started. */
  stop(): void;
}

/**
 * Why tasks run. After an edit turbo caches nothing: files may change between the time when it reads them and the
 * time when a task does. In the background, tasks leave the processors to others.
 */
export type Occasion = 'start' | 'edit' | 'background';

/** Runs tasks of turbo. A task that fails holds up only those that depend on it. */
export function runTurbo(args: readonly string[], occasion: Occasion): Run {
  const always = '--continue=dependencies-successful --output-logs=errors-only --log-prefix=none';
  const child = spawn(
    'turbo',
    [
      'run',
      ...args,
      ...always.split(' '),
      ...(occasion === 'start' ? [] : ['--cache=local:r,remote:r']),
    ],
    // A group of its own, so that it can be ended with all its children.
    {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DO_NOT_TRACK: '1', npm_config_loglevel: 'silent' },
    },
  );
  if (child.pid !== undefined && occasion === 'background') setPriority(child.pid, 10);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output += text.toString()));
  }
  const result = new Promise<Awaited<Run['result']>>((resolve) => {
    child.on('error', ({ message }) =>
      resolve({ ok: false, output: `Cannot run turbo: ${message}` }),
    );
    child.on('close', (code) => resolve({ ok: code === 0, output: withoutFrame(output) }));
  });
  return {
    result,
    stop() {
      // A process that a signal has ended has no exit code.
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch (error) {
        // It may end at this very moment.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
  };
}

/** What tasks have printed, without what turbo prints around it. */
export function withoutFrame(output: string): string {
  const frame =
    /^( {3}• |cache (hit|miss), |\s*(Tasks|Cached|Time|Failed): |.*\b(WARNING|ERROR) +(command|run) )/;
  const lines = output.split('\n').filter((line) => !frame.test(line));
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

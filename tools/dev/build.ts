import { type ChildProcess, spawn } from 'node:child_process';

/** How a build went. */
export interface BuildResult {
  readonly ok: boolean;
  /** What the build printed. */
  readonly output: string;
}

/** A build that runs. */
export interface Build {
  readonly result: Promise<BuildResult>;
  /** Ends the build and everything that it has started. */
  stop(): void;
}

const root = new URL('../../', import.meta.url);

/**
 * Builds everything that is out of date and lints the contract. What does not depend on a broken part
 * is built all the same.
 *
 * @param keep whether turbo keeps in its cache what is built. It takes what stands in the files when a task begins
 * for what stood there when the run began: whoever edits meanwhile would find the wrong things kept.
 */
export function startBuild(keep: boolean): Build {
  const child = spawn(
    'turbo',
    [
      'run',
      'build',
      'lint:source',
      'lint:bundle',
      '--continue=dependencies-successful',
      '--output-logs=errors-only',
      '--log-prefix=none',
      ...(keep ? [] : ['--no-cache']),
    ],
    // A group of its own, so that it can be ended with all its children.
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DO_NOT_TRACK: '1', npm_config_loglevel: 'silent' },
    },
  );
  return { result: watch(child), stop: () => stop(child) };
}

function watch(child: ChildProcess): Promise<BuildResult> {
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text));
  child.stderr?.on('data', (text: Buffer) => (output += text));
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ ok: false, output: `Cannot run turbo: ${error.message}` }),
    );
    child.on('close', (code) => resolve({ ok: code === 0, output: withoutFrame(output) }));
  });
}

/** What the tasks have printed, without what turbo says of itself around it. */
export function withoutFrame(output: string): string {
  const frame =
    /^( {3}• |cache (hit|miss), |\s*(Tasks|Cached|Time|Failed): |.*\b(WARNING|ERROR) +(command|run) )/;
  return output
    .split('\n')
    .filter((line) => !frame.test(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function stop(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, 'SIGTERM');
}

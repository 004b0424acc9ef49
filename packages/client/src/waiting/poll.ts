import type { ErrorContext, Waiting } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { readDuration } from '../transport/options.ts';
import type { CallOptions } from '../transport/options.ts';
import { pause, withTimeout } from '../transport/timeout.ts';

/** What a poll has seen. */
export interface WaitProgress {
  /** Status of the sandbox; undefined while it is not known. */
  readonly status: string | undefined;
  /** How long the wait has lasted, in milliseconds. */
  readonly elapsedInMs: number;
}

/** How to wait. */
export interface WaitOptions {
  /** Ends the wait when it is aborted; it then throws an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How long to wait at most, in milliseconds.
   *
   * @default 300000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long to pause between two polls, in milliseconds.
   *
   * @default 1000
   */
  readonly pollIntervalInMs?: number | undefined;
  /** Is called with what was seen, after each poll. */
  readonly onProgress?: ((progress: WaitProgress) => void) | undefined;
  /**
   * How long the sandbox may stay in a status that only a call leads out of, as `PAUSED` on the way to
   * `RUNNING`, in milliseconds: the status follows a call with some delay. Then the wait ends with a
   * `WaitError`.
   *
   * @default 60000
   */
  readonly graceInMs?: number | undefined;
  /**
   * Whether to wait on for `RUNNING` while the sandbox is in `ERROR`: it may recover by itself, and after
   * `resume` it may be in `ERROR` for a moment. Otherwise the wait ends at once with a `WaitError`.
   *
   * @default false
   */
  readonly waitThroughError?: boolean | undefined;
}

/** What was seen in a poll. */
export interface Look<T> {
  readonly status: string | undefined;
  /** What was waited for; undefined while it is not there. */
  readonly found?: T | undefined;
}

/**
 * Polls until what is waited for is there.
 *
 * @param operation the one that errors name
 * @param waiting returns what the wait is for, and what was seen last
 * @param look polls once; it throws when what is waited for cannot come
 * @throws {TimeoutError} when it has not come in time
 * @throws {AbortedError} when the caller's signal is aborted
 */
export async function poll<T>(
  operation: Operation,
  options: WaitOptions,
  waiting: () => Waiting,
  look: (options: CallOptions, context: ErrorContext) => Promise<Look<T>>,
): Promise<T> {
  const { signal, onProgress } = options;
  const timeoutInMs = readDuration('timeoutInMs', options.timeoutInMs ?? 300_000);
  const interval = readDuration('pollIntervalInMs', options.pollIntervalInMs ?? 1_000);
  const began = performance.now();
  const elapsed = () => performance.now() - began;

  for (let attempts = 1; ; attempts++) {
    const context = { operation, attempts, waiting };
    const left = timeoutInMs - elapsed();
    const limits = { signal, timeoutInMs: left, scope: 'wait', scopeInMs: timeoutInMs } as const;
    const { status, found } = await withTimeout(limits, context, (ended) =>
      look({ signal: ended }, context),
    );
    onProgress?.({ status, elapsedInMs: elapsed() });
    if (found !== undefined) return found;
    await pause(Math.min(interval, Math.max(0, timeoutInMs - elapsed())), signal, context);
  }
}

/** Polling, until what is waited for is there or the time is over. */
import type { ErrorContext, Operation } from './operation.ts';
import { validate } from './transport/config.ts';
import type { CallOptions } from './transport/options.ts';
import { deadlineOf, pause, withTimeout } from './transport/timeout.ts';

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
   * @default 300000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long to pause between two polls, in milliseconds.
   * @default 1000
   */
  readonly pollIntervalInMs?: number | undefined;
  /** Is called with what was seen, after each poll. */
  readonly onProgress?: ((progress: WaitProgress) => void) | undefined;
  /**
   * How long the sandbox may stay in a status that only a call leads out of, as `PAUSED` on the way to
   * `RUNNING`, in milliseconds: the status follows a call with some delay. Then the wait ends with a
   * `WaitError`.
   * @default 60000
   */
  readonly graceInMs?: number | undefined;
  /**
   * Whether to wait on for `RUNNING` while the sandbox is in `ERROR`: it may recover by itself, and after
   * `resume` it may be in `ERROR` for a moment. Otherwise the wait ends at once with a `WaitError`.
   * @default false
   */
  readonly waitThroughError?: boolean | undefined;
}

/** Polls until `look` finds what is waited for, or throws. What it sees last it writes into the context. */
export async function poll<T>(
  operation: Operation,
  state: string,
  options: WaitOptions,
  look: (
    options: CallOptions,
    context: ErrorContext,
  ) => Promise<{ status?: string | undefined; found?: T | undefined }>,
): Promise<T> {
  const { signal, onProgress, timeoutInMs = 300_000, pollIntervalInMs = 1_000 } = validate(options);
  const context: ErrorContext = { operation, signal, attempts: 0, state };
  const began = performance.now();
  const deadline = deadlineOf('wait', timeoutInMs);

  for (;;) {
    context.attempts++;
    const seen = await withTimeout(deadline, context, (ended) => look({ signal: ended }, context));
    onProgress?.({ status: seen.status, elapsedInMs: performance.now() - began });
    if (seen.found !== undefined) return seen.found;
    await pause(Math.min(pollIntervalInMs, deadline.end - performance.now()), context);
  }
}

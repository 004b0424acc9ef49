import type { ErrorContext } from '../errors/client-error.ts';
import { isTimeoutError, TimeoutError } from '../errors/timeout-error.ts';
import type { Operation } from '../operation.ts';
import { type CallOptions, readDuration } from '../options.ts';
import { pause } from '../within.ts';
import type { WaitOptions } from './wait-options.ts';

/** What a look has seen. */
export interface Look<T> {
  readonly status: string | undefined;
  /** What was waited for; undefined when it is not there yet. */
  readonly found?: T | undefined;
}

/**
 * Looks again and again, until what is waited for is there.
 *
 * @param operation the one that errors name
 * @param look takes a look; it throws when what is waited for cannot come
 * @throws {TimeoutError} when it has not come in time
 * @throws {AbortedError} when the caller's signal is aborted
 */
export async function poll<T>(
  operation: Operation,
  options: WaitOptions,
  look: (options: CallOptions, context: ErrorContext) => Promise<Look<T>>,
): Promise<T> {
  const { signal, onProgress } = options;
  const timeoutInMs = readDuration('timeoutInMs', options.timeoutInMs ?? 300_000);
  const interval = readDuration('pollIntervalInMs', options.pollIntervalInMs ?? 1_000);
  const began = performance.now();
  const elapsed = () => performance.now() - began;

  for (let attempts = 1; ; attempts++) {
    const context = { operation, attempts };
    const left = timeoutInMs - elapsed();
    const over = (cause?: unknown) => new TimeoutError('wait', timeoutInMs, context, cause);
    if (left <= 0) throw over();
    const { status, found } = await look({ signal, timeoutInMs: left }, context).catch(
      (error: unknown) => {
        // The time of the call was what was left of the wait's.
        throw isTimeoutError(error) && error.scope === 'call' ? over(error) : error;
      },
    );
    onProgress?.({ status, elapsedInMs: elapsed() });
    if (found !== undefined) return found;
    await pause(Math.min(interval, Math.max(0, timeoutInMs - elapsed())), signal, context);
  }
}

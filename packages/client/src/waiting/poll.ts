import type { ErrorContext } from '../errors/client-error.ts';
import type { Operation } from '../operation.ts';
import { readDuration } from '../transport/config.ts';
import type { CallOptions } from '../transport/options.ts';
import { pause, within } from '../transport/within.ts';
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
    const limits = { signal, timeoutInMs: left, scope: 'wait', scopeInMs: timeoutInMs } as const;
    const { status, found } = await within(limits, context, (ended) =>
      look({ signal: ended }, context),
    );
    onProgress?.({ status, elapsedInMs: elapsed() });
    if (found !== undefined) return found;
    await pause(Math.min(interval, Math.max(0, timeoutInMs - elapsed())), signal, context);
  }
}

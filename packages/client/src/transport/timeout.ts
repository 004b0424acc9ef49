/** The time and the caller's signal, which end an attempt, a pause or a wait. */
import {
  AbortedError,
  type ClientError,
  type ErrorContext,
  TimeoutError,
  type TimeoutScope,
} from '../errors.ts';

/** What ends something early: the caller, or the time. */
export interface Limits {
  readonly signal: AbortSignal | undefined;
  /** In milliseconds; `Infinity` for no limit. */
  readonly timeoutInMs: number;
  /** What the time belongs to, and how long that is as a whole. */
  readonly scope: TimeoutScope;
  readonly scopeInMs: number;
}

/** The longest time that timers take, in milliseconds; a longer one would end at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Runs a task until it ends, the caller aborts it, or the time is over. In the latter two cases it rejects at once,
 * even if the task ignores its signal.
 *
 * It has its own timer and controller: signals that only `AbortSignal.timeout`, `AbortSignal.any` or a `Request`
 * holds may be collected as garbage in Node, and then end nothing (nodejs/undici#3644).
 *
 * @throws {AbortedError} when the caller's signal is aborted
 * @throws {TimeoutError} when the time is over
 */
export function withTimeout<T>(
  { signal, timeoutInMs, scope, scopeInMs }: Limits,
  context: ErrorContext,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // One promise, and no `async` function: this is in the way of every call.
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw new AbortedError(context, signal.reason);
    if (timeoutInMs <= 0) throw new TimeoutError(scope, scopeInMs, context);
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (error: ClientError) => {
      stop();
      reject(error);
      controller.abort(error);
    };
    const onAbort = () => end(new AbortedError(context, signal?.reason));
    signal?.addEventListener('abort', onAbort);
    if (timeoutInMs <= longestTimer) {
      timer = setTimeout(() => end(new TimeoutError(scope, scopeInMs, context)), timeoutInMs);
    }
    const stopped =
      <A>(settle: (result: A) => void) =>
      (result: A) => {
        stop();
        settle(result);
      };
    task(controller.signal).then(stopped(resolve), stopped(reject));
  });
}

/**
 * Waits for some milliseconds.
 *
 * @throws {AbortedError} when the caller's signal is aborted meanwhile
 */
export async function pause(
  milliseconds: number,
  signal: AbortSignal | undefined,
  context: ErrorContext,
): Promise<void> {
  const limits = { signal, timeoutInMs: Infinity, scope: 'wait', scopeInMs: Infinity } as const;
  await withTimeout(limits, context, (ended) => {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, longestTimer));
      ended.addEventListener('abort', () => clearTimeout(timer));
    });
  });
}

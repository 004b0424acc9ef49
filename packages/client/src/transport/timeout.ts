/** The time and the caller's signal, which end an attempt, a pause or a wait. */
import { AbortedError, TimeoutError, type TimeoutScope } from '../errors.ts';
import type { ErrorContext } from '../operation.ts';

/** When something ends. */
export interface Deadline {
  /** What has the time. */
  readonly scope: TimeoutScope;
  /** How long that is as a whole, in milliseconds; `Infinity` for no limit. */
  readonly timeoutInMs: number;
  /** When it is over, by `performance.now()`. */
  readonly end: number;
}

/** Returns the deadline of what begins now. */
export function deadlineOf(scope: TimeoutScope, timeoutInMs: number): Deadline {
  return { scope, timeoutInMs, end: performance.now() + timeoutInMs };
}

/**
 * Runs a task until it ends, the caller aborts it, or the time is over. In the latter two cases it rejects at once,
 * even if the task ignores its signal.
 *
 * It has its own timer and controller: signals that only `AbortSignal.timeout`, `AbortSignal.any` or a `Request`
 * holds may be garbage-collected in Node, and then end nothing (nodejs/undici#3644).
 *
 * @param task without it, this is a pause: it rejects if the caller aborts, and resolves when the time is over
 */
export function withTimeout<T>(
  { scope, timeoutInMs, end }: Deadline,
  context: ErrorContext,
  task?: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fail: (error: unknown) => void;
  const onAbort = () => {
    fail(
      new AbortedError('aborted by the caller', context, {
        cause: signal?.reason,
      }),
    );
  };
  // No `async` function: this is in the way of every call.
  return new Promise<T>((resolve, reject) => {
    fail = (error) => {
      reject(error);
      // What has failed may go on, such as a response that is not read to its end.
      controller.abort(error);
    };
    const onTimeout = () => {
      if (!task) return (resolve as () => void)();
      const option = scope === 'attempt' ? 'attemptTimeoutInMs' : 'timeoutInMs';
      const last = context.state ? `: ${context.state}` : '';
      const reason = `timed out after ${timeoutInMs} ms (${option})${last}`;
      fail(new TimeoutError(reason, context, { scope, timeoutInMs }));
    };
    const left = end - performance.now();
    if (signal?.aborted) return onAbort();
    if (left <= 0) return onTimeout();
    signal?.addEventListener('abort', onAbort);
    // The longest time that timers take, in milliseconds; a longer one would end at once.
    if (left < 2 ** 31) timer = setTimeout(onTimeout, left);
    task?.(controller.signal).then(resolve, fail);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
}

/** Waits for some milliseconds, or until the caller aborts. */
export function pause(
  milliseconds: number,
  context: ErrorContext,
): Promise<void> {
  return withTimeout<void>(deadlineOf('wait', milliseconds), context);
}

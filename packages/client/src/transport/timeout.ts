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

/** Returns the deadline of what begins at a time of `performance.now()`. */
export function deadlineOf(scope: TimeoutScope, timeoutInMs: number, began: number): Deadline {
  return { scope, timeoutInMs, end: began + timeoutInMs };
}

/** The longest time that timers take, in milliseconds; a longer one would end at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Runs a task until it ends, the caller aborts it, or the time is over. In the latter two cases it rejects at once,
 * even if the task ignores its signal.
 *
 * It has its own timer and controller: signals that only `AbortSignal.timeout`, `AbortSignal.any` or a `Request`
 * holds may be garbage-collected in Node, and then end nothing (nodejs/undici#3644).
 */
export function withTimeout<T>(
  deadline: Deadline,
  context: ErrorContext,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  // One promise, and no `async` function: this is in the way of every call.
  return new Promise((resolve, reject) => {
    const left = deadline.end - performance.now();
    if (signal?.aborted) throw aborted(context);
    if (left <= 0) throw timedOut(deadline, context);
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (error: unknown) => {
      stop();
      reject(error);
      controller.abort(error);
    };
    const onAbort = () => end(aborted(context));
    signal?.addEventListener('abort', onAbort);
    if (left <= longestTimer) timer = setTimeout(() => end(timedOut(deadline, context)), left);
    // What has failed may go on, such as a response that is not read to its end.
    task(controller.signal).then(resolve, end).finally(stop);
  });
}

function aborted(context: ErrorContext): AbortedError {
  return new AbortedError('aborted by the caller', context, undefined, {
    cause: context.signal?.reason,
  });
}

function timedOut({ scope, timeoutInMs }: Deadline, context: ErrorContext): TimeoutError {
  const last = context.state ? `: ${context.state}` : '';
  const option = scope === 'attempt' ? 'attemptTimeoutInMs' : 'timeoutInMs';
  const reason = `timed out after ${timeoutInMs} ms (${option})${last}`;
  return new TimeoutError(reason, context, { scope, timeoutInMs });
}

/** Waits for some milliseconds, or until the caller aborts. */
export function pause(milliseconds: number, context: ErrorContext): Promise<void> {
  const deadline = deadlineOf('wait', milliseconds, performance.now());
  return withTimeout<void>(deadline, context, () => new Promise(() => {})).catch((error) => {
    if (!(error instanceof TimeoutError)) throw error;
  });
}

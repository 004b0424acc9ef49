/** A call: its attempts, as far as the retry policy of its operation and the time allow. */
import { isConnectionError, isTimeoutError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { Config } from './options.ts';
import { requestIdOf } from './redact.ts';
import { type Answer, type CallRequest, sendOnce, type Sent } from './request.ts';
import { pause, withTimeout } from './timeout.ts';

/** An attempt, for a log. It has no body, no header, no query, no id and no key. */
export interface LogEntry {
  /** The operationId, such as `pauseSandbox`. */
  readonly operation: string;
  readonly method: string;
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** How long it took, in milliseconds. */
  readonly durationInMs: number;
  /** Status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** Name of the error; undefined if there was a response. */
  readonly error: string | undefined;
  /** After how long it is retried, in milliseconds; undefined if it is not. */
  readonly retryInMs: number | undefined;
}

/** The last response of a call. */
export interface LastResponse {
  readonly response: Answer;
  readonly attempts: number;
  readonly sent: readonly Sent[];
}

/**
 * Sends a request, retries it as the operation and the time allow, and returns the last response.
 *
 * @throws {ClientError} when there is no response in the end
 * @throws {TypeError} when a middleware does what it may not
 */
export async function sendWithRetry(
  config: Config,
  operation: Operation,
  request: CallRequest,
  signal: AbortSignal | undefined,
): Promise<LastResponse> {
  const { timeoutInMs, attemptTimeoutInMs, retries } = config;
  const { id, method, path } = operation;
  const sent: Sent[] = [];
  const end = performance.now() + timeoutInMs;

  for (let attempt = 1; ; attempt++) {
    const context = { operation, attempts: attempt };
    const began = performance.now();
    const left = end - began;
    const [scope, scopeInMs] =
      left > attemptTimeoutInMs
        ? (['attempt', attemptTimeoutInMs] as const)
        : (['call', timeoutInMs] as const);
    const limits = { signal, timeoutInMs: Math.min(left, attemptTimeoutInMs), scope, scopeInMs };
    let response: Answer | undefined;
    let error: unknown;
    try {
      response = await withTimeout(limits, context, (ended) => {
        const outgoing = { ...request, operation: id, method, attempt, signal: ended };
        return sendOnce(config, outgoing, context, sent);
      });
    } catch (reason) {
      error = reason;
    }

    const now = performance.now();
    const isOver = attempt > retries || (response && response.status < 400);
    const delay = isOver ? undefined : retryDelay(operation, attempt, response, error);
    const retryInMs = delay !== undefined && now + delay < end ? delay : undefined;
    config.log?.({
      operation: id,
      method,
      path,
      attempt,
      durationInMs: now - began,
      status: response?.status,
      requestId: response && requestIdOf(response.headers, sent),
      error: response ? undefined : error instanceof Error ? error.name : 'Error',
      retryInMs,
    });
    if (retryInMs !== undefined) await pause(retryInMs, signal, context);
    else if (response) return { response, attempts: attempt, sent };
    else throw error;
  }
}

/** The statuses after which another attempt may succeed. */
const temporary: readonly number[] = [408, 429, 500, 502, 503, 504];
/** The bound of the first pause, in milliseconds; it doubles from attempt to attempt. */
const firstPause = 500;
/** The longest pause, in milliseconds. */
const longestPause = 8_000;

/**
 * Returns after how many milliseconds an operation may be retried; undefined if it may not be. The pause is random
 * between zero and a bound that doubles ("full jitter"), so that many clients do not come back at once; a response
 * that names a time is honored.
 *
 * Status 429 states that nothing was done, so that every operation but those of class `never` is retried.
 *
 * @param attempt which attempt it was, from 1
 * @param response the response; undefined if there was an error
 */
function retryDelay(
  { retry }: Operation,
  attempt: number,
  response: Answer | undefined,
  error: unknown,
): number | undefined {
  const isUnsent = isConnectionError(error) && error.unsent;
  const isLimited = response?.status === 429 && retry !== 'never';
  if (
    !isLimited &&
    (retry === 'safe' ? !isTemporary(response, error) : retry === 'never' || !isUnsent)
  ) {
    return undefined;
  }
  const asked = response && retryAfterOf(response.headers);
  return asked ?? Math.random() * Math.min(longestPause, firstPause * 2 ** (attempt - 1));
}

/** Whether another attempt may end differently. */
function isTemporary(response: Answer | undefined, error: unknown): boolean {
  if (response) return temporary.includes(response.status);
  return isConnectionError(error) || (isTimeoutError(error) && error.scope === 'attempt');
}

/**
 * Returns how long a response asks to wait, in milliseconds: its `Retry-After`, in seconds or as a date (RFC 9110,
 * section 10.2.3).
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Without the zone, many other texts would pass for dates.
  const date = value.endsWith(' GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

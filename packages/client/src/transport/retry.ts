/** Sends a request until it succeeds or may not be repeated, and decides when it may be. */
import { ConnectionError, TimeoutError } from '../errors.ts';
import type { Received, Sent } from '../exchange.ts';
import { retryAfterOf } from '../generated/retry-after.ts';
import type { Operation } from '../operation.ts';
import { receivedOf, withoutSecret } from '../responses.ts';
import type { Config } from './config.ts';
import type { ReceivedResponse } from './options.ts';
import { type CallRequest, sendThrough } from './request.ts';
import { deadlineOf, pause, withTimeout } from './timeout.ts';

/** Sends a request, retries it as the operation and the time allow, and returns the last response. */
export async function sendWithRetry(
  config: Config,
  operation: Operation,
  request: CallRequest,
): Promise<Received> {
  const {
    timeoutInMs = 60_000,
    attemptTimeoutInMs = 20_000,
    retries = 2,
    signal,
  } = config;
  const { id, method, path } = operation;
  const sent: Sent[] = [];
  const call = deadlineOf('call', timeoutInMs);

  for (let attempt = 1; ; attempt++) {
    const context = { operation, signal, attempts: attempt };
    const began = performance.now();
    const attemptDeadline = deadlineOf('attempt', attemptTimeoutInMs);
    const deadline = attemptDeadline.end < call.end ? attemptDeadline : call;
    let error: unknown;
    let errorName: string | undefined;
    const response = await withTimeout(deadline, context, (ended) => {
      const outgoing = {
        ...request,
        operation: id,
        method,
        attempt,
        signal: ended,
      };
      return sendThrough(config, outgoing, context, sent);
    }).catch((reason?: Error) => {
      error = reason;
      // Middleware may throw anything.
      errorName = reason?.name ?? 'Error';
      return undefined;
    });

    const now = performance.now();
    const delay =
      attempt > retries
        ? Infinity
        : retryDelay(operation, attempt, response, error);
    const retryInMs = now + delay < call.end ? delay : undefined;
    const requestId =
      response &&
      withoutSecret(response.headers.get('x-request-id') ?? '', sent);
    config.log?.({
      operation: id,
      method,
      path,
      attempt,
      durationInMs: now - began,
      status: response?.status,
      requestId,
      error: errorName,
      retryInMs,
    });
    if (retryInMs === undefined) {
      if (!response) throw error;
      return receivedOf(operation, response, requestId, attempt, sent);
    }
    await pause(retryInMs, context);
  }
}

/** The shortest pause, in milliseconds, whatever the response asks for. */
const shortestPause = 100;
/** The shortest pause after status 429: limits are those of a second. */
const shortestLimit = 1_000;
/** Doubled with each attempt, this is the bound of the random part, in milliseconds. */
const jitterUnit = 250;
/** The longest random part, in milliseconds. */
const longestJitter = 8_000;

/**
 * Returns after how many milliseconds an operation may be retried; `Infinity` if it may not be. A part of the pause is
 * random, up to a bound that doubles (exponential backoff with jitter), so that many clients do not come back at once;
 * a response that asks for a longer one is honored. `Retry-After: 0`, which some deployments send with 429, is no
 * permission to retry at once. Status 429 states that nothing was done, as a connection error may do.
 */
function retryDelay(
  { retry }: Operation,
  attempt: number,
  response: ReceivedResponse | undefined,
  error: unknown,
): number {
  const isLimited = response?.status === 429;
  const isLost = error instanceof ConnectionError;
  const isLate = error instanceof TimeoutError && error.scope === 'attempt';
  const isUndone = isLimited || (isLost && error.unsent);
  const isTemporary =
    isLost || isLate || /^(408|50[0234])$/.test(String(response?.status));
  const mayRepeat = isUndone || (retry === 'safe' && isTemporary);
  if (retry === 'never' || !mayRepeat) return Infinity;
  const asked = response && retryAfterOf(response.headers);
  const shortest = isLimited ? shortestLimit : shortestPause;
  const jitter =
    Math.random() * Math.min(longestJitter, jitterUnit * 2 ** attempt);
  return Math.max(asked ?? 0, shortest + jitter);
}

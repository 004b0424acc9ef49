import { isConnectionError, isTimeoutError } from '../errors/transport-errors.ts';
import type { Answer } from './middleware.ts';
import type { Operation } from '../operation.ts';

/** The statuses after which another attempt may succeed. */
const passing: readonly number[] = [408, 429, 500, 502, 503, 504];
/** The longest first pause, in milliseconds; it doubles from attempt to attempt. */
const firstPause = 500;
/** The longest pause, in milliseconds. */
const longestPause = 8_000;

/**
 * After how long an operation may be attempted again, in milliseconds; undefined when it may not. The pause
 * is random between nothing and a bound that doubles ("full jitter"), so that many clients do not come
 * back at once; a response that names a time is honored.
 *
 * Status 429 states that nothing was done, so that every operation but those of class `never` is repeated.
 *
 * @param attempt which attempt it was, from 1
 * @param answer the response; undefined if there was an error
 */
export function pauseAfter(
  { retry }: Operation,
  attempt: number,
  answer: Answer | undefined,
  error: unknown,
): number | undefined {
  const isUnsent = isConnectionError(error) && error.unsent;
  const isLimited = answer?.status === 429 && retry !== 'never';
  if (
    !isLimited &&
    (retry === 'safe' ? !isPassing(answer, error) : retry === 'never' || !isUnsent)
  ) {
    return undefined;
  }
  const asked = answer && retryAfterOf(answer.headers);
  return asked ?? Math.random() * Math.min(longestPause, firstPause * 2 ** (attempt - 1));
}

/** Whether it may have been bad luck. */
function isPassing(answer: Answer | undefined, error: unknown): boolean {
  if (answer) return passing.includes(answer.status);
  return isConnectionError(error) || (isTimeoutError(error) && error.scope === 'attempt');
}

/**
 * How long a response asks to wait, in milliseconds: its `Retry-After`, in seconds or as a date (RFC 9110,
 * section 10.2.3).
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Without the zone, all sorts of texts would pass for dates.
  const date = value.endsWith(' GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

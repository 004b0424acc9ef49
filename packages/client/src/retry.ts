import type { Attempted } from './attempt.ts';
import { isConnectionError } from './errors/connection-error.ts';
import { isTimeoutError } from './errors/timeout-error.ts';
import type { Operation } from './operation.ts';

/** The statuses after which another attempt may have better luck. */
const passing: readonly number[] = [408, 429, 500, 502, 503, 504];
/** The longest first pause, in milliseconds; it doubles from attempt to attempt. */
const firstPause = 500;
/** The longest pause, in milliseconds. */
const longestPause = 8_000;

/**
 * After how long an operation may be attempted again, in milliseconds; undefined when it may not. The pause
 * is random between nothing and a bound that doubles ("full jitter"), so that many clients do not come
 * back at once; an answer that names a time is obeyed.
 *
 * @param attempt which attempt it was, from 1
 */
export function pauseAfter(
  { retry }: Operation,
  outcome: Attempted | Error,
  attempt: number,
): number | undefined {
  const again = retry === 'safe' ? isPassing(outcome) : retry === 'unsent' && isUnsent(outcome);
  if (!again) return undefined;
  const asked = outcome instanceof Error ? undefined : retryAfterOf(outcome.headers);
  return asked ?? Math.random() * Math.min(longestPause, firstPause * 2 ** (attempt - 1));
}

function isPassing(outcome: Attempted | Error): boolean {
  if (outcome instanceof Error) {
    return isConnectionError(outcome) || (isTimeoutError(outcome) && outcome.scope === 'attempt');
  }
  return passing.includes(outcome.status);
}

function isUnsent(outcome: Attempted | Error): boolean {
  return isConnectionError(outcome) && outcome.unsent;
}

/**
 * How long an answer asks to wait, in milliseconds: its `Retry-After`, in seconds or as a date (RFC 9110,
 * section 10.2.3).
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const delay = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

/** The header `Retry-After` (RFC 9110, section 10.2.3). Imports nothing, so that it costs a client little. */

/** What the three forms of a date in HTTP have in common: a day first, the zone or the year last (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]+,? .+:\d\d (GMT|\d{4})$/;

/**
 * Returns how long a response asks to wait, in milliseconds; 0 for a date that is past, undefined where the header is
 * absent or neither a whole number of seconds nor a date: fractions and negative numbers are ignored.
 *
 * @param now in milliseconds since 1970
 */
export function retryAfterOf(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!httpDate.test(value)) return undefined;
  // A date in the form of asctime is in UTC and does not say so.
  const date = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

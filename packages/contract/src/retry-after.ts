/** The header `Retry-After` (RFC 9110, section 10.2.3). Imports nothing, so that it costs a client little. */

/** The three forms of a date in HTTP: IMF-fixdate, RFC 850, asctime (RFC 9110, section 5.6.7). */
const httpDate =
  /^(\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/**
 * Returns how long a response asks to wait, in milliseconds; 0 for a date that is past, undefined where the header is
 * absent or neither a whole number of seconds nor a date: fractions and negative numbers are ignored.
 *
 * @param now in milliseconds since 1970
 * @example
 * retryAfterOf(new Headers({ 'Retry-After': '2' })) // 2000
 */
export function retryAfterOf(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!httpDate.test(value)) return undefined;
  // A date in the form of asctime is in UTC and does not say so.
  const date = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

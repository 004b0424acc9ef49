/** The header `Retry-After` (RFC 9110, section 10.2.3). Imports nothing, so that it costs a client little. */

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7), of which two are obsolete. */
const dateForm =
  /^\w{3}((, \d\d \w{3} \d\d|\w+, \d\d-\w{3}-)\d\d [\d:]{8} GMT| \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/** How far ahead a year of two digits can be, in milliseconds; a later one is of the century before. */
const fiftyYears = 50 * 365.25 * 86_400_000;

/**
 * Returns how long a response asks to wait, in milliseconds; 0 for a date that is past, undefined where the header is
 * absent or neither a whole number of seconds nor a date: fractions and negative numbers are ignored.
 *
 * @param now in milliseconds since 1970
 */
export function retryAfterOf(
  headers: Headers,
  now: number = Date.now(),
): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Any other form is ignored, whatever a platform makes of it.
  if (!dateForm.test(value)) return undefined;
  const date = value.replace(/-(\w+)-/, ' $1 20').replace(/\d{4}$/, '$& GMT');
  const left = Date.parse(date) - now;
  if (Number.isNaN(left)) return undefined;
  const isOfLastCentury = value.includes('-') && left > fiftyYears;
  return isOfLastCentury ? 0 : Math.max(0, left);
}

/** The header `Retry-After` (RFC 9110, section 10.2.3). Imports nothing, so that it costs a client little. */

/** The forms of a date in HTTP (RFC 9110, section 5.6.7), each with its parts as they are in the first one. */
const imfFixdate = /^[A-Z][a-z]{2}, (\d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, (\d\d)-([A-Z][a-z]{2})-(\d\d) ([\d:]{8} GMT)$/;
const asctimeDate = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) ([\d:]{8}) (\d{4})$/;

/** How far ahead a year of two digits can be, in milliseconds; a later one is of the century before. */
const fiftyYears = 50 * 365.25 * 86_400_000;

/**
 * Returns how long a response asks to wait, in milliseconds; 0 for a date that is past, undefined where the header is
 * absent or neither a whole number of seconds nor a date: fractions and negative numbers are ignored.
 *
 * @param now in milliseconds since 1970
 */
export function retryAfterOf(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = value
    .replace(imfFixdate, '$1')
    .replace(rfc850Date, '$1 $2 20$3 $4')
    .replace(asctimeDate, '$2 $1 $4 $3 GMT');
  // Any other form is left as it is, whatever a platform makes of it.
  const left = date === value ? NaN : Date.parse(date) - now;
  if (Number.isNaN(left)) return undefined;
  return rfc850Date.test(value) && left > fiftyYears ? 0 : Math.max(0, left);
}

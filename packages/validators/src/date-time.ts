/** The year, the month and the day. */
const fullDate = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The hour, the minute and the second; the sign, the hours and the minutes of the offset, if it is not `Z`. */
const fullTime =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * Whether a text is a date-time (RFC 3339): of the grammar in section 5.6, with a day that its month has, and with a
 * leap second only at the end of a month in UTC (section 5.7).
 */
export function isDateTime(text: string): boolean {
  const [datePart = '', timePart = '', ...others] = text.split(/t/i);
  const date = fullDate.exec(datePart);
  const time = fullTime.exec(timePart);
  if (!date || !time || others.length > 0) return false;

  const [year, month, day] = numbersOf(date);
  // The calendar repeats every 400 years, and `Date` takes years below 100 for others.
  const start = new Date(Date.UTC(year + 400, month - 1, day));
  if (start.getUTCDate() !== day) return false;

  const [hour, minute, second] = numbersOf(time);
  if (second !== 60) return true;
  // `Date` has no leap seconds: this one is the first second of the next minute.
  start.setUTCHours(hour, minute - offsetIn(time), 60);
  return start.toISOString().endsWith('-01T00:00:00.000Z');
}

/** Returns the first three groups of a match. */
function numbersOf([, first, second, third]: RegExpExecArray): [
  number,
  number,
  number,
] {
  return [Number(first), Number(second), Number(third)];
}

/** Returns the offset of a time from UTC, in minutes. */
function offsetIn([
  ,
  ,
  ,
  ,
  sign,
  hours = '0',
  minutes = '0',
]: RegExpExecArray): number {
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}

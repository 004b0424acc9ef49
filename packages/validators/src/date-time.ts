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

  const day = Number(date[3]);
  // The calendar repeats every 400 years, and `Date` takes years below 100 for others.
  const start = new Date(Date.UTC(Number(date[1]) + 400, Number(date[2]) - 1, day));
  if (start.getUTCDate() !== day) return false;
  if (time[3] !== '60') return true;

  const sign = time[4] === '-' ? -1 : 1;
  const offset = sign * (Number(time[5] ?? 0) * 60 + Number(time[6] ?? 0));
  // `Date` has no leap seconds: this one is the first second of the next minute.
  start.setUTCHours(Number(time[1]), Number(time[2]) - offset, 60);
  return start.toISOString().endsWith('-01T00:00:00.000Z');
}

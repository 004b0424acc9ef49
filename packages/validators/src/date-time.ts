const shape =
  /^(\d{4})-(\d\d)-(\d\d)[t\s](\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i;

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a text is a date-time, exactly as the full mode of ajv-formats sees it, whose own check cannot
 * be had without all of its other formats.
 */
export function isDateTime(text: string): boolean {
  const found = shape.exec(text);
  if (!found) return false;
  const hour = Number(found[4]);
  const minute = Number(found[5]);
  const second = Number(found[6]);
  const offsetHour = Number(found[8] ?? 0);
  const offsetMinute = Number(found[9] ?? 0);
  if (offsetHour > 23 || offsetMinute > 59) return false;
  if (!isDay(Number(found[1]), Number(found[2]), Number(found[3]))) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;

  // A leap second is the last one of a day in UTC.
  const sign = found[7] === '-' ? -1 : 1;
  const utcMinute = minute - offsetMinute * sign;
  const utcHour = hour - offsetHour * sign - (utcMinute < 0 ? 1 : 0);
  return (
    (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61
  );
}

function isDay(year: number, month: number, day: number): boolean {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeapYear ? 29 : (days[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

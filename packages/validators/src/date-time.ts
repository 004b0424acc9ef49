const shape =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[t\s](\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/i;

/**
 * Whether a text is a date-time, exactly as the full mode of ajv-formats sees it, whose own check cannot
 * be had without all of its other formats.
 */
export function isDateTime(text: string): boolean {
  const found = shape.exec(text);
  if (!found) return false;
  const day = Number(found[3]);
  // The calendar repeats every 400 years, and Date takes years below 100 for others.
  const lastDay = () => new Date(Date.UTC(Number(found[1]) + 400, Number(found[2]), 0));
  if (day > 28 && day > lastDay().getUTCDate()) return false;
  const hour = Number(found[4]);
  const minute = Number(found[5]);
  const second = Number(found[6]);
  if (hour <= 23 && minute <= 59 && second < 60) return true;

  // A leap second is the last one of a day in UTC.
  const sign = found[7] === '-' ? -1 : 1;
  const utcMinute = minute - Number(found[9] ?? 0) * sign;
  const utcHour = hour - Number(found[8] ?? 0) * sign - (utcMinute < 0 ? 1 : 0);
  return [23, -1].includes(utcHour) && [59, -1].includes(utcMinute) && second < 61;
}

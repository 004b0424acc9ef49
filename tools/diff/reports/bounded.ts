/** A part of a text: some items between a beginning and an end, which stand there if an item does. */
export interface Section {
  readonly begin: string;
  readonly items: readonly string[];
  readonly end: string;
}

/** Room for the line that tells how much was left out. */
const room = 200;

/**
 * Joins sections to a text that is no longer than a limit: items that have no room are left out.
 *
 * @param limit in UTF-16 code units
 * @param rest what is told, in 200 characters at most, of how many items were left out
 */
export function bounded(
  sections: readonly Section[],
  limit: number,
  rest: (left: number) => string,
): string {
  let text = '';
  let left = 0;
  for (const { begin, items, end } of sections) {
    let own = '';
    for (const item of items) {
      const whole = text.length + begin.length + own.length + item.length + end.length;
      if (whole + room > limit) left += 1;
      else own += item;
    }
    if (own !== '') text += begin + own + end;
  }
  return left === 0 ? text : text + rest(left);
}

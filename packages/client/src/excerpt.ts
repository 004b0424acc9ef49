/** How many characters of a text of the service a message has. */
const longest = 1000;

/** What a terminal or a page does not show as it is: controls, marks of direction and half characters. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns the beginning of a text of the service, on one line, for a message. */
export function excerpt(text: unknown): string {
  const whole = String(text);
  const start = whole.slice(0, longest).replaceAll(unprintable, escapeOf);
  return whole.length > longest ? `${start}…` : start;
}

/** Returns a character as an escape, which patterns have as well. */
export function escapeOf(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** What would steer a terminal or turn about what is read, and what XML cannot have (XML 1.0, section 2.2). */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/** A text on one line, in which each character that cannot be shown is written as an escape. */
export function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** No text of a server's fills a terminal. */
const longest = 400;

/** The beginning of a text, on one line, with escapes. */
export function excerpt(text: string): string {
  return printable(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

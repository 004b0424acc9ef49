/** Texts for terminals and reports: figures, and characters that can be shown. */

/** How many there are, such as `1 error` or `1,200 errors`. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`;
}

/** A duration for people, such as `12 ms`, `3.4 s` or `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950)
    return `${Number((milliseconds / 1000).toFixed(1))} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
}

/** What would steer a terminal or change how a text is read, and what XML cannot have (XML 1.0, section 2.2). */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/** A text on one line, in which each character that cannot be shown is written as an escape. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** A text in which every character outside ASCII is written as an escape. */
export function ascii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, escapeOf);
}

/** The beginning of a text, on one line, with escapes: no text of a server or client fills a terminal. */
export function excerpt(text: string, longest = 400): string {
  return printable(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/**
 * A text in lines that are at most so many columns wide, each behind an indent; only what comes without a
 * space is broken within. The first line is behind `first`, which is as wide as the indent.
 */
export function wrap(
  text: string,
  width: number,
  first: string,
  indent = ' '.repeat(first.length),
): string[] {
  const room = Math.max(width - indent.length, 20);
  // Terminals may show a character of such a script in two columns.
  const columns = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u1100-\u{10ffff}]/gu, `$&${filler}`);
  const line = new RegExp(
    `\\S.{0,${room - 1}}(?= |$)|\\S{1,${room}}(?!${filler})`,
    'gu',
  );
  const lines = columns.match(line) ?? [''];
  return lines.map(
    (it, at) => (at === 0 ? first : indent) + it.replaceAll(filler, ''),
  );
}

/** Stands for the second column of a character. */
const filler = '\0';

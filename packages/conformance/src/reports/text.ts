/** Texts of reports: figures, and characters that can be shown. */
import type { Generation } from '../checker/run.ts';

/** How many there are, such as `1 error` or `1,200 errors`. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`;
}

/** A duration for people, such as `12 ms`, `3.4 s` or `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${Number((milliseconds / 1000).toFixed(1))} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
}

/** What is known of the generations that a server has, such as `V1 and no V0`. */
export function generationsIn(found: Readonly<Record<Generation, boolean | undefined>>): string {
  const names = Object.entries(found)
    .filter(([, isThere]) => isThere !== undefined)
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .map(([name, isThere]) => (isThere ? '' : 'no ') + name.toUpperCase());
  return names.join(' and ');
}

/** What would steer a terminal or turn about what is read, and what XML cannot have (XML 1.0, section 2.2). */
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

/** No text of a server's fills a terminal. */
const longest = 400;

/** The beginning of a text, on one line, with escapes. */
export function excerpt(text: string): string {
  return printable(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/**
 * A text in lines that are at most so many columns wide, each behind an indent; only what comes without a
 * space is broken within. The first line stands behind `first`, which is as wide as the indent.
 */
export function wrap(
  text: string,
  width: number,
  first: string,
  indent = ' '.repeat(first.length),
): string[] {
  const room = Math.max(width - indent.length, 20);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((it) => pieces(it, room))) {
    if (line === '') line = word;
    else if (columns(line) + 1 + columns(word) <= room) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((it, index) => (index === 0 ? first : indent) + it);
}

/** A word that fits into a line, or what it is broken into. */
function pieces(word: string, room: number): string[] {
  if (columns(word) <= room) return [word];
  const found = [''];
  for (const character of word) {
    if (columns(found.at(-1)! + character) <= room) found.push(found.pop()! + character);
    else found.push(character);
  }
  return found;
}

/** How many columns a text takes at most: a character of a script that terminals may show wide takes two. */
function columns(text: string): number {
  let sum = 0;
  for (const character of text) sum += character >= '\u1100' ? 2 : 1;
  return sum;
}

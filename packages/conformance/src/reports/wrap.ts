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

import type { Axis, Box, Point } from './layout.ts';
import { kindOf } from './lifecycle.ts';
import type { Lifecycle, Transition } from './lifecycle.ts';

/** At 14 pixels, letters are at most so wide in the usual fonts: of equal spacing, and of words. */
const letter = { ofName: 8.45, ofWord: 7.3 };
/** A longer name is broken in two. */
const longestLine = 14;
/** Beside the initial state, for the dot and its arrow. */
const startLength = 34;

export const lineHeight = 17;

/** The room that a state takes, enough for its name and for the ends of its lines. */
export function sizeOfState(
  name: string,
  { initial, transitions }: Lifecycle,
  along: Axis,
): { width: number; height: number } {
  const lines = linesOf(name);
  const ends = transitions.flatMap(({ from, to }) => [from, to]).filter((end) => end === name);
  const width = Math.max(...lines.map(({ length }) => length)) * letter.ofName + 14;
  const height = heightOf(lines);
  const start = name === initial ? startLength : 0;
  return along === 'y'
    ? { width: Math.max(width, ends.length * 10) + start, height }
    : { width, height: Math.max(height, ends.length * 22) + start };
}

/** The least height of a state. */
export function heightOf(lines: readonly string[]): number {
  return lines.length * lineHeight + 13;
}

/** The greatest width of a text in words. */
export function widthOfWords(text: string): number {
  return text.length * letter.ofWord;
}

/** A long name in two lines of about the same length, broken behind an underscore. */
export function linesOf(name: string): string[] {
  if (name.length <= longestLine) return [name];
  const breaks = [...name.matchAll(/_/g)].map(({ index }) => index + 1);
  const longer = (at: number) => Math.max(at, name.length - at);
  const [at] = breaks.toSorted((a, b) => longer(a) - longer(b));
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at)];
}

/** The room for the word beside a transition's line. */
export function sizeOfWord(transition: Transition): { width: number; height: number } {
  const { operation } = transition;
  const width =
    operation === undefined ? widthOfWords(kindOf(transition)) : operation.length * letter.ofName;
  return { width: width + 4, height: lineHeight + 1 };
}

/**
 * Divides the room of the initial state into its box and the line from the dot, which stands on a
 * side that no other line comes to.
 */
export function divideStart(room: Box, along: Axis): { box: Box; start: [Point, Point] } {
  const { x, y, width, height } = room;
  if (along === 'y') {
    const left = x - width / 2;
    return {
      box: { x: x + startLength / 2, y, width: width - startLength, height },
      start: [
        { x: left + 6, y },
        { x: left + startLength, y },
      ],
    };
  }
  const top = y - height / 2;
  return {
    box: { x, y: y + startLength / 2, width, height: height - startLength },
    start: [
      { x, y: top + 6 },
      { x, y: top + startLength },
    ],
  };
}

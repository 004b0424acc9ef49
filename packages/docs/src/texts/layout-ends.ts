import { heightOf } from './layout-sizes.ts';
import { areNear } from './layout.ts';
import type { Axis, Box, Layout, Point, State } from './layout.ts';

/** An end of a line: the line, and whether the end is its last point. */
interface End {
  readonly line: Point[];
  readonly last: boolean;
}

/** Between two ends on a side, where there is room. */
const distance = 12;

/**
 * Spreads the ends of lines along the sides of their states, each as straight before its line as
 * possible. They aimed at the middle of the state before, and came together there.
 */
export function attachEnds(layout: Layout, along: Axis): Layout {
  const arrows = layout.arrows.map((arrow) => ({ ...arrow, points: [...arrow.points] }));
  const endsOf = ({ name }: State): End[] =>
    arrows.flatMap(({ transition, points: line }) => [
      ...(transition.from === name ? [{ line, last: false }] : []),
      ...(transition.to === name ? [{ line, last: true }] : []),
    ]);
  const [dot, tip] = layout.start;
  const start = { x: tip.x, y: (dot.y + tip.y) / 2, width: 12, height: Math.abs(tip.y - dot.y) };
  const words = arrows.map(({ word }) => word);

  const states = [...layout.states];
  // A high box looks like a bar to which lines come; a wide one would only look strange.
  for (const [i, state] of along === 'x' ? states.entries() : []) {
    states[i] = stretch(state, endsOf(state), [...states.toSpliced(i, 1), ...words, start]);
  }
  for (const state of states) {
    for (const side of [-1, 1]) {
      const ends = endsOf(state).filter(
        (end) => Math.sign(next(end)[along] - state[along]) === side,
      );
      spread(ends, state, along, side);
    }
  }
  return { ...layout, states, arrows };
}

/** Makes a state as high as the lines that come to it, where that leaves room to everything else. */
function stretch(state: State, ends: readonly End[], others: readonly Box[]): State {
  const half = heightOf(state.lines) / 2;
  const heights = ends.map((end) => next(end).y);
  const top = Math.min(state.y - half, ...heights.map((y) => y - distance));
  const bottom = Math.max(state.y + half, ...heights.map((y) => y + distance));
  const stretched = { ...state, y: (top + bottom) / 2, height: bottom - top };
  return others.some((other) => areNear(stretched, other, 4)) ? state : stretched;
}

/** Puts ends on a side of a state, in the order in which their lines come. */
function spread(ends: readonly End[], state: State, along: Axis, side: number): void {
  const across = along === 'x' ? 'y' : 'x';
  const [depth, breadth] =
    along === 'x' ? [state.width, state.height] : [state.height, state.width];
  const sorted = ends.toSorted((a, b) => next(a)[across] - next(b)[across]);
  const room = Math.min(distance, breadth / (sorted.length + 1));
  const places = sorted.map((end) => next(end)[across]);
  for (const i of places.keys()) {
    const least = i > 0 ? places[i - 1]! + room : state[across] - breadth / 2 + room;
    places[i] = Math.max(places[i] ?? least, least);
  }
  for (const i of [...places.keys()].toReversed()) {
    const following = places[i + 1];
    const most = (following ?? state[across] + breadth / 2) - room;
    places[i] = Math.min(places[i] ?? most, most);
  }
  for (const [i, { line, last }] of sorted.entries()) {
    const edge = state[along] + (side * depth) / 2;
    line[last ? line.length - 1 : 0] =
      along === 'x' ? { x: edge, y: places[i]! } : { x: places[i]!, y: edge };
  }
}

/** The point of the line that comes before or after its end. */
function next({ line, last }: End): Point {
  return (last ? line.at(-2) : line[1])!;
}

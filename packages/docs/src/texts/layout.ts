import type { Transition } from './lifecycle.ts';

/** Lengths are pixels at the natural size of the drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle, by its centre. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where everything in the drawing of a lifecycle stands. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The line from the dot to the initial state. */
  readonly start: readonly [Point, Point];
  readonly states: readonly State[];
  readonly arrows: readonly Arrow[];
}

/** A state with the lines that its name is written in. */
export interface State extends Box {
  readonly name: string;
  readonly lines: readonly string[];
}

/** A transition's line, from state to state, and the place of its word. */
export interface Arrow {
  readonly transition: Transition;
  readonly points: readonly Point[];
  readonly word: Box;
}

/** The axis in which states follow each other: `y` where they stand below each other. */
export type Axis = 'x' | 'y';

/** Whether two boxes come nearer to each other than a distance. */
export function areNear(a: Box, b: Box, distance: number): boolean {
  return (
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 + distance &&
    Math.abs(a.y - b.y) < (a.height + b.height) / 2 + distance
  );
}

import type { Box, Layout, Point } from './layout.ts';

type Segment = readonly [Point, Point];

/** Wider drawings are hard to read when they are scaled to a screen of 390 pixels. */
const widest = 460;
const costs = { tooWide: 15, high: 0.25, crossing: 60, covering: 150 };

/** How little a layout is liked: for its size, and for lines across lines or the words of others. */
export function costOf({ width, height, arrows }: Layout): number {
  const lines = arrows.map(({ points }) => segmentsOf(points));
  const segments = lines.flat();
  const crossings = segments.flatMap((a, i) =>
    segments.slice(i + 1).filter((b) => cross(a, b)),
  ).length;
  const coverings = arrows.flatMap(({ word }, i) =>
    lines.filter((line, j) => i !== j && line.some((segment) => covers(segment, word))),
  ).length;
  return (
    width +
    Math.max(0, width - widest) * costs.tooWide +
    height * costs.high +
    crossings * costs.crossing +
    coverings * costs.covering
  );
}

function segmentsOf(points: readonly Point[]): Segment[] {
  return points.slice(1).map((point, i) => [points[i]!, point]);
}

function covers(segment: Segment, { x, y, width, height }: Box): boolean {
  const [left, right] = [x - width / 2, x + width / 2];
  const [top, bottom] = [y - height / 2, y + height / 2];
  const diagonals: Segment[] = [
    [
      { x: left, y: top },
      { x: right, y: bottom },
    ],
    [
      { x: left, y: bottom },
      { x: right, y: top },
    ],
  ];
  return diagonals.some((diagonal) => cross(diagonal, segment));
}

/** Whether two segments have an inner point in common: the ends of each lie on both sides of the other. */
function cross([a, b]: Segment, [c, d]: Segment): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side(a: Point, b: Point, c: Point): number {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

import type { Point } from './layout.ts';

const radius = 8;
const head = { length: 9, halfWidth: 4 };

/** The data of a path (SVG 2, section 9.3) along points, round at the bends, up to its arrowhead. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = withoutHead(points);
  if (first === undefined) return '';
  const bends = rest.slice(0, -1).map((bend, i) => {
    const before = towards(bend, rest[i - 1] ?? first, radius);
    const after = towards(bend, rest[i + 1] ?? bend, radius);
    return `L${at(before)}Q${at(bend)} ${at(after)}`;
  });
  return [`M${at(first)}`, ...bends, ...rest.slice(-1).map((last) => `L${at(last)}`)].join('');
}

/** The data of the arrowhead at the end of a path. */
export function headPath(points: readonly Point[]): string {
  const tip = points.at(-1);
  const base = withoutHead(points).at(-1);
  if (tip === undefined || base === undefined) return '';
  const sideways = {
    x: ((base.y - tip.y) / head.length) * head.halfWidth,
    y: ((tip.x - base.x) / head.length) * head.halfWidth,
  };
  const left = { x: base.x + sideways.x, y: base.y + sideways.y };
  const right = { x: base.x - sideways.x, y: base.y - sideways.y };
  return `M${at(tip)}L${at(left)}L${at(right)}Z`;
}

function withoutHead(points: readonly Point[]): Point[] {
  const [tip, before] = points.toReversed();
  if (tip === undefined || before === undefined) return [];
  return [...points.slice(0, -1), towards(tip, before, head.length, 1)];
}

/** The point at a distance from one point to another, at most that part of the way. */
function towards(from: Point, to: Point, distance: number, most = 0.5): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(distance / length, most);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** Tenths of a pixel are exact enough, and keep the text of a drawing short. */
export function round(length: number): number {
  return Math.round(length * 10) / 10;
}

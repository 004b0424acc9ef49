import type { Element } from 'hast';
import { s } from 'hastscript';
import type { Box, Point } from './layout.ts';
import { headPath, linePath, round } from './path-data.ts';

/** A line with a head at its end. */
export function drawArrow(points: readonly Point[]): Element[] {
  return [s('path.line', { d: linePath(points) }), s('path.head', { d: headPath(points) })];
}

/** A rectangle with its centre at a point, made smaller on all sides by an inset. */
export function drawBox(className: string, box: Box, inset = 0): Element {
  const width = box.width - 2 * inset;
  const height = box.height - 2 * inset;
  return s(`rect.${className}`, {
    x: round(box.x - width / 2),
    y: round(box.y - height / 2),
    width: round(width),
    height: round(height),
    rx: Math.max(8 - inset, 2),
  });
}

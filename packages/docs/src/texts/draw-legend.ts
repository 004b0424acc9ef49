import type { Element } from 'hast';
import { s } from 'hastscript';
import { drawArrow, drawBox } from './draw-shapes.ts';
import { widthOfWords } from './layout-sizes.ts';
import { causes, kindOf } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';

const rowHeight = 20;

/** What the signs in the drawing of a lifecycle mean, one row for each that occurs in it. */
export interface Legend {
  readonly width: number;
  readonly height: number;
  readonly rows: readonly Element[];
}

/** Draws the legend of a lifecycle's drawing, below a given height. */
export function drawLegend(lifecycle: Lifecycle, top: number): Legend {
  const sign = { x: 22, y: 0, width: 36, height: 14 };
  const line = [
    { x: 4, y: 0 },
    { x: 40, y: 0 },
  ];
  const kinds = new Set(lifecycle.transitions.map(kindOf));
  const entries: [signs: Element[], text: string][] = [
    [[s('circle.start', { cx: 22, cy: 0, r: 6 })], 'the beginning'],
  ];
  if (lifecycle.final.length > 0) {
    entries.push([[drawBox('state', sign), drawBox('final', sign, 3)], 'final: is never left']);
  }
  if (kinds.has('operation')) {
    entries.push([[arrow('operation')], 'a call of the operation']);
  }
  for (const [cause, meaning] of Object.entries(causes)) {
    if (kinds.has(cause)) entries.push([[arrow(cause)], `${cause}: ${meaning}`]);
  }

  function arrow(kind: string): Element {
    return s(`g.transition.by-${kind}`, drawArrow(line));
  }
  return {
    width: 56 + Math.max(...entries.map(([, text]) => widthOfWords(text))),
    height: entries.length * rowHeight,
    rows: entries.map(([signs, text], i) =>
      s(
        'g.legend',
        { transform: `translate(0 ${top + (i + 0.5) * rowHeight})`, ariaHidden: 'true' },
        [...signs, s('text', { x: 52 }, text)],
      ),
    ),
  };
}

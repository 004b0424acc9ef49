import type { Element } from 'hast';
import { s } from 'hastscript';
import { drawLegend } from './draw-legend.ts';
import { drawArrow, drawBox } from './draw-shapes.ts';
import { layoutLifecycle } from './layout-lifecycle.ts';
import type { Arrow, Layout, State } from './layout.ts';
import { lineHeight } from './layout-sizes.ts';
import { kindOf } from './lifecycle.ts';
import type { Lifecycle, Transition } from './lifecycle.ts';
import { round } from './path-data.ts';

type HrefOf = (operation: string) => string;

/**
 * Draws a lifecycle as an `svg`, with the names of operations as links. It has classes and no colours;
 * those are given by lifecycle.css. A page can hold one drawing of a name.
 *
 * @param hrefOf the address of an operation, from the page that the drawing stands on
 */
export function drawLifecycle(
  name: string,
  lifecycle: Lifecycle,
  hrefOf: HrefOf = (operation) => `operations/${operation}.html`,
): Element {
  const layout = layoutLifecycle(lifecycle);
  const legend = drawLegend(lifecycle, Math.ceil(layout.height) + 12);
  const width = Math.ceil(Math.max(layout.width, legend.width));
  const height = Math.ceil(layout.height) + 12 + legend.height;
  const hasLinks = lifecycle.transitions.some(({ operation }) => operation !== undefined);
  const titleId = `${name}-drawing`;
  const textId = `${name}-drawing-text`;
  return s(
    'svg.lifecycle',
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      // Whatever is inside an image is out of reach, which links must not be.
      role: hasLinks ? 'group' : 'img',
      ariaLabelledBy: titleId,
      ariaDescribedBy: textId,
    },
    [
      s('title', { id: titleId }, `How ${name} changes`),
      s('desc', { id: textId }, inWords(lifecycle)),
      s('g', { transform: `translate(${round((width - layout.width) / 2)} 0)` }, [
        ...drawStart(layout),
        ...layout.arrows.map((arrow) => drawTransition(arrow, hrefOf)),
        ...layout.states.map((state) => drawState(state, lifecycle)),
      ]),
      ...legend.rows,
    ],
  );
}

function drawStart({ start }: Layout): Element[] {
  const [dot] = start;
  return [
    s('circle.start', { cx: round(dot.x), cy: round(dot.y), r: 6, ariaHidden: 'true' }),
    s('g.transition', { ariaHidden: 'true' }, drawArrow(start)),
  ];
}

function drawTransition({ transition, points, word }: Arrow, hrefOf: HrefOf): Element {
  const { from, to, operation, description } = transition;
  const text = s('text', { x: round(word.x), y: round(word.y) }, operation ?? kindOf(transition));
  const ariaLabel = `${operation}: ${from} to ${to}`;
  return s(
    `g.transition.by-${kindOf(transition)}`,
    operation === undefined ? { ariaHidden: 'true' } : {},
    [
      s('title', `${from} → ${to}: ${description}`),
      ...drawArrow(points),
      drawBox('gap', word),
      operation === undefined ? text : s('a', { href: hrefOf(operation), ariaLabel }, text),
    ],
  );
}

function drawState(state: State, { final }: Lifecycle): Element {
  const { name, lines, x, y } = state;
  const isFinal = final.includes(name);
  return s('g', { ariaHidden: 'true' }, [
    drawBox('state', state),
    ...(isFinal ? [drawBox('final', state, 3)] : []),
    ...lines.map((line, i) =>
      s(
        'text.name',
        { x: round(x), y: round(y + (i - (lines.length - 1) / 2) * lineHeight) },
        line,
      ),
    ),
  ]);
}

/** The same for those who do not see it. */
function inWords({ initial, final, transitions }: Lifecycle): string {
  const by = (transition: Transition) => transition.operation ?? kindOf(transition);
  const changes = transitions.map(
    (transition) => `${transition.from} to ${transition.to} by ${by(transition)}`,
  );
  const end = final.length > 0 ? ` Final: ${final.join(', ')}.` : '';
  return `Begins as ${initial}. ${changes.join('; ')}.${end}`;
}

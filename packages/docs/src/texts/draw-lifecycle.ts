import { Graphviz } from '@hpcc-js/wasm-graphviz';
import type { Element } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { select, selectAll } from 'hast-util-select';
import { s } from 'hastscript';
import { memo } from '../memo.ts';
import { kindOf, statesOf } from './lifecycle.ts';
import type { Lifecycle, Transition } from './lifecycle.ts';

const graphviz = await Graphviz.load();
const layOut = memo((dot) => graphviz.dot(dot));

type HrefOf = (operation: string) => string;

/** What is left of Graphviz's attributes: shapes and positions, not colors, fonts and ids. */
const shapes = ['className', 'cx', 'cy', 'd', 'points', 'rx', 'ry', 'transform', 'x', 'y'];

/**
 * Draws a lifecycle as an `svg`, with the names of operations as links. It has classes and no colors;
 * those are given by lifecycle.css. A page can hold one drawing of a name.
 *
 * @param hrefOf the address of an operation, from the page that the drawing stands on
 */
export function drawLifecycle(
  name: string,
  lifecycle: Lifecycle,
  hrefOf: HrefOf = (operation) => `operations/${operation}.html`,
): Element {
  const { transitions } = lifecycle;
  const laidOut = select('svg', fromHtml(layOut(dotOf(lifecycle))))!;
  const [, , width, height] = String(laidOut.properties['viewBox']).split(' ').map(Number);
  const graph = select('g.graph', laidOut)!;
  // Graphviz draws a background first, and edges in its own order.
  graph.children = selectAll('g.node, g.edge', graph);
  const edges = transitions.map((_, index) => select(`#transition-${index}`, graph)!);
  for (const element of selectAll('*', graph)) {
    element.properties = Object.fromEntries(
      Object.entries(element.properties).filter(([attribute]) => shapes.includes(attribute)),
    );
    element.children = element.children.filter(
      (it) => !('tagName' in it && it.tagName === 'title'),
    );
  }
  for (const group of selectAll('g.node, g.edge', graph)) group.properties['ariaHidden'] = 'true';
  for (const [index, transition] of transitions.entries()) {
    explain(edges[index]!, transition, hrefOf);
  }

  const titleId = `${name}-drawing`;
  const textId = `${name}-drawing-text`;
  return s(
    'svg.lifecycle',
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      // Whatever is inside an image is out of reach, which links must not be.
      role: transitions.some(({ operation }) => operation !== undefined) ? 'group' : 'img',
      ariaLabelledBy: titleId,
      ariaDescribedBy: textId,
    },
    [
      s('title', { id: titleId }, `How ${name} changes`),
      s('desc', { id: textId }, inWords(lifecycle)),
      graph,
    ],
  );
}

/** Adds to an edge what changes, why, and the link of its operation. */
function explain(edge: Element, transition: Transition, hrefOf: HrefOf): void {
  const { from, to, operation, description } = transition;
  edge.children.unshift(s('title', `${from} → ${to}: ${description}`));
  if (operation === undefined) return;
  delete edge.properties['ariaHidden'];
  const texts = selectAll('text', edge);
  edge.children = edge.children.filter((child) => !texts.includes(child as Element));
  edge.children.push(
    s('a', { href: hrefOf(operation), ariaLabel: `${operation}: ${from} to ${to}` }, texts),
  );
}

/** A lifecycle in Graphviz's language, <https://graphviz.org/doc/info/lang.html>. */
function dotOf(lifecycle: Lifecycle): string {
  const { initial, final, transitions } = lifecycle;
  const states = statesOf(lifecycle).map((state) => {
    const isFinal = final.includes(state);
    return `${JSON.stringify(state)} [
      class="state${isFinal ? ' final' : ''}" peripheries=${isFinal ? 2 : 1}
      label=${JSON.stringify(inTwoLines(state, '_'))}
    ]`;
  });
  const edges = transitions.map((transition, index) => {
    const { from, to, operation } = transition;
    const leaving = transitions.filter((other) => other.from === from);
    // Side by side, many neighbors of one state would be wider than a phone.
    const length = leaving.length > 3 ? 1 + (leaving.indexOf(transition) % 3) : 1;
    return `${JSON.stringify(from)} -> ${JSON.stringify(to)} [
      id="transition-${index}" class="transition by-${kindOf(transition)}" minlen=${length}
      ${operation === undefined ? 'fontname=Helvetica fontsize=14' : ''}
      label=${JSON.stringify(inTwoLines(operation ?? kindOf(transition), '(?<=[a-z])(?=[A-Z])'))}
    ]`;
  });
  return `digraph {
    ranksep=0.2 nodesep=0.05
    node [shape=box style=rounded fontname=Courier fontsize=13 margin="0.08,0.04" height=0.35]
    edge [fontname=Courier fontsize=13 arrowsize=0.8]
    "" [class=start shape=point width=0.16]
    "" -> ${JSON.stringify(initial)} [class=start]
    ${[...states, ...edges].join('\n')}
  }`;
}

/** Breaks a long name behind a separator, where the longer of the two lines is shortest. */
function inTwoLines(name: string, separator: string): string {
  if (name.length <= 11) return name;
  const ends = [...name.matchAll(new RegExp(separator, 'g'))].map(
    ({ index, 0: found }) => index + found.length,
  );
  const longer = (end: number) => Math.max(end, name.length - end);
  const [end] = ends.toSorted((one, other) => longer(one) - longer(other));
  return end === undefined ? name : `${name.slice(0, end)}\n${name.slice(end)}`;
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

import { Graph, layout } from '@dagrejs/dagre';
import { divideStart, linesOf, sizeOfState, sizeOfWord } from './layout-sizes.ts';
import type { Axis, Box, Layout, Point } from './layout.ts';
import { statesOf } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';

/** What dagre makes different layouts of. */
export interface Arrangement {
  readonly along: Axis;
  /** How it breaks circles: greedily, or by following the transitions. */
  readonly greedy: boolean;
  /** The transition that it hears of first. */
  readonly first: number;
}

/** A line as dagre has laid it, with the box of its word. */
interface Edge extends Box {
  readonly points: readonly Point[];
}

/** Has dagre arrange the states of a lifecycle; all lines aim at the middle of their states. */
export function arrangeStates(lifecycle: Lifecycle, { along, greedy, first }: Arrangement): Layout {
  const { initial, transitions } = lifecycle;
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: along === 'y' ? 'TB' : 'LR',
    ...(greedy ? { acyclicer: 'greedy' } : {}),
    nodesep: 8,
    edgesep: 4,
    ranksep: 24,
    marginx: 4,
    marginy: 4,
  });
  for (const name of statesOf(lifecycle)) {
    graph.setNode(name, sizeOfState(name, lifecycle, along));
  }
  const edges = [...transitions.entries()];
  for (const [i, transition] of [...edges.slice(first), ...edges.slice(0, first)]) {
    const label = { ...sizeOfWord(transition), labelpos: 'c' };
    graph.setEdge(transition.from, transition.to, label, String(i));
  }
  layout(graph);

  const { width, height } = graph.graph() as Box;
  const boxOf = (name: string) => pick(graph.node(name) as Box);
  const { box, start } = divideStart(boxOf(initial), along);
  return {
    width,
    height,
    start,
    states: statesOf(lifecycle).map((name) => ({
      name,
      lines: linesOf(name),
      ...(name === initial ? box : boxOf(name)),
    })),
    arrows: transitions.map((transition, i) => {
      const edge = graph.edge(transition.from, transition.to, String(i)) as Edge;
      const word = pick(edge);
      return { transition, word, points: throughWord(edge.points, word, along) };
    }),
  };
}

/** Leads a line straight through its word, so that it does not run across the words beside it. */
function throughWord(points: readonly Point[], word: Box, along: Axis): Point[] {
  const [x, y] = along === 'y' ? [0, word.height / 2] : [word.width / 2, 0];
  const sides = [
    { x: word.x - x, y: word.y - y },
    { x: word.x + x, y: word.y + y },
  ];
  if (points[0]![along] > points.at(-1)![along]) sides.reverse();
  return points.flatMap((point) => (point.x === word.x && point.y === word.y ? sides : [point]));
}

/** The box alone, without what else dagre keeps with it. */
function pick({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

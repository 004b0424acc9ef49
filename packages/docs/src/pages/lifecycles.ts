/** The lifecycles of states: diagrams, and the same in tables. */
import type {
  Contract,
  Lifecycle,
  Transition,
} from '@agent-conversation/contract';
import {
  blocks,
  code,
  enumerate,
  line,
  list,
  table,
} from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import {
  certaintyOf,
  type Context,
  type LinkTo,
  operationLink,
} from './links.ts';
import { prose } from './prose.ts';

/** Returns the lifecycles of component schemas by the names of these, in the order of the contract. */
export function lifecyclesOf({ components }: Contract): Map<string, Lifecycle> {
  const lifecycles = new Map<string, Lifecycle>();
  for (const [name, schema] of Object.entries(components.schemas)) {
    const lifecycle = schema['x-lifecycle'];
    if (lifecycle) lifecycles.set(name, lifecycle);
  }
  return lifecycles;
}

/** The page of all lifecycles. */
export function lifecyclesPage(context: Context): string {
  const lifecycles = lifecyclesOf(context.contract);
  const sections = [...lifecycles].map(([name, lifecycle]) => {
    return section(context, name, lifecycle);
  });
  return blocks(
    '# Lifecycles',
    'The states of sandboxes, conversations and tasks, and what changes them: an operation, *time*, a *fault*, or ' +
      'something *external* to this interface.',
    ...sections,
  );
}

const columns = ['State', 'Next state', 'Cause', 'Meaning'];

function section(
  { contract, linkTo }: Context,
  name: string,
  lifecycle: Lifecycle,
): string {
  const schema = contract.components.schemas[name]!;
  const { initial, final } = lifecycle;
  const finalStates = final.map(code);
  const ends = enumerate(finalStates);
  const end = ends === '' ? 'No state is final' : `Final: ${ends}`;
  const certainty = certaintyOf(lifecycle, linkTo, ' transitions');
  return blocks(
    `## ${name}`,
    prose(schema.description ?? ''),
    lifecycleDiagram(name, lifecycle, linkTo),
    `The initial state is ${code(initial)}. ${end}. ${certainty}`,
    table(columns, rowsOf(lifecycle, linkTo)),
  );
}

function rowsOf(lifecycle: Lifecycle, linkTo: LinkTo): string[][] {
  const { transitions, unchanged, rejected } = lifecycle;
  const rows: string[][] = [];
  const add = (
    state: string,
    next: string,
    cause: string,
    description: string,
  ) => {
    const meaning = line(prose(description));
    rows.push([code(state), next, cause, meaning]);
  };

  for (const transition of transitions) {
    const { from, to, description } = transition;
    const cause = causeOf(transition, linkTo);
    add(from, code(to), cause, description);
  }
  for (const { in: state, operation, description } of unchanged) {
    const cause = operationLink(operation, linkTo);
    add(state, 'unchanged', cause, description);
  }
  for (const rejection of rejected) {
    const { in: state, operation, status, example } = rejection;
    const response = `rejected: ${status}, example ${code(example)}`;
    const cause = operationLink(operation, linkTo);
    add(state, response, cause, rejection.description);
  }
  return rows;
}

function causeOf({ operation, cause }: Transition, linkTo: LinkTo): string {
  return operation === undefined ? cause! : operationLink(operation, linkTo);
}

const linkedLifecycle = /^\[Lifecycle of (\w+)\]\(.*\)$/gm;

/** Draws each lifecycle that a paragraph of a guide links as `[Lifecycle of SandboxStatus](…)`. */
export function withDiagrams(
  markdown: string,
  { contract, linkTo }: Context,
): string {
  const lifecycles = lifecyclesOf(contract);
  return markdown.replaceAll(linkedLifecycle, (paragraph, name: string) => {
    const lifecycle = lifecycles.get(name);
    const diagram = lifecycle ? lifecycleDiagram(name, lifecycle, linkTo) : '';
    return blocks(diagram, paragraph);
  });
}

/** Draws a lifecycle: each state with what leads from it. Transitions between the same two states share an arrow. */
export function lifecycleDiagram(
  name: string,
  lifecycle: Lifecycle,
  linkTo: LinkTo,
): string {
  const { initial, final, transitions } = lifecycle;
  const states = new Set([initial]);
  for (const { from, to } of transitions) states.add(from).add(to);
  for (const state of final) states.add(state);
  const items = [...states].map((state) => {
    const leading = transitions.filter(({ from }) => from === state);
    const byTarget = Map.groupBy(leading, ({ to }) => to);
    const arrows = [...byTarget].map(([target, members]) => {
      const causes = members.map((transition) => causeOf(transition, linkTo));
      const text = causes.join(', ');
      return `${text} → ${code(target)}`;
    });
    const kinds: string[] = [];
    if (state === initial) kinds.push('initial');
    if (final.includes(state)) kinds.push('final');
    const isPlain = kinds.length === 0;
    const note = isPlain ? '' : ` (${kinds.join(', ')})`;
    const item = `${code(state)}${note}`;
    return `${item}\n${list(arrows)}`.trim();
  });
  const label = `Lifecycle of ${name}`;
  return container('lifecycle', { label }, list(items));
}

/** The lifecycles of states: diagrams, and the same in tables. */
import type { Contract, Lifecycle, Schema, Transition } from '@agent-conversation/contract';
import { blocks, code, enumerate, line, list, table } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import { certaintyOf, type Context, type LinkTo, operationLink } from './links.ts';
import { prose } from './prose.ts';

/** The component schemas that have a lifecycle, in the order of the contract. */
export function lifecyclesOf({ components }: Contract): [string, Schema, Lifecycle][] {
  return Object.entries(components.schemas).flatMap(([name, schema]) => {
    const { 'x-lifecycle': lifecycle } = schema;
    return lifecycle ? [[name, schema, lifecycle]] : [];
  });
}

/** The page of all lifecycles. */
export function lifecyclesPage(context: Context): string {
  return blocks(
    '# Lifecycles',
    'The states of sandboxes, conversations and tasks, and what changes them: an operation, *time*, a *fault*, or ' +
      'something *external* to this interface.',
    ...lifecyclesOf(context.contract).map((it) => section(context, ...it)),
  );
}

function section({ linkTo }: Context, name: string, schema: Schema, lifecycle: Lifecycle): string {
  const { initial, final, transitions, unchanged, rejected } = lifecycle;
  const end = final.length > 0 ? `Final: ${enumerate(final.map(code))}` : 'No state is final';
  const by = (id: string) => operationLink(id, linkTo);
  const rows = [
    ...transitions.map((it) => [
      it.from,
      code(it.to),
      it.operation ? by(it.operation) : it.cause!,
      it.description,
    ]),
    ...unchanged.map((it) => [it.in, 'unchanged', by(it.operation), it.description]),
    ...rejected.map((it) => {
      const response = `rejected: ${it.status}, example ${code(it.example)}`;
      return [it.in, response, by(it.operation), it.description];
    }),
  ];
  return blocks(
    `## ${name}`,
    prose(schema.description ?? ''),
    lifecycleDiagram(name, lifecycle, linkTo),
    `The initial state is ${code(initial)}. ${end}. ${certaintyOf(lifecycle, linkTo, ' transitions')}`,
    table(
      ['State', 'Next state', 'Cause', 'Meaning'],
      rows.map(([state = '', ...cells]) => [code(state), ...cells.map(line)]),
    ),
  );
}

/** Draws each lifecycle that a paragraph of a guide links as `[Lifecycle of SandboxStatus](…)`. */
export function withDiagrams(markdown: string, { contract, linkTo }: Context): string {
  return markdown.replaceAll(/^\[Lifecycle of (\w+)\]\(.*\)$/gm, (paragraph, name: string) => {
    const lifecycle = contract.components.schemas[name]?.['x-lifecycle'];
    return lifecycle ? blocks(lifecycleDiagram(name, lifecycle, linkTo), paragraph) : paragraph;
  });
}

/** Draws a lifecycle: each state with what leads from it. Transitions between the same two states share an arrow. */
export function lifecycleDiagram(
  name: string,
  { initial, final, transitions }: Lifecycle,
  linkTo: LinkTo,
): string {
  const states = new Set([initial, ...transitions.flatMap(({ from, to }) => [from, to]), ...final]);
  const causeOf = ({ operation, cause }: Transition) =>
    operation === undefined ? cause! : operationLink(operation, linkTo);
  const items = [...states].map((state) => {
    const leading = transitions.filter(({ from }) => from === state);
    const targets = [...Map.groupBy(leading, ({ to }) => to)];
    const arrows = targets.map(([to, own]) => `${own.map(causeOf).join(', ')} → ${code(to)}`);
    const kinds = [
      ...(state === initial ? ['initial'] : []),
      ...(final.includes(state) ? ['final'] : []),
    ];
    const note = kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
    return `${code(state)}${note}\n${list(arrows)}`.trim();
  });
  return container('lifecycle', { label: `Lifecycle of ${name}` }, list(items));
}

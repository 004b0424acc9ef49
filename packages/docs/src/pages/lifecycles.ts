/** The lifecycles of states: diagrams, and the same in tables. */
import type { Contract, Lifecycle, Schema, Transition } from '@agent-conversation/contract';
import { blocks, code, enumerate, fence, line, operationLink, table } from '../markdown-text.ts';
import { certaintyOf, type Context } from './links.ts';

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
    schema.description ?? '',
    lifecycleDiagram(name, lifecycle),
    `The initial state is ${code(initial)}. ${end}. ${certaintyOf(lifecycle, linkTo, ' transitions')}`,
    table(
      ['State', 'Next state', 'Cause', 'Meaning'],
      rows.map(([state = '', ...cells]) => [code(state), ...cells.map(line)]),
    ),
  );
}

/** Draws each lifecycle that a paragraph of a guide links as `[Lifecycle of SandboxStatus](…)`. */
export function withDiagrams(markdown: string, { components }: Contract): string {
  return markdown.replaceAll(/^\[Lifecycle of (\w+)\]\(.*\)$/gm, (paragraph, name: string) => {
    const lifecycle = components.schemas[name]?.['x-lifecycle'];
    return lifecycle ? blocks(lifecycleDiagram(name, lifecycle), paragraph) : paragraph;
  });
}

/** Draws a lifecycle. Transitions between the same two states share an arrow. */
export function lifecycleDiagram(name: string, { initial, final, transitions }: Lifecycle): string {
  const arrows = Map.groupBy(transitions, ({ from, to }) => `${from} --> ${to}`);
  const causes = (own: readonly Transition[]) =>
    own.map((it) => it.operation ?? it.cause).join(', ');
  const lines = [
    `accTitle: Lifecycle of ${name}`,
    `[*] --> ${initial}`,
    ...[...arrows].map(([arrow, own]) => `${arrow} : ${causes(own)}`),
    ...final.map((state) => `${state} --> [*]`),
  ];
  return fence('mermaid', ['stateDiagram-v2', ...lines.map((it) => `  ${it}`)].join('\n'));
}

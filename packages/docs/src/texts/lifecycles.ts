import type { LinkTo } from '../machines/links.ts';
import { blocks, code, operationLink, table } from '../machines/markdown-text.ts';
import { meaningAboveProvenance, provenanceText } from '../machines/provenance-text.ts';
import { causes, kindOf } from './lifecycle.ts';
import type { Lifecycle, StateSchema, Transition } from './lifecycle.ts';

/** The section of a schema with a lifecycle, which also says in words what its drawing shows. */
export function lifecycleMarkdown(name: string, schema: StateSchema, linkTo: LinkTo): string {
  const lifecycle = schema['x-lifecycle'];
  return blocks(
    `## ${name}`,
    meaningAboveProvenance(schema, linkTo),
    table(
      ['State', 'Meaning'],
      schema.enum.map((state) => [code(state), schema['x-enumDescriptions'][state] ?? '']),
    ),
    `${ends(lifecycle)} The changes in between: *${provenanceText(lifecycle, linkTo)}*`,
    table(
      ['From', 'To', 'By what', 'Why'],
      lifecycle.transitions.map((transition) => [
        code(transition.from),
        code(transition.to),
        causeOf(transition, linkTo),
        transition.description,
      ]),
    ),
    explainCauses(lifecycle.transitions),
    ...unchanged(lifecycle, linkTo),
    ...rejected(lifecycle, linkTo),
  );
}

function ends({ initial, final }: Lifecycle): string {
  const end =
    final.length > 0 ? `Final, and never left: ${final.map(code).join(', ')}` : 'None is final';
  return `It begins as ${code(initial)}. ${end}.`;
}

function causeOf(transition: Transition, linkTo: LinkTo): string {
  const { operation } = transition;
  return operation === undefined ? kindOf(transition) : operationLink(operation, linkTo);
}

function explainCauses(transitions: readonly Transition[]): string {
  const used = new Set(transitions.map(kindOf));
  return Object.entries(causes)
    .filter(([cause]) => used.has(cause))
    .map(([cause, meaning]) => `- *${cause}*: ${meaning}`)
    .join('\n');
}

function unchanged(lifecycle: Lifecycle, linkTo: LinkTo): string[] {
  if (lifecycle.unchanged.length === 0) return [];
  const rows = lifecycle.unchanged.map(({ in: state, operation, description }) => [
    code(state),
    operationLink(operation, linkTo),
    description,
  ]);
  return [
    'These calls succeed and leave the state as it is.',
    table(['In', 'Operation', 'Why'], rows),
  ];
}

function rejected(lifecycle: Lifecycle, linkTo: LinkTo): string[] {
  if (lifecycle.rejected.length === 0) return [];
  const rows = lifecycle.rejected.map(({ in: state, operation, status, example, description }) => [
    code(state),
    operationLink(operation, linkTo),
    status,
    code(example),
    description,
  ]);
  return [
    'These requests are rejected. The example of the operation shows the response.',
    table(['In', 'Operation', 'Status', 'Example', 'Why'], rows),
  ];
}

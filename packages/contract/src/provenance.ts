/** The generation and the provenance of elements. */
import { childOf, textOf, upperFirst } from './json.ts';

/** How certain an element is. */
export type Provenance = 'documented' | 'observed' | 'assumed';

/** From the surest to the least sure. */
export const provenances: readonly Provenance[] = [
  'documented',
  'observed',
  'assumed',
];

/** Returns the generation of the interface that a path belongs to. */
export function generationOf(path: string): 'v0' | 'v1' {
  return path.startsWith('/api/v1/') ? 'v1' : 'v0';
}

/** What `x-assumed` can name, as openapi/README.md defines it. */
const aspects: Readonly<Record<string, string>> = {
  meaning: 'Meaning assumed',
  omission: 'Behavior without it assumed',
};

/**
 * States how certain an element is, such as `Observed (D03). Meaning assumed (D39).`; empty if it has no annotation.
 *
 * @param covers limits what the annotation covers, such as `: method, path and purpose`
 * @param show writes the id of a decision, as a link for example
 */
export function provenanceText(
  element: object,
  covers = '',
  show = (id: string) => id,
): string {
  const provenance = textOf(childOf(element, 'x-provenance'));
  const decision = childOf(element, 'x-decision');
  const reason = (id: unknown) =>
    typeof id === 'string' ? ` (${show(id)})` : '';
  const assumed = Object.entries(childOf(element, 'x-assumed') ?? {});
  return [
    ...(provenance
      ? [`${upperFirst(provenance)}${covers}${reason(decision)}.`]
      : []),
    ...assumed.map(
      ([aspect, id]) => `${aspects[aspect] ?? 'Assumed'}${reason(id)}.`,
    ),
  ].join(' ');
}

/** What the annotation of an operation covers: the sources document no payloads of V1. */
export function provenanceCovers(path: string): string {
  return generationOf(path) === 'v1' ? ': method, path and purpose' : '';
}

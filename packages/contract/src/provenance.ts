/** The generation and the provenance of elements. */
import type { Operation } from './document.ts';
import { childOf, textOf, upperFirst } from './json.ts';

/** How certain an element is. */
export type Provenance = 'documented' | 'observed' | 'assumed';

/** From the surest to the least sure. */
export const provenances: readonly Provenance[] = ['documented', 'observed', 'assumed'];

/** Returns the generation of some operations, which their paths state; `none` if there are no operations. */
export function generationOf(operations: readonly Operation[]): 'v0' | 'v1' | 'both' | 'none' {
  const isV1 = operations.map(({ path }) => path.startsWith('/api/v1/'));
  if (isV1.length === 0) return 'none';
  if (isV1.every(Boolean)) return 'v1';
  return isV1.some(Boolean) ? 'both' : 'v0';
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
export function provenanceText(element: object, covers = '', show = (id: string) => id): string {
  const provenance = textOf(childOf(element, 'x-provenance'));
  const decision = childOf(element, 'x-decision');
  const reason = (id: unknown) => (typeof id === 'string' ? ` (${show(id)})` : '');
  const assumed = Object.entries(childOf(element, 'x-assumed') ?? {});
  return [
    ...(provenance ? [`${upperFirst(provenance)}${covers}${reason(decision)}.`] : []),
    ...assumed.map(([aspect, id]) => `${aspects[aspect] ?? 'Assumed'}${reason(id)}.`),
  ].join(' ');
}

/** What the annotation of an operation covers: the sources document no payloads of V1. */
export function provenanceCovers(path: string): string {
  return path.startsWith('/api/v1/') ? ': method, path and purpose' : '';
}

/** Finds the operations that use an element, and what is said about it: its generation and provenance. */
import { methods, type Operation, operationsOf, resolve, targetsFrom } from './document.ts';
import { childOf, type JsonObject, listOf, pointerTo, stepsOf, valueAt } from './json.ts';

/** How certain an element is. */
export type Provenance = 'documented' | 'observed' | 'assumed';

/** From the surest to the least sure. */
export const provenances: readonly Provenance[] = ['documented', 'observed', 'assumed'];

export type Direction = 'request' | 'response';

/** An operation that uses an element; the direction is undefined for the operation as a whole. */
export interface Use {
  readonly operation: Operation;
  readonly direction: Direction | undefined;
}

/** Finds the uses of an element by its pointer. */
export type Usage = (pointer: string) => readonly Use[];

/** Follows the references of each operation once. */
export function usageOf(root: JsonObject): Usage {
  const operations = operationsOf(root);
  const components = new Map<string, Use[]>();
  for (const operation of operations) {
    const { parameters, requestBody, responses } = operation.value;
    const parts = { request: [parameters, requestBody], response: [responses] };
    for (const direction of ['request', 'response'] as const) {
      for (const target of targetsFrom(root, parts[direction])) {
        components.set(target, [...(components.get(target) ?? []), { operation, direction }]);
      }
    }
  }
  return (pointer) => {
    const [section, second = '', third = '', fourth] = stepsOf(pointer);
    if (section === 'paths') {
      const isOne = methods.includes(third);
      return operations
        .filter(({ path, method }) => path === second && (!isOne || method === third))
        .map((operation) => ({ operation, direction: directionOf(isOne ? fourth : third) }));
    }
    const isScheme = section === 'components' && second === 'securitySchemes';
    if (section === 'servers' || isScheme) {
      const demands = ({ value }: Operation) =>
        listOf(value['security'] ?? root['security']).some((it) => childOf(it, third));
      return operations
        .filter((it) => !isScheme || demands(it))
        .map((operation) => ({ operation, direction: 'request' }));
    }
    return components.get(pointerTo('', section ?? '', second, third)) ?? [];
  };
}

function directionOf(part: string | undefined): Direction | undefined {
  if (part === 'parameters' || part === 'requestBody') return 'request';
  return part === 'responses' ? 'response' : undefined;
}

/** Returns the generation of some operations, which their paths state; `none` if there are no operations. */
export function generationOf(operations: readonly Operation[]): 'v0' | 'v1' | 'both' | 'none' {
  const isV1 = operations.map(({ path }) => path.startsWith('/api/v1/'));
  if (isV1.length === 0) return 'none';
  if (isV1.every(Boolean)) return 'v1';
  return isV1.some(Boolean) ? 'both' : 'v0';
}

/** Returns the nearest annotation of an element or around it; `documented` if there is none. */
export function provenanceAt(root: JsonObject, pointer: string): Provenance {
  const steps = stepsOf(pointer);
  const isReferring = /^(parameters|responses)$/;
  const all = steps.map((_, at) => {
    const node = valueAt(root, pointerTo('', ...steps.slice(0, at + 1)));
    // A parameter or response has the annotation of what it refers to; a schema has its own.
    const isEntry = steps[0] === 'paths' && at < 5 && isReferring.test(steps[at - 1] ?? '');
    return childOf(isEntry ? resolve(root, node).value : node, 'x-provenance');
  });
  const nearest = all.findLast((it) => provenances.some((known) => known === it));
  return (nearest as Provenance | undefined) ?? 'documented';
}

const phrases: Readonly<Record<Provenance, string>> = {
  documented: 'Documented',
  observed: 'Observed',
  assumed: 'Assumed',
};

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
  const phrase = phrases[childOf(element, 'x-provenance') as Provenance];
  const decision = childOf(element, 'x-decision');
  const reason = (id: unknown) => (typeof id === 'string' ? ` (${show(id)})` : '');
  const assumed = Object.entries(childOf(element, 'x-assumed') ?? {});
  return [
    ...(phrase ? [`${phrase}${covers}${reason(decision)}.`] : []),
    ...assumed.map(([aspect, id]) => `${aspects[aspect] ?? 'Assumed'}${reason(id)}.`),
  ].join(' ');
}

/** What the annotation of an operation covers: the sources document no payloads of V1. */
export function provenanceCovers(path: string): string {
  return path.startsWith('/api/v1/') ? ': method, path and purpose' : '';
}

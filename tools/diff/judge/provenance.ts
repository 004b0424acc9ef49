import type { Change } from '../model/change.ts';
import type { JsonRecord } from '../model/json.ts';
import { member } from '../model/json.ts';
import { outwards, valueAt } from '../model/pointer.ts';
import { targetOf } from '../model/references.ts';

/** Where an element comes from. */
export type Provenance = Change['provenance'];

const provenances: readonly unknown[] = ['documented', 'observed', 'assumed'];

/** A parameter or an answer of an operation, whose mark is with the component that it refers to. */
const isEntry = /^\/paths\/[^/]+\/(?:[^/]+\/)?(?:parameters|responses)\/[^/]+$/;

/** Where the element at a pointer comes from: by its own mark, or the nearest around it. */
export function provenanceAt(root: JsonRecord, pointer: string): Provenance {
  for (const place of outwards(pointer)) {
    const value = valueAt(root, place);
    const $ref = member(value, '$ref');
    const referred =
      isEntry.test(place) && typeof $ref === 'string' ? valueAt(root, targetOf($ref)) : undefined;
    const mark = member(value, 'x-provenance') ?? member(referred, 'x-provenance');
    if (isProvenance(mark)) return mark;
  }
  // What bears no mark, such as a server, is part of what the service's interface document speaks of.
  return 'documented';
}

function isProvenance(value: unknown): value is Provenance {
  return provenances.includes(value);
}

/** Whether one is less than the other. */
export function isLower(one: Provenance, other: Provenance): boolean {
  return provenances.indexOf(one) > provenances.indexOf(other);
}

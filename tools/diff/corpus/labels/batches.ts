import type { LabelledChange } from './labelled-change.ts';

interface Batch {
  readonly changes: LabelledChange[];
  readonly pointers: Set<string>;
  /** Elements below which nothing else changes. */
  readonly closed: Set<string>;
}

const isBelow = (pointer: string, above: string) => pointer.startsWith(`${above}/`);

function takes({ pointers, closed }: Batch, { beside, expected }: LabelledChange): boolean {
  return expected.every(
    ({ pointer }) =>
      !pointers.has(pointer) &&
      ![...closed].some((above) => isBelow(pointer, above)) &&
      !(beside === 'nothing below' && [...pointers].some((taken) => isBelow(taken, pointer))),
  );
}

/**
 * Puts changes that may stand together into as few batches as come of taking them in order.
 * In a batch each change has elements of its own, so that what is told of an element is told of one change.
 */
export function batchesOf(
  changes: readonly LabelledChange[],
): readonly (readonly LabelledChange[])[] {
  const batches: Batch[] = [];
  for (const change of changes.filter(({ beside }) => beside !== 'nothing')) {
    let batch = batches.find((other) => takes(other, change));
    if (batch === undefined) {
      batch = { changes: [], pointers: new Set(), closed: new Set() };
      batches.push(batch);
    }
    batch.changes.push(change);
    for (const { pointer } of change.expected) {
      batch.pointers.add(pointer);
      if (change.beside === 'nothing below') batch.closed.add(pointer);
    }
  }
  return batches.map(({ changes: together }) => together);
}

import { compareContracts, ownChanges } from '../../index.ts';
import type { Change } from '../../model/change.ts';
import { documentsOf } from './documents.ts';
import type { LabelledChange } from './labelled-change.ts';

function bothSides(changes: readonly LabelledChange[]) {
  const { before, after } = documentsOf(changes);
  return [
    { text: JSON.stringify(before), file: 'openapi/released/openapi.yaml' },
    { text: JSON.stringify(after), file: 'openapi/dist/openapi.json' },
  ] as const;
}

/** What is told of changes that are made together. */
export async function changesTold(changes: readonly LabelledChange[]): Promise<readonly Change[]> {
  return compareContracts(...bothSides(changes));
}

/** What our own rules tell of them, without oasdiff, which takes most of the time. */
export function ownChangesTold(changes: readonly LabelledChange[]): readonly Change[] {
  return ownChanges(...bothSides(changes));
}

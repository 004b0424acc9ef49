import { namesOf } from '../contract/pointer.ts';
import type { LabelledChange } from './labelled-change.ts';

/** In what sort of place an element is, such as among `properties`, or as `items`. */
function placeOf(pointer: string): string {
  const names = namesOf(pointer);
  if (names[0] !== 'components') return '';
  if (names.at(-2) === 'properties') return 'properties';
  return names.length > 3 ? (names.at(-1) ?? '') : (names[1] ?? '');
}

/** What changes of one kind may differ in: where they are, whom they break, and whether they need an approval. */
const classOf = ({ kind, expected }: LabelledChange): string =>
  JSON.stringify([
    kind,
    ...expected.map(({ effect, breaks, needsApproval, pointer }) => [
      effect,
      breaks,
      needsApproval,
      // What only people read is the same everywhere.
      effect === 'editorial' ? '' : placeOf(pointer),
    ]),
  ]);

/** One change of each kind for each sort of place and each way in which the kind is judged: the first of the corpus. */
export function representativesOf(changes: readonly LabelledChange[]): readonly LabelledChange[] {
  const byClass = new Map<string, LabelledChange>();
  for (const change of changes)
    if (!byClass.has(classOf(change))) byClass.set(classOf(change), change);
  return [...byClass.values()];
}

import { ownChanges } from '../../compare/compare-contracts.ts';
import type { Change } from '../../model/change.ts';
import { isList, type Json, type JsonRecord } from '../../model/json.ts';
import { namesOf, valueAt } from '../../model/pointer.ts';
import { base } from './base.ts';
import type { Case, Edits } from './case.ts';

/** What our rules tell of a case. */
export function changesOf({ given = {}, edit }: Pick<Case, 'given' | 'edit'>): readonly Change[] {
  const [released, current] = documentsOf({ given, edit });
  return ownChanges(
    { text: JSON.stringify(released), file: 'released.json' },
    { text: JSON.stringify(current), file: 'current.json' },
  );
}

/** The released document of a case, and the current one. */
export function documentsOf({
  given = {},
  edit,
}: Pick<Case, 'given' | 'edit'>): readonly [released: JsonRecord, current: JsonRecord] {
  const released = edited(base, given);
  return [released, edited(released, edit)];
}

/** The rule, and whom the change breaks or else its effect. */
export function inShort({ rule, effect, breaks }: Change): string {
  return `${rule} ${effect === 'breaking' ? breaks.join('+') : effect}`;
}

function edited(document: JsonRecord, edits: Edits): JsonRecord {
  const copy = structuredClone(document);
  for (const [pointer, value] of Object.entries(edits)) put(copy, pointer, value);
  return copy;
}

function put(document: JsonRecord, pointer: string, value: Json | undefined): void {
  const name = namesOf(pointer).at(-1) ?? '';
  const holder = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/'))) as
    Record<string, Json> | Json[] | undefined;
  if (holder === undefined) throw new Error(`There is nothing around ${pointer}`);
  const copy = value === undefined ? undefined : structuredClone(value);
  if (isList(holder)) holder.splice(Number(name), 1, ...(copy === undefined ? [] : [copy]));
  else if (copy === undefined) delete holder[name];
  else holder[name] = copy;
}

import { type Json, type JsonObject, isObject } from './json.ts';
import { namesOf, valueAt } from './pointer.ts';

/** Where an element comes from. */
export type Provenance = 'documented' | 'observed' | 'assumed';

const isProvenance = (value: Json | undefined): value is Provenance =>
  value === 'documented' || value === 'observed' || value === 'assumed';

/** An operation's parameter or answer that stands elsewhere has the mark of the place where it stands. */
const isEntryOfOperation = (names: readonly string[]) =>
  names[0] === 'paths' &&
  names.length === 5 &&
  (names[3] === 'parameters' || names[3] === 'responses');

/** The nearest mark at or above a pointer. What has none, such as a server, counts as documented. */
export function provenanceAt(contract: JsonObject, pointer: string): Provenance {
  const names = namesOf(pointer);
  let value: Json | undefined = contract;
  let nearest: Provenance = 'documented';
  for (const [depth, name] of names.entries()) {
    value = Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined;
    if (!isObject(value)) continue;
    const { $ref } = value;
    const target: Json | undefined =
      isEntryOfOperation(names.slice(0, depth + 1)) && typeof $ref === 'string'
        ? valueAt(contract, $ref.slice(1))
        : value;
    if (isObject(target) && isProvenance(target['x-provenance'])) nearest = target['x-provenance'];
  }
  return nearest;
}

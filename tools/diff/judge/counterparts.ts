import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract } from '../model/contract.ts';
import { isRecord, member } from '../model/json.ts';
import { namesOf, valueAt } from '../model/pointer.ts';

const text = readFileSync(new URL('counterparts.yaml', import.meta.url), 'utf8');

/** What the V1 generation has in place of parts of the legacy one, by operationIds and names such as `A.b`. */
export const counterparts = parse(text) as Readonly<
  Record<'operations' | 'schemas' | 'members', Readonly<Record<string, string>>>
>;

/** A sentence that names what V1 has in place of a legacy element; empty if it has nothing. */
export function counterpart({ root }: Contract, pointer: string): string {
  const names = namesOf(pointer);
  const [first, second, schema = '', properties, name = ''] = names;
  if (first === 'paths' && names.length === 3) {
    const id = member(valueAt(root, pointer), 'operationId');
    const other = typeof id === 'string' ? counterparts.operations[id] : undefined;
    return other ? `In V1, \`${other}\` takes its place.` : '';
  }
  if (first !== 'components' || second !== 'schemas') return '';
  if (names.length === 3) {
    const other = counterparts.schemas[schema];
    return other && isRecord(valueAt(root, pointer)) ? `In V1, \`${other}\` takes its place.` : '';
  }
  const other =
    names.length === 5 && properties === 'properties'
      ? counterparts.members[`${schema}.${name}`]
      : undefined;
  return other ? `In V1, \`${other}\` takes its place.` : '';
}

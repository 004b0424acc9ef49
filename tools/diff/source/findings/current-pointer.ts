import { pairedOperations } from '../../judge/paired-operations.ts';
import type { Contract } from '../../model/contract.ts';
import { isWithin } from '../contract/is-within.ts';

/**
 * Where an element of the released contract stands in the current one: an operation may have moved to another path.
 *
 * @returns the same JSON Pointer (RFC 6901) for what has not moved, be it there or not
 */
export function currentPointer(pointer: string, released: Contract, current: Contract): string {
  const { both } = pairedOperations(released, current);
  const same = both.find((it) => isWithin(pointer, it.released.pointer));
  return same ? same.current.pointer + pointer.slice(same.released.pointer.length) : pointer;
}

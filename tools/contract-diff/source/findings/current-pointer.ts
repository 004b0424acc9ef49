import { operationsOf } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { isWithin } from '../contract/is-within.ts';

/**
 * Where an element of the released contract stands in the current one: an operation may have moved to another path.
 *
 * @returns the same JSON Pointer (RFC 6901) for what has not moved, be it there or not
 */
export function currentPointer(pointer: string, released: Contract, current: Contract): string {
  const operation = operationsOf(released).find((it) => isWithin(pointer, it.pointer));
  if (!operation) return pointer;
  const others = operationsOf(current);
  const same =
    others.find((it) => it.pointer === operation.pointer) ??
    others.find((it) => it.id === operation.id);
  return same ? same.pointer + pointer.slice(operation.pointer.length) : pointer;
}

import type { Contract } from '../model/contract.ts';
import { type Matched, matched } from '../model/matched.ts';
import { type Operation, operationsOf } from './operations.ts';

/** The operations of two contracts: those that are called in the same way, then those of the same name. */
export function pairedOperations(released: Contract, current: Contract): Matched<Operation> {
  return matched(operationsOf(released), operationsOf(current), [
    (one, other) => one.pointer === other.pointer,
    isCalledAlike,
    (one, other) => one.id === other.id,
  ]);
}

/** Whether operations are called in the same way, whatever the parameters in their paths are called. */
export function isCalledAlike(one: Operation, other: Operation): boolean {
  return one.method === other.method && formOf(one.path) === formOf(other.path);
}

function formOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

import { type Operation, operationsOf } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { isList, isRecord, member } from '../../model/json.ts';
import { below, outwards, valueAt } from '../../model/pointer.ts';
import { type Parameter, parametersIn } from '../contract/parameters.ts';
import { currentPointer } from './current-pointer.ts';

/**
 * What a part of the contract has got besides, so that a program which knows all of it does not any more: members
 * that are new and required; parameters that are new and required, or gone; answers that are new.
 *
 * @param pointer of an object, an operation, or the answers of one, in the released contract
 * @returns their JSON Pointers (RFC 6901)
 */
export function newDemands(pointer: string, released: Contract, current: Contract): string[] {
  const [, around] = outwards(pointer);
  const operations = operationsOf(released);
  const operation = operations.find((it) => it.pointer === pointer);
  const now = currentPointer(pointer, released, current);
  if (operation) return parametersBetween(operation, now, released, current);
  const before = valueAt(released.root, pointer);
  const after = valueAt(current.root, now);
  if (operations.some((it) => it.pointer === around)) {
    return Object.keys(isRecord(after) ? after : {})
      .filter((status) => member(before, status) === undefined)
      .map((status) => below(now, status));
  }
  const required = member(after, 'required');
  return (isList(required) ? required : [])
    .map(String)
    .filter((name) => member(member(after, 'properties'), name) !== undefined)
    .filter((name) => member(member(before, 'properties'), name) === undefined)
    .map((name) => below(now, 'properties', name));
}

function parametersBetween(
  operation: Operation,
  pointer: string,
  released: Contract,
  current: Contract,
): string[] {
  const other = operationsOf(current).find((it) => it.pointer === pointer);
  if (!other) return [];
  const before = parametersIn(released, operation);
  const after = parametersIn(current, other);
  const isIn = (list: readonly Parameter[]) => (it: Parameter) =>
    list.some(({ name, in: place }) => name === it.name && place === it.in);
  return [
    ...after.filter((it) => it.isRequired && !isIn(before)(it)),
    ...before.filter((it) => !isIn(after)(it)),
  ].map(({ entry }) => entry);
}

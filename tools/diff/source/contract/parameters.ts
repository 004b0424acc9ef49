import type { Operation } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { isList, type Json, member } from '../../model/json.ts';
import { below, valueAt } from '../../model/pointer.ts';
import { targetOf } from '../../model/references.ts';

/** A parameter of an operation, as far as programs notice it. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  /** Where the operation has it, as a JSON Pointer (RFC 6901). */
  readonly entry: string;
  /** Where it is described: in the operation, or among the components. */
  readonly pointer: string;
}

/** The parameters of an operation, in its order. */
export function parametersIn({ root }: Contract, { value, pointer }: Operation): Parameter[] {
  const { parameters = [] } = value;
  return (isList(parameters) ? parameters : []).map((part, index) => {
    const entry = below(pointer, 'parameters', index);
    const place = partPointer(part, entry);
    const described = valueAt(root, place);
    return {
      name: textOf(member(described, 'name')),
      in: textOf(member(described, 'in')),
      isRequired: member(described, 'required') === true,
      entry,
      pointer: place,
    };
  });
}

/** Where a part of an operation is described: what its reference leads to, or where it stands. */
export function partPointer(part: Json | undefined, pointer: string): string {
  const $ref = member(part, '$ref');
  return typeof $ref === 'string' ? targetOf($ref) : pointer;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

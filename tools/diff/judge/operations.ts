import type { Contract } from '../model/contract.ts';
import { isRecord, type Json, type JsonRecord, member } from '../model/json.ts';
import { below } from '../model/pointer.ts';

/** The members of a path item that are operations. */
export const methods: readonly string[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
];

/** An operation of a contract. */
export interface Operation {
  readonly pointer: string;
  /** Its operationId; method and path, if it has none. */
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly value: JsonRecord;
  /** The parameters that its path has for all operations. */
  readonly shared: Json | undefined;
}

/** The operations of a contract, in its order. */
export function operationsOf({ root }: Contract): readonly Operation[] {
  const paths = root['paths'];
  if (!isRecord(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const value = member(item, method);
      if (!isRecord(value)) return [];
      const { operationId } = value;
      const id = typeof operationId === 'string' ? operationId : `${method.toUpperCase()} ${path}`;
      const pointer = below('/paths', path, method);
      return [{ pointer, id, path, method, value, shared: member(item, 'parameters') }];
    }),
  );
}

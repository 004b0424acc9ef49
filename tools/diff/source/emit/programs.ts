import { Refusal } from '../../../../packages/client/scripts/document.ts';
import { readOperations } from '../../../../packages/client/scripts/operations.ts';
import { operationsOf } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { DiffInputError } from '../../model/diff-input-error.ts';
import { bundleOf } from '../contract/bundle.ts';
import { operationProgram } from './operation-program.ts';
import { schemaPointer } from './imports.ts';
import { schemaProgram } from './schema-program.ts';
import { UnknownType } from './type-text.ts';
import type { Program } from './use.ts';

/**
 * The programs that rely on everything in a contract: one for each named schema, and one for each operation.
 *
 * @throws {DiffInputError} when the contract has something of which no program or no client can be made
 */
export function madePrograms(contract: Contract): Program[] {
  const bundle = bundleOf(contract);
  const placed = new Map(operationsOf(contract).map((it) => [it.id, it]));
  return [
    ...Object.keys(bundle.components.schemas).map((name) =>
      orRefused(contract, schemaPointer(name), () => schemaProgram(contract, name)),
    ),
    ...orRefused(contract, '/paths', () => readOperations(bundle)).map((it) =>
      operationProgram(contract, placed.get(it.id)!, it),
    ),
  ];
}

function orRefused<T>({ file, lineAt }: Contract, pointer: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) {
      throw new DiffInputError(file, lineAt(error.pointer.slice(1)), error.message);
    }
    if (error instanceof UnknownType)
      throw new DiffInputError(file, lineAt(pointer), error.message);
    throw error;
  }
}

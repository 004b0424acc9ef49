import { readOperations } from '../../../../packages/client/scripts/operations.ts';
import { operationsOf } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { bundleOf } from '../contract/bundle.ts';
import { operationProgram } from './operation-program.ts';
import { schemaProgram } from './schema-program.ts';
import type { Program } from './use.ts';

/**
 * The programs that rely on everything in a contract: one for each named schema, and one for each operation.
 *
 * @throws {Error} when the contract has something of which no program or no client can be made
 */
export function madePrograms(contract: Contract): Program[] {
  const bundle = bundleOf(contract);
  const placed = new Map(operationsOf(contract).map((it) => [it.id, it]));
  return [
    ...Object.keys(bundle.components.schemas).map((name) => schemaProgram(contract, name)),
    ...readOperations(bundle).map((it) => operationProgram(contract, placed.get(it.id)!, it)),
  ];
}

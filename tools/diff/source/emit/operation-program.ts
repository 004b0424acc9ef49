import type { Operation } from '../../../../packages/client/scripts/operation.ts';
import type { Operation as PlacedOperation } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { parametersIn } from '../contract/parameters.ts';
import { answerUses } from './answer-uses.ts';
import { callUses } from './call-uses.ts';
import { parameterUses } from './parameter-uses.ts';
import type { Program } from './use.ts';

/** The program that relies on everything that an operation says: on its names, its parameters, its answers. */
export function operationProgram(
  contract: Contract,
  placed: PlacedOperation,
  operation: Operation,
): Program {
  const parameters = parametersIn(contract, placed);
  return {
    name: `operations/${operation.id}.ts`,
    needsClient: true,
    uses: [
      ...callUses(operation, placed, parameters),
      ...parameterUses(operation, parameters),
      ...answerUses(operation, placed),
    ],
  };
}

/** The bundled contract, its operations and their validators. */
import {
  type Contract,
  type ContractOperation,
  contractOperations,
  dereference,
  type Reference,
} from '@agent-conversation/contract';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  type OperationId,
  operations as all,
  type OperationValidator,
} from '@agent-conversation/validators';

export {
  type Contract,
  generationOf,
  type Reference,
  type Schema,
} from '@agent-conversation/contract';

export const contract = bundle as unknown as Contract;

/** An operation of the bundled contract; each of its bodies has content. */
export interface Operation extends ContractOperation {
  readonly operationId: OperationId;
}

/** The operations of the bundled contract, in its order. */
export const operations = contractOperations(contract) as readonly Operation[];

const byId = new Map(operations.map((it) => [it.operationId, it]));

/** Returns an operation of the bundled contract. */
export function operationOf(id: OperationId): Operation {
  return byId.get(id)!;
}

/** The validators of the operations of the bundled contract, without the types of their values. */
export const validators = all as Readonly<Record<OperationId, OperationValidator<OperationId>>>;

/** Returns an element of the bundled contract in place of a reference to it. */
export function resolve<T extends object>(value: T | Reference): T {
  return dereference(contract, value);
}

/** The bundled contract, its operations and their validators. */
import {
  type Contract,
  type ContractOperation,
  dereference,
  operationsOf,
  parametersOf,
  type Reference,
  secretNamesIn,
} from '@agent-conversation/contract';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  type OperationId,
  operations as all,
  type OperationValidator,
} from '@agent-conversation/validators';

export const contract = bundle as unknown as Contract;

/** The headers of keys, each with its security scheme (OpenAPI 3.1.1, section 4.8.27). */
export const keyHeaders = Object.entries(contract.components.securitySchemes).map(
  ([scheme, { name }]) => ({ scheme, name }),
);
export const keyHeader = keyHeaders[0]!.name;

/** The names of all properties that the contract annotates as secret, such as `session_api_key`. */
export const secretNames: ReadonlySet<string> = new Set(secretNamesIn(contract));

/** Returns an operation with its method, in small letters, and its path; only its responses can be references. */
function readOperation(it: ContractOperation) {
  const { method, path, value } = it;
  const requestBody = value.requestBody && resolve(value.requestBody);
  const operationId = value.operationId as OperationId;
  return {
    ...value,
    operationId,
    method,
    path,
    requestBody,
    parameters: parametersOf(contract, it),
  };
}

export type Operation = ReturnType<typeof readOperation>;

/** The operations of the bundled contract, in its order. */
export const operations: readonly Operation[] = operationsOf(contract).map(readOperation);

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

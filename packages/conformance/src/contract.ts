/** The bundled contract, its operations and their validators. */
import {
  type Contract,
  dereference,
  type OperationObject,
  operationsOf,
  type Parameter,
  parametersOf,
  type Reference,
  type RequestBody,
  type Response,
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
  type Parameter,
  type Reference,
  type Schema,
} from '@agent-conversation/contract';

/** A request or response body; each one of the contract has content. */
type Body = RequestBody & Omit<Response, 'content'>;

export const contract = bundle as unknown as Contract;

/** An operation with its method, in small letters, its path, and its location as a JSON Pointer. */
export interface Operation extends Pick<OperationObject, 'security'> {
  readonly operationId: OperationId;
  readonly pointer: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: Readonly<Record<string, Body>>;
}

/** The operations of the bundled contract, in its order. */
export const operations: readonly Operation[] = operationsOf(contract).map((it) => {
  const { pointer, method, path, value } = it;
  const parameters = parametersOf(contract, it);
  const requestBody = value.requestBody && resolve<RequestBody>(value.requestBody);
  const declared = Object.entries(value.responses);
  const responses = Object.fromEntries(declared.map(([status, one]) => [status, resolve(one)]));
  return { ...value, pointer, method, path, parameters, requestBody, responses } as Operation;
});

/** Returns an operation of the bundled contract. */
export function operationOf(id: OperationId): Operation {
  return operations.find((it) => it.operationId === id)!;
}

/** The validators of the operations of the bundled contract, without the types of their values. */
export const validators = all as Readonly<Record<OperationId, OperationValidator<OperationId>>>;

/** Returns an element of the bundled contract in place of a reference to it. */
export function resolve<T extends object>(value: T | Reference): T {
  return dereference(contract, value);
}

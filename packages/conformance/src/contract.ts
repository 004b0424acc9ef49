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
export interface Operation extends Omit<
  OperationObject,
  'operationId' | 'parameters' | 'requestBody' | 'responses'
> {
  readonly operationId: OperationId;
  readonly pointer: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Body>>;
}

/** The operations of the bundled contract, in its order. */
export const operations: readonly Operation[] = operationsOf(contract).map((it) => {
  const { pointer, method, path, value } = it;
  const { requestBody: body, responses: declared } = value;
  const parameters = parametersOf(contract, it);
  const requestBody = body && { requestBody: dereference<RequestBody>(contract, body) };
  const statuses = Object.entries(declared).map(([status, response]) => [
    status,
    resolve(response),
  ]);
  const responses = Object.fromEntries(statuses) as Operation['responses'];
  return { ...value, ...requestBody, pointer, method, path, parameters, responses } as Operation;
});

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

import type { OperationId } from '@agent-conversation/validators';
import { type Call, json, operationOf, pathTo } from '../call.ts';
import { type Parameter, resolve } from '../../contract.ts';
import { madeUp, madeUpUuid } from '../random.ts';

/** The simplest call of an operation. The ids that it names are unknown. */
export function plainCall(operation: OperationId, seed: number): Call {
  const { path, requestBody, parameters = [] } = operationOf(operation);
  // Of a request without them, the response is only assumed.
  const expected = parameters
    .map(resolve<Parameter>)
    .filter((it) => it['x-assumed']?.omission !== undefined)
    .map(({ name }) => `${name}=${madeUpUuid(seed, operation)}`);
  return {
    operation,
    query: expected,
    ...(path.includes('{') && { path: pathTo(operation, madeUp(seed, operation)) }),
    ...(requestBody && json({})),
  };
}

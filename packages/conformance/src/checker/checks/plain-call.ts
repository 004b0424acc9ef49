import type { OperationId } from '@agent-conversation/validators';
import { type Call, json, operationOf, pathTo } from '../call.ts';
import { madeUp } from '../random.ts';

/** The simplest call of an operation. What it names in its path, nobody has. */
export function plainCall(operation: OperationId, seed: number): Call {
  const { path, requestBody } = operationOf(operation);
  return {
    operation,
    ...(path.includes('{') && { path: pathTo(operation, madeUp(seed, operation)) }),
    ...(requestBody && json({})),
  };
}

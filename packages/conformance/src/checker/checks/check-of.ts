import type { OperationId } from '@agent-conversation/validators';
import { operationOf } from '../call.ts';
import { generationOf } from '../../contract.ts';
import type { Check } from '../check.ts';

/** What a kind of check says of one operation. */
export interface CheckParts extends Pick<Check, 'title' | 'run'> {
  /** By default, whether the operation may change something. */
  readonly writes?: boolean;
}

/** A check of an operation; its id is the operation and the kind. */
export function checkOf(operation: OperationId, kind: string, parts: CheckParts): Check {
  const { method, path } = operationOf(operation);
  const generation = generationOf(path);
  return { id: `${operation}.${kind}`, operation, generation, writes: method !== 'get', ...parts };
}

import type { OperationId } from '@agent-conversation/validators';
import { generationOf } from '../contract.ts';
import { operationOf } from './call.ts';
import type { Examination } from './examination.ts';
import type { PlannedCheck } from './run.ts';

/** A check, with what it does. */
export interface Check extends PlannedCheck {
  readonly operation: OperationId;
  /**
   * Makes the check.
   *
   * @throws {Skipped} when it cannot be made on this server
   * @throws {CheckOver} when it cannot go on, and has found why
   */
  readonly run: (examination: Examination) => Promise<void>;
}

/** A check cannot be made on this server. */
export class Skipped extends Error {}

/** A check cannot go on; what is wrong was found already. */
export class CheckOver extends Error {}

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

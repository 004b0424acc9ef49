import type { OperationId } from '@agent-conversation/validators';
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

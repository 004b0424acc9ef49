import type { OperationId } from '@agent-conversation/validators';
import type { Belongings } from './belongings.ts';
import type { Budget } from './budget.ts';
import type { StateWatch } from './lifecycle.ts';
import type { Delivered, Line } from './line.ts';
import type { Settings } from './options.ts';

/** What the checks of a run share. */
export interface Session {
  readonly settings: Settings;
  readonly budget: Budget;
  readonly line: Line;
  readonly belongings: Belongings;
  /** The states of what was seen so far. */
  readonly watches: {
    readonly sandboxes: StateWatch;
    readonly agents: StateWatch;
    readonly conversations: StateWatch;
  };
  /** The ids of app conversations that were listed, as 32 digits. */
  readonly conversations: Set<string>;
  /** Responses to plain calls that were made before the checks, until a check takes them. */
  readonly firstAnswers: Map<OperationId, Delivered>;
  /** Whether every key is taken, also one that was made up. */
  takesAnyKey: boolean;
  /** The sandbox that checks work in, once there is one. */
  workplace: string | undefined;
  /** Why there is none, once that was tried. */
  noWorkplace: string | undefined;
  /** How many calls in a row the server has not answered, or put off. */
  silence: number;
}

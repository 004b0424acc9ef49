import type { OperationId } from '@agent-conversation/validators';
import type { CreatedResources } from './created-resources.ts';
import type { Budget } from './budget.ts';
import type { StateWatch } from './lifecycle.ts';
import type { Delivered, Line } from './line.ts';
import type { Settings } from './options.ts';

/** What the checks of a run share. */
export interface Session {
  readonly settings: Settings;
  readonly budget: Budget;
  readonly line: Line;
  readonly resources: CreatedResources;
  /** The states of what was seen so far. */
  readonly watches: {
    readonly sandboxes: StateWatch;
    readonly agents: StateWatch;
    readonly conversations: StateWatch;
  };
  /** The ids of app conversations that were listed, as 32 digits, each with the check that saw it first. */
  readonly conversations: Map<string, string>;
  /** Responses to plain calls that were made before the checks, until a check takes them. */
  readonly firstAnswers: Map<OperationId, Delivered>;
  /** Whether every key is taken, also one that was made up. */
  takesAnyKey: boolean;
  /** The sandbox that checks work in, once there is one. */
  workplace: string | undefined;
  /** Why there is none, once that was tried. */
  noWorkplace: string | undefined;
  /** How many calls in a row got no response, or exceeded the rate limit. */
  silence: number;
}

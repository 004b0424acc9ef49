import type { Change } from '../../model/change.ts';
import type { JsonObject } from '../contract/json.ts';

/** What a change has to be judged as. */
export interface Expected extends Pick<
  Change,
  'effect' | 'breaks' | 'needsApproval' | 'operations' | 'pointer'
> {}

/**
 * What else may change in the same document: anything else; only what is not below the element, as it goes or takes
 * another mark; or nothing, as it changes which operations reach what.
 */
export type Beside = 'anything' | 'nothing below' | 'nothing';

/** One change of the contract, with what has to be said about it. */
export interface LabelledChange {
  /** Stable, and no other change has it: the kind, then the place. */
  readonly id: string;
  /** What is done to which sort of element; a row of the table. */
  readonly kind: string;
  /** One line, for people. */
  readonly title: string;
  /** Gives the released contract what it needs first, if it lacks it today. */
  readonly prepare?: (contract: JsonObject) => void;
  readonly apply: (contract: JsonObject) => void;
  /** Most often one; two for what is gone here and new there; none for what is no change. */
  readonly expected: readonly Expected[];
  readonly beside: Beside;
}

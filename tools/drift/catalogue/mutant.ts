import type { GateName, LiveGateName } from '../gates/gate-name.ts';
import type { OperatorId } from './operators.ts';

/** One fault that one gate must die of. */
export type Mutant = FileMutant | LiveMutant;

interface Fault {
  /** The kind of fault. */
  readonly operator: OperatorId;
  /** What is wrong, for people; no other mutant has the same. */
  readonly title: string;
  /** What the failure must say: the place to mend, and what is wrong there. */
  readonly says: readonly [string, ...string[]];
  /** That this is the one of its operator that `npm run check` tries; without it, the first one is. */
  readonly fast?: true;
}

/** A fault in the files of a copy of the repository. */
export interface FileMutant extends Fault {
  readonly gate: GateName;
  readonly changes: readonly [Change, ...Change[]];
  /** The only test of the gate's file to run: a part of its name, such as `pauseSandbox > its method`. */
  readonly test?: string;
}

/**
 * What is done to one file, named from the root of the repository. A file that a build makes is changed
 * after the build, any other one before it.
 */
export type Change = Edit | Creation | Removal;

/** Replaces what stands in a file exactly once. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Makes a file that was not there. */
export interface Creation {
  readonly file: string;
  readonly create: string;
}

/** Takes a file away. */
export interface Removal {
  readonly file: string;
  readonly remove: true;
}

/** A fault in the answers of a server, which the faulty server puts in. */
export interface LiveMutant extends Fault {
  readonly gate: LiveGateName;
  /** The id of the fault: one of an answer, such as `E5`, or one of a server. */
  readonly fault: string;
  /** The only operation whose answers have it, and that the checker looks at; without it, all of them. */
  readonly operation?: string;
  /** What the checker must end with; without it 1, for violations. */
  readonly exit?: 0 | 2;
}

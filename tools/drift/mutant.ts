/** The one interface of all mutants, and their outcomes. */
import type { FileChange } from '@agent-conversation/cli/files';

export const layers = {
  A: 'Contract',
  E: 'Responses',
  F: 'Live server',
  G: 'The gates themselves',
} as const;

export type Layer = keyof typeof layers;

/** One fault that one gate must report. */
export interface Mutant {
  /** The kind of fault, such as `A13`; the letter is the layer. */
  readonly operator: string;
  /** Unique. */
  readonly title: string;
  readonly gate: string;
  /** What the output of the gate must contain: words that lead to the fault. */
  readonly says: readonly string[];
}

/** A fault in the files of a copy of the repository. */
export interface FileMutant extends Mutant {
  readonly files: readonly FileChange[];
}

/** A fault in responses, tried in this process. */
export interface ResponseMutant extends Mutant {
  readonly fault: string;
  /** For the checker: the only check that runs, such as `getSettings.response`. */
  readonly check?: string;
  /** The only operation whose responses have the fault. */
  readonly operation?: string;
  /** For the checker: how long a response may take. */
  readonly timeoutInMs?: number;
  /** For the checker: 0 conforms, 1 violations, 2 could not run. */
  readonly exit?: number;
}

export const outcomes = ['KILLED', 'SURVIVED', 'WRONG-GATE', 'INVALID', 'NOT APPLICABLE'] as const;

export interface Outcome {
  /**
   * KILLED: the gate failed and said the words. SURVIVED: it passed. WRONG-GATE: it failed without the words.
   * INVALID: proves nothing. NOT APPLICABLE: the fault does not apply here.
   */
  readonly outcome: (typeof outcomes)[number];
  readonly reason?: string;
  readonly output?: string;
}

/** A mutant and its outcome. */
export interface Tried extends Outcome {
  readonly mutant: Mutant;
  readonly milliseconds: number;
}

/** What a gate did. */
export interface GateRun {
  readonly passed: boolean;
  readonly output: string;
}

/** The outcome of a gate that ran with a fault. */
export function outcomeOf(mutant: Pick<Mutant, 'says'>, { passed, output }: GateRun): Outcome {
  if (passed) return { outcome: 'SURVIVED', reason: 'its gate passed' };
  const missing = mutant.says.filter((words) => !output.includes(words));
  if (missing.length === 0) return { outcome: 'KILLED' };
  const reason = `its gate failed without the words: ${missing.join(' | ')}`;
  return { outcome: 'WRONG-GATE', reason, output };
}

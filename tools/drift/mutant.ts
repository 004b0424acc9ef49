/** Mutants, their outcomes, and what is printed about them. */
import type { FileChange } from '@agent-conversation/cli/files';
import type { GateName } from './gates.ts';

/** One fault that one gate must report. */
export interface Mutant {
  /** Unique. */
  readonly title: string;
  readonly gate: GateName;
  /** What the output of the gate must contain: words that lead to the fault. */
  readonly words: readonly string[];
  /** The fault, in a copy of the repository; none if it does not apply to it. */
  readonly files: readonly FileChange[];
}

/**
 * KILLED: the gate failed and printed the words. SURVIVED: it passed. WRONG-GATE: it failed without the
 * words. INVALID: it also fails without a fault. NOT APPLICABLE: the fault has no location.
 */
export type Outcome =
  'KILLED' | 'SURVIVED' | 'WRONG-GATE' | 'INVALID' | 'NOT APPLICABLE';

/** A mutant and its outcome. */
export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

/** What a gate did. */
export interface GateRun {
  readonly passed: boolean;
  readonly output: string;
}

/** Returns the title that a name such as `removesAProperty` stands for. */
export function titleOf(name: string): string {
  return name.replaceAll(/[A-Z]|\d+/g, (start) => ` ${start.toLowerCase()}`);
}

/** Returns the outcome of a gate that ran with a fault. */
export function outcomeOf(
  { words }: Mutant,
  { passed, output }: GateRun,
): Outcome {
  if (passed) return 'SURVIVED';
  return words.every((word) => output.includes(word)) ? 'KILLED' : 'WRONG-GATE';
}

/** Returns what a gate should have reported and has not. */
export function leftOf(all: readonly Tried[]): readonly Tried[] {
  return all.filter(
    ({ outcome }) => outcome !== 'KILLED' && outcome !== 'NOT APPLICABLE',
  );
}

export function lineOf({ title, gate }: Mutant): string {
  return `${title} [${gate}]\n`;
}

/** Returns the counts of the outcomes and the mutants that were not killed. */
export function summaryOf(all: readonly Tried[]): string {
  const byOutcome = Object.groupBy(all, ({ outcome }) => outcome);
  const counts = Object.entries(byOutcome).map(
    ([outcome, some]) => `${some.length} ${outcome}`,
  );
  const left = leftOf(all).map(
    ({ mutant, outcome }) => `${outcome} ${lineOf(mutant)}`,
  );
  return `${counts.join(', ')}\n${left.join('')}`;
}

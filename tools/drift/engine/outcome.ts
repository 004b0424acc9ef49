import type { Mutant } from '../catalogue/mutant.ts';

/** How a mutant fared. */
export type Outcome =
  /** Its gate died, and said the words. */
  | 'KILLED'
  /** Its gate passed, or was not run. */
  | 'SURVIVED'
  /** Its gate died without the words: of something else, or in words that lead nowhere. */
  | 'WRONG-GATE'
  /** It proves nothing: something else broke before, or the gate does not pass without it. */
  | 'INVALID'
  /** There is no place for it. */
  | 'NOT APPLICABLE';

/** How a mutant fared, and why. */
export interface Fate {
  readonly outcome: Outcome;
  /** Undefined where it was killed. */
  readonly reason: string | undefined;
  /** What was written, where that helps to see why. */
  readonly output?: string;
}

/** How one mutant of the catalogue fared. */
export interface Tried {
  readonly mutant: Mutant;
  readonly fate: Fate;
  /** How long it took, in milliseconds. */
  readonly duration: number;
}

/** What a gate did when it was run. */
export interface GateRun {
  readonly passed: boolean;
  /** Everything that it said. */
  readonly output: string;
  /** How many tests it ran; undefined for what has none. */
  readonly tests: number | undefined;
}

/** Judges a mutant by what its gate did. */
export function judge({ says }: Pick<Mutant, 'says'>, { passed, output, tests }: GateRun): Fate {
  if (tests === 0 && passed) return { outcome: 'INVALID', reason: 'no test ran', output };
  if (passed) return { outcome: 'SURVIVED', reason: 'its gate passed' };
  const missing = says.filter((words) => !output.includes(words));
  if (missing.length === 0) return { outcome: 'KILLED', reason: undefined };
  if (tests === 0) {
    return { outcome: 'INVALID', reason: 'its gate could not even begin', output };
  }
  const reason = `its gate died without the words: ${missing.join(' | ')}`;
  return { outcome: 'WRONG-GATE', reason, output };
}

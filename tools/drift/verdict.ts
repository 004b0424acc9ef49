import type { Mutant } from './mutants.ts';

/**
 * How a mutant fared: killed by the gate that is named for it, killed by another one, or not noticed at
 * all.
 */
export type Verdict = 'KILLED' | 'WRONG-GATE' | 'SURVIVED';

/** What one run of `npm test` printed, and whether it passed. */
export interface Run {
  readonly passed: boolean;
  readonly output: string;
}

/** Judges a mutant by the run of the tests against it. */
export function judge({ says }: Mutant, { passed, output }: Run): Verdict {
  if (passed) return 'SURVIVED';
  return says.every((words) => output.includes(words)) ? 'KILLED' : 'WRONG-GATE';
}

/**
 * Puts a mutant's fault into the text of its file.
 *
 * @throws {Error} when the text to be replaced does not stand there exactly once: the mutant is out of
 * date
 */
export function mutate({ title, file, from, to }: Mutant, text: string): string {
  const count = text.split(from).length - 1;
  if (count !== 1) {
    throw new Error(
      `Mutant "${title}": ${file} has the text to be replaced ${count} times, not once.`,
    );
  }
  return text.replace(from, () => to);
}

import type { Examination } from '../examination.ts';

/** The first and the longest pause between two looks, in milliseconds. */
const pauses = { first: 100, longest: 2000 };

/**
 * Looks again and again, less and less often, as long as a change of state may take.
 *
 * @param look gives undefined where there is reason to look again
 * @returns undefined when that was all that could be seen
 * @throws {BudgetSpent} when the budget is
 */
export async function poll<T>(
  { session: { line, settings } }: Examination,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = performance.now() + settings.wait;
  for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.longest)) {
    const seen = await look();
    const left = end - performance.now();
    if (seen !== undefined || left <= 0) return seen;
    await line.pause(Math.min(pause, left));
  }
}

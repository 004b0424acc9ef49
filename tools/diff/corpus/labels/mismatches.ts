import type { Change } from '../../model/change.ts';
import type { Expected } from './labelled-change.ts';

const toldOf = ({ effect, breaks, needsApproval, operations, pointer }: Expected): string =>
  [
    effect,
    ...(breaks.length > 0 ? [`breaks ${breaks.toSorted().join(' and ')}`] : []),
    ...(needsApproval ? ['needs an approval'] : []),
    `reaches ${operations.join(', ') || 'no operation'}`,
    `at ${pointer || 'the document'}`,
  ].join(', ');

/**
 * What is told and was not expected, and what was expected and is not told: a line each, none if all is right.
 * Two changes that are told in the same words of the same element count twice.
 */
export function mismatches(
  expected: readonly Expected[],
  changes: readonly Change[],
): readonly string[] {
  const missing = expected.map(toldOf);
  const unexpected: string[] = [];
  for (const change of changes) {
    const told = toldOf(change);
    const place = missing.indexOf(told);
    if (place >= 0) missing.splice(place, 1);
    else unexpected.push(`got ${told} (${change.rule}: ${change.message})`);
  }
  return [...missing.map((told) => `expected ${told}`), ...unexpected];
}

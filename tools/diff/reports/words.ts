import { type Change, effects } from '../model/change.ts';
import type { ReviewedChange, Review } from '../model/review.ts';
import type { Target } from '../model/version-step.ts';

/** What the generations are called, in the order in which they are told. */
const generations = {
  v1: 'V1',
  v0: 'Legacy (V0)',
  both: 'Both generations',
  none: 'The contract as a whole',
} as const satisfies Readonly<Record<Change['generation'], string>>;

/** The changes by generation; a generation without changes is left out. */
export function byGeneration(
  changes: readonly ReviewedChange[],
): readonly (readonly [title: string, changes: readonly ReviewedChange[]])[] {
  return Object.entries(generations)
    .map(
      ([generation, title]) =>
        [title, changes.filter((change) => change.generation === generation)] as const,
    )
    .filter(([, own]) => own.length > 0);
}

/** How many changes there are, by what they do. */
export function countOf(changes: readonly Change[], released: string): string {
  if (changes.length === 0) return `Nothing has changed since ${released}`;
  const counts = effects
    .map((effect) => [effect, changes.filter((change) => change.effect === effect).length] as const)
    .filter(([, count]) => count > 0)
    .map(([effect, count]) => `${count} ${effect}`);
  return `${counts.join(', ')} ${changes.length === 1 ? 'change' : 'changes'} since ${released}`;
}

/** A step with the version that it leads to. */
export function targetOf({ step, version }: Target): string {
  return step === 'none' ? 'none' : `${step}, to ${version}`;
}

/** How an approval stands, with what its record says. */
export function approvalOf({
  approvalState,
  approval,
  effect,
  provenance,
}: ReviewedChange): string {
  if (approvalState === 'not needed') {
    return effect === 'breaking' ? `not needed, as the released element was ${provenance}` : '';
  }
  if (!approval) return 'missing';
  return `${approvalState}: ${approval.reason} (${approval.owner}, until ${approval.expires})`;
}

/** The versions, in one line. */
export function versionsOf({ versions: { released, current, packages } }: Review): string {
  const all = [...new Set(Object.values(packages))];
  const own = all.length === 1 ? all[0] : Object.entries(packages).map((each) => each.join(' '));
  return `released ${released}, info.version ${current}, packages ${[own].flat().join(', ')}`;
}

/** What is to be thought of it, in one line. */
export function verdictOf({ complaints }: Review): string {
  if (complaints.length === 0) return 'In order';
  return complaints.length === 1 ? '1 complaint' : `${complaints.length} complaints`;
}

import { inc, major } from 'semver';
import type { Change } from '../model/change.ts';
import type { Step } from '../model/version-step.ts';

/**
 * The least step that tells users of some changes. From 1.0.0 on, what breaks somebody raises the first number,
 * what is new the second, and all else the third (Semantic Versioning 2.0.0, sections 6 to 8); before,
 * what breaks somebody raises the second number, and all else the third (section 4 leaves it open).
 *
 * @param released the version that the changes are counted from
 * @example leastStep([{ effect: 'breaking' }], '0.3.1') // 'minor'
 */
export function leastStep(changes: readonly Pick<Change, 'effect'>[], released: string): Step {
  if (changes.length === 0) return 'none';
  const isStable = major(released) > 0;
  if (changes.some(({ effect }) => effect === 'breaking')) return isStable ? 'major' : 'minor';
  return isStable && changes.some(({ effect }) => effect === 'compatible') ? 'minor' : 'patch';
}

/** The version that a step leads to. */
export function raised(version: string, step: Step): string {
  return step === 'none' ? version : inc(version, step)!;
}

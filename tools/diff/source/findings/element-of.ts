import type { Contract } from '../../model/contract.ts';
import { outwards, valueAt } from '../../model/pointer.ts';
import { currentPointer } from './current-pointer.ts';

/** The element of the contract that a finding is about. */
export interface FoundElement {
  /** In the current contract; in the released one, if it is gone. */
  readonly pointer: string;
  /** In the released contract; the same as the other, if it is new. */
  readonly released: string;
  readonly isGone: boolean;
}

/**
 * The element that the comparison of the contracts would name: of a list of values, the schema that has it; of what
 * is gone, the outermost that is gone with it.
 */
export function elementOf(found: string, released: Contract, current: Contract): FoundElement {
  const whole = found.replace(/\/enum(?:\/\d+)?$/, '');
  const now = currentPointer(whole, released, current);
  if (valueAt(current.root, now) !== undefined) {
    return { pointer: now, released: whole, isGone: false };
  }
  const [, ...around] = outwards(whole);
  const here = around.findIndex(
    (it) => valueAt(current.root, currentPointer(it, released, current)) !== undefined,
  );
  const gone = [whole, ...around][here]!;
  const element = gone.replace(/\/properties$/, '');
  return { pointer: element, released: element, isGone: element === gone };
}

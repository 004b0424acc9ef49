import type { Contract } from '../../model/contract.ts';
import type { Json } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';
import { referencesIn } from '../../model/references.ts';

/** The JSON Pointers of the components that a part of a contract refers to, and of those that they refer to. */
export function reachedFrom({ root }: Contract, part: Json): Set<string> {
  const reached = new Set<string>();
  const visit = (value: Json | undefined): void => {
    for (const { target } of referencesIn(value, '')) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(valueAt(root, target));
    }
  };
  visit(part);
  return reached;
}

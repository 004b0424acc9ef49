import type { JsonObject } from '../contract/json.ts';
import { released } from '../contract/released.ts';
import type { LabelledChange } from './labelled-change.ts';

/** A contract before and after changes. */
export interface Documents {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The released contract, with what the changes need, and what they make of it. */
export function documentsOf(changes: readonly LabelledChange[]): Documents {
  const before = structuredClone(released);
  for (const { prepare } of changes) prepare?.(before);
  const after = structuredClone(before);
  for (const { apply } of changes) apply(after);
  return { before, after };
}

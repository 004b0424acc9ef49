/** What the search for a value results in. */
import type { Json } from '@agent-conversation/contract';

export type Outcome =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'none' }
  /** It cannot be decided because of a keyword. */
  | { readonly kind: 'unknown'; readonly keyword: string };

export const none: Outcome = { kind: 'none' };
export const unknown = (keyword: string): Outcome => ({
  kind: 'unknown',
  keyword,
});
export const found = (value: Json): Outcome => ({ kind: 'value', value });

/** Returns the first value; if there is none, what could not be decided. */
export function firstOf<T>(
  options: Iterable<T>,
  search: (option: T) => Outcome,
): Outcome {
  let undecided: Outcome = none;
  for (const option of options) {
    const outcome = search(option);
    if (outcome.kind === 'value') return outcome;
    if (outcome.kind === 'unknown') undecided = outcome;
  }
  return undecided;
}

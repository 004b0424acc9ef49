import type { Sources } from '../contract/sources.ts';

/** The number of the decision that is next, such as `D40`. */
export function nextDecision(sources: Sources): string {
  const numbers = [...sources.text('openapi/decisions.md').matchAll(/^## D(\d+)/gm)];
  return `D${String(numbers.length + 1).padStart(2, '0')}`;
}

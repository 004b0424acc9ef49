import type { Effect } from '../model/change.ts';
import type { Provenance } from './provenance.ts';

/**
 * Whether a change needs a reviewed approval. What is only assumed may break; but if it is new, what it is put into
 * may be more than assumed.
 *
 * @param before where the element came from when it was released; if it is new, where that came from which it is put into
 * @param provenance where the element comes from, as it is told
 */
export function needsApproval(effect: Effect, before: Provenance, provenance: Provenance): boolean {
  return effect === 'breaking' && (before !== 'assumed' || provenance !== 'assumed');
}

import type { JsonObject } from '../contract/json.ts';
import { provenanceAt } from '../contract/provenance.ts';
import { Uses } from '../contract/reach.ts';
import { type Judgements, combined } from './judgement.ts';
import type { Expected } from './labelled-change.ts';

const usesOf = new WeakMap<JsonObject, Uses>();

/** Which operations the element at a pointer reaches, and in which direction. */
function reachOf(contract: JsonObject, pointer: string) {
  const uses = usesOf.get(contract) ?? new Uses(contract);
  usesOf.set(contract, uses);
  return uses.of(pointer);
}

/**
 * What has to be said of a change of the element at a pointer.
 * @param contract the one in which the element, or at least what it stands in, is found
 * @param more operations that it reaches besides
 */
export function expect(
  contract: JsonObject,
  pointer: string,
  judgements: Judgements,
  more: readonly string[] = [],
): Expected {
  const { operations, request, answer } = reachOf(contract, pointer);
  const used = [
    request || !answer ? judgements.request : [],
    answer || !request ? judgements.answer : [],
  ];
  const { effect, breaks } = combined(used.flat());
  return {
    effect,
    breaks,
    needsApproval: effect === 'breaking' && provenanceAt(contract, pointer) !== 'assumed',
    operations: [...new Set([...operations, ...more])].toSorted(),
    pointer,
  };
}

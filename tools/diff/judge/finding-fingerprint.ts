import type { Contract } from '../model/contract.ts';
import type { Finding } from '../model/finding.ts';
import { fingerprintOf } from '../model/fingerprint.ts';
import type { Json } from '../model/json.ts';
import { stablePointer } from '../places/stable-pointer.ts';
import type { Provenance } from './provenance.ts';
import type { Judgement } from './verdict.ts';

/**
 * The fingerprint of a finding. It goes by what differs and how, not by the words in which it is told; what a
 * reference leads to belongs to it, so that more which breaks there is another change.
 */
export function findingFingerprint(
  finding: Finding,
  judgement: Judgement,
  provenance: Provenance,
  released: Contract,
  current: Contract,
): string {
  const behind = behindOf(judgement, released, current);
  const place = placeOf(finding, released, current);
  return fingerprintOf([finding.rule, place, provenance, howOf(finding), ...behind]);
}

function placeOf({ spot }: Finding, released: Contract, current: Contract): string {
  return spot.current.value === undefined
    ? stablePointer(released.root, spot.released.pointer)
    : stablePointer(current.root, spot.current.pointer);
}

function howOf({ element, spot, values }: Finding): Json {
  return spot === element
    ? Object.entries(values).toSorted()
    : [spot.released.value ?? null, spot.current.value ?? null];
}

/** In whatever order it stands. */
function behindOf({ behind }: Judgement, released: Contract, current: Contract): readonly string[] {
  return behind
    .map(({ finding, judgement }) => {
      const place = placeOf(finding, released, current);
      const inner = behindOf(judgement, released, current);
      return JSON.stringify([finding.rule, place, howOf(finding), ...inner]);
    })
    .toSorted();
}

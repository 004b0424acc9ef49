import { generationOf } from '../../judge/generation.ts';
import { needsApproval } from '../../judge/needs-approval.ts';
import { provenanceAt } from '../../judge/provenance.ts';
import { usageOf, usesOf } from '../../judge/uses.ts';
import type { Change } from '../../model/change.ts';
import type { Contract } from '../../model/contract.ts';
import { fingerprintOf } from '../../model/fingerprint.ts';
import { valueAt } from '../../model/pointer.ts';
import { placesOf } from '../../places/place-of.ts';
import type { FoundElement } from './element-of.ts';
import { sourceRules } from './source-rules.ts';

/** What there is to tell of an element by which programs no longer compile. */
export interface Told {
  /** One of `source-rules.ts`. */
  readonly rule: string;
  readonly element: FoundElement;
  /** What the program does; empty if there is none. */
  readonly program: string;
  /** What the compiler says. */
  readonly error: string;
  /** What tells this way of changing the element from others. */
  readonly how: readonly string[];
}

/** Makes a change of what no longer compiles. */
export function toChange(
  { rule, element, program, error, how }: Told,
  released: Contract,
  current: Contract,
): Change {
  const side = (contract: Contract, pointer: string) => ({
    pointer,
    value: valueAt(contract.root, pointer),
  });
  const before = side(released, element.released);
  const pair = { released: before, current: side(current, element.pointer) };
  const { operations } = usesOf(pair, usageOf(released), usageOf(current));
  const earlier = provenanceAt(released.root, element.released);
  const provenance =
    before.value === undefined ? provenanceAt(current.root, element.pointer) : earlier;
  const { tells, migration } = sourceRules.get(rule)!;
  return {
    rule,
    effect: 'breaking',
    breaks: ['source'],
    needsApproval: needsApproval('breaking', earlier, provenance),
    pointer: element.pointer,
    place: placesOf(element.isGone ? released : current)(element.pointer),
    operations: operations.map(({ id }) => id).toSorted(),
    generation: generationOf(operations),
    provenance,
    message: `${tells.replace('{program}', () => program).replace('{error}', () => error)}.`,
    migration,
    fingerprint: fingerprintOf([rule, element.pointer, ...how]),
    seenBy: ['compiler'],
  };
}

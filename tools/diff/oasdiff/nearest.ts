import type { Change } from '../model/change.ts';
import type { Finding, Side } from '../model/finding.ts';
import { member } from '../model/json.ts';
import { targetOf } from '../model/references.ts';
import { breaksBy } from './breaks-by.ts';
import type { OasdiffFinding } from './run-oasdiff.ts';

/** A change, with the finding that it was made of. */
export interface Told {
  readonly finding: Finding;
  readonly change: Change;
}

/** The change that a finding is about: the one that is nearest in the document, and breaks if the finding does. */
export function nearest(own: readonly Told[], finding: OasdiffFinding): Told | undefined {
  const related = own
    .filter((told) => mayExplain(told, finding))
    .map((told) => ({ told, distance: distanceTo(told, finding) }))
    .filter(({ distance }) => distance !== undefined);
  const breaking = related.filter(({ told }) => told.change.effect === 'breaking');
  const [first] = (finding.isBreaking && breaking.length > 0 ? breaking : related).toSorted(
    (one, other) => Number(one.distance) - Number(other.distance),
  );
  return first?.told;
}

/**
 * Whether a difference may be what oasdiff tells of. It reads no extensions; and what is sent or answered does not
 * change by a difference of the operation, its servers or its keys.
 */
function mayExplain({ finding: { element, spot } }: Told, { check }: OasdiffFinding): boolean {
  if (extension.test(spot.current.pointer)) return false;
  return !/request|response/.test(check) || part.test(element.current.pointer);
}

const extension = /(?<!\/(?:properties|headers))\/x-/;

/** What is sent or answered, or is in there. */
const part = /^\/components\/(?!securitySchemes\/)|\/(?:parameters|requestBody|responses)(?:\/|$)/;

function distanceTo({ finding, change }: Told, found: OasdiffFinding): number | undefined {
  const distances = sidesOf(finding).flatMap((side) => [
    stepsBetween(side.released, found.released),
    stepsBetween(side.current, found.current),
  ]);
  const known = distances.filter((it) => it !== undefined);
  if (known.length > 0) return Math.min(...known);
  if (isPrecise(found) && !finding.behind && !isOperation(finding)) return undefined;
  // It names an operation at most, in which the shared elements are reached that our rules tell of.
  const { operationId } = found;
  const isMeant =
    operationId === undefined
      ? found.text.includes(`\`${change.pointer.slice(change.pointer.lastIndexOf('/') + 1)}\``)
      : change.operations.includes(operationId) && isInSameWay(change, found);
  return isMeant ? farAway : undefined;
}

const farAway = 1000;

/** Whether those break by a change who break by what oasdiff has found, as far as that can be told. */
function isInSameWay({ effect, breaks }: Change, { check, isBreaking }: OasdiffFinding): boolean {
  if (!isBreaking || effect !== 'breaking' || breaks.includes('source')) return true;
  return breaksBy(check).some((who) => breaks.includes(who));
}

const operation = /^\/paths\/[^/]+\/[^/]+$/;

/** Whether it tells of more than an operation. */
function isPrecise({ released, current }: OasdiffFinding): boolean {
  return [released, current].some((it) => it !== undefined && !operation.test(it));
}

function isOperation({ element }: Finding): boolean {
  return operation.test(element.current.pointer);
}

type Pointers = Readonly<Record<'released' | 'current', string>>;

/** All places that a finding is about: what it refers to, and what is behind a reference, among them. */
function sidesOf({ spot, element, behind = [] }: Finding): readonly Pointers[] {
  const own = [spot, element].map(({ released, current }) => ({
    released: released.pointer,
    current: current.pointer,
  }));
  const referred = { released: targetIn(element.released), current: targetIn(element.current) };
  return [...own, referred, ...behind.flatMap(sidesOf)];
}

/** Where a reference leads to; nowhere, if it is none. */
function targetIn({ value }: Side): string {
  const $ref = member(value, '$ref');
  return typeof $ref === 'string' ? targetOf($ref) : '';
}

/** How many steps it is from one pointer to the other; undefined if neither is in the other. */
function stepsBetween(one: string, other: string | undefined): number | undefined {
  if (other === undefined || one === '' || other === '') return undefined;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long !== short && !long.startsWith(`${short}/`)) return undefined;
  return long.slice(short.length).split('/').length - 1;
}

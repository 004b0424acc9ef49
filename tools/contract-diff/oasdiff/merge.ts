import type { Breaks, Change } from '../model/change.ts';
import type { Finding, Pair, Side } from '../model/finding.ts';
import { member } from '../model/json.ts';
import { targetOf } from '../model/references.ts';
import { overruled } from './overruled.ts';
import type { OasdiffFinding } from './run-oasdiff.ts';

/** A change, with the finding that it was made of. */
export interface Told {
  readonly finding: Finding;
  readonly change: Change;
}

/**
 * Puts together what our rules and oasdiff see: each change with whoever has seen it, and what only oasdiff sees.
 * What only oasdiff takes for breaking is breaking, unless its check is overruled.
 * @param make makes a change of a finding
 */
export function merge(
  own: readonly Told[],
  findings: readonly OasdiffFinding[],
  make: (finding: Finding) => Change,
): readonly Change[] {
  const seen = new Map<Told, OasdiffFinding[]>();
  const alone = new Map<string, Finding>();
  for (const finding of findings) {
    const told = nearest(own, finding);
    if (told) seen.set(told, [...(seen.get(told) ?? []), finding]);
    else if (!overruled.has(finding.check)) {
      const made = findingOf(finding);
      alone.set(
        JSON.stringify([finding.check, finding.released, finding.current, finding.text]),
        made,
      );
    }
  }
  return [
    ...own.map((it) => withOasdiff(it.change, seen.get(it) ?? [])),
    ...[...alone.values()].map((it): Change => ({ ...make(it), seenBy: ['oasdiff'] })),
  ];
}

/** The change that a finding is about: the one that is nearest in the document, and breaks if the finding does. */
function nearest(own: readonly Told[], finding: OasdiffFinding): Told | undefined {
  const related = own
    .map((told) => ({ told, distance: distanceTo(told, finding) }))
    .filter(({ distance }) => distance !== undefined);
  const breaking = related.filter(({ told }) => told.change.effect === 'breaking');
  const [first] = (finding.isBreaking && breaking.length > 0 ? breaking : related).toSorted(
    (one, other) => Number(one.distance) - Number(other.distance),
  );
  return first?.told;
}

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
      : change.operations.includes(operationId);
  return isMeant ? farAway : undefined;
}

const farAway = 1000;

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

function withOasdiff(change: Change, findings: readonly OasdiffFinding[]): Change {
  if (findings.length === 0) return change;
  const seenBy: Change['seenBy'] = ['own', 'oasdiff'];
  const worse = findings.filter(({ isBreaking, check }) => isBreaking && !overruled.has(check));
  const [first] = worse;
  if (change.effect === 'breaking' || !first) return { ...change, seenBy };
  return {
    ...change,
    effect: 'breaking',
    breaks: [...new Set(worse.flatMap(({ check }) => breaksBy(check)))].toSorted(),
    needsApproval: change.provenance !== 'assumed',
    message: `${change.message} oasdiff takes it for breaking: ${first.text} (\`${first.check}\`).`,
    seenBy,
  };
}

function breaksBy(check: string): readonly Breaks[] {
  if (check.includes('request')) return ['sender'];
  return check.includes('response') ? ['receiver'] : ['sender', 'receiver'];
}

function findingOf({
  check,
  text,
  isBreaking,
  released = '',
  current = '',
}: OasdiffFinding): Finding {
  // It is there on both sides as far as anybody knows: only oasdiff sees a difference.
  const element: Pair = {
    released: { pointer: released || current, value: true },
    current: { pointer: current || released, value: true },
  };
  return {
    rule: isBreaking ? 'oasdiff-breaking' : 'oasdiff-note',
    element,
    spot: element,
    values: { value: text, name: check },
    operations: [],
  };
}

import { needsApproval } from '../judge/needs-approval.ts';
import { provenanceAt } from '../judge/provenance.ts';
import type { Change } from '../model/change.ts';
import type { Contract } from '../model/contract.ts';
import type { Finding, Pair } from '../model/finding.ts';
import { breaksBy } from './breaks-by.ts';
import { nearest, type Told } from './nearest.ts';
import { overruled } from './overruled.ts';
import type { OasdiffFinding } from './run-oasdiff.ts';

/**
 * Puts together what our rules and oasdiff see: each change with whoever has seen it, and what only oasdiff sees.
 * What only oasdiff takes for breaking is breaking, unless its check is overruled.
 * @param make makes a change of a finding
 * @param released where the elements come from is looked up there
 */
export function merge(
  own: readonly Told[],
  findings: readonly OasdiffFinding[],
  make: (finding: Finding) => Change,
  released: Contract,
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
    ...own.map((it) => withOasdiff(it, seen.get(it) ?? [], released)),
    ...[...alone.values()].map((it): Change => ({ ...make(it), seenBy: ['oasdiff'] })),
  ];
}

function withOasdiff(
  { finding, change }: Told,
  findings: readonly OasdiffFinding[],
  { root }: Contract,
): Change {
  if (findings.length === 0) return change;
  const seenBy: Change['seenBy'] = ['own', 'oasdiff'];
  const worse = findings.filter(({ isBreaking, check }) => isBreaking && !overruled.has(check));
  const [first] = worse;
  if (change.effect === 'breaking' || !first) return { ...change, seenBy };
  const before = provenanceAt(root, finding.element.released.pointer);
  return {
    ...change,
    effect: 'breaking',
    breaks: [...new Set(worse.flatMap(({ check }) => breaksBy(check)))].toSorted(),
    needsApproval: needsApproval('breaking', before, change.provenance),
    message: `${change.message} oasdiff takes it for breaking: ${first.text} (\`${first.check}\`).`,
    seenBy,
  };
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

import type { Change } from '../model/change.ts';
import type { Contract } from '../model/contract.ts';
import type { Finding, Side, Values } from '../model/finding.ts';
import { whoBreaks } from '../model/who-breaks.ts';
import { elementName } from '../places/element-name.ts';
import { type PlaceOf, placesOf } from '../places/place-of.ts';
import { ruleOf } from '../rules/rule.ts';
import { counterpart } from './counterparts.ts';
import { findingFingerprint } from './finding-fingerprint.ts';
import { generationOf } from './generation.ts';
import { needsApproval } from './needs-approval.ts';
import type { Operation } from './operations.ts';
import { provenanceAt } from './provenance.ts';
import { type Usage, usageOf, type Uses, usesOf } from './uses.ts';
import { judge, type Judgement } from './verdict.ts';

/** Makes changes of findings: judges them, and tells what, where and for whom. */
export function changeMaker(released: Contract, current: Contract): (finding: Finding) => Change {
  const places = { released: placesOf(released), current: placesOf(current) };
  return (finding) => makeChange(finding, released, current, places);
}

function makeChange(
  finding: Finding,
  released: Contract,
  current: Contract,
  places: Readonly<Record<'released' | 'current', PlaceOf>>,
): Change {
  const { rule, element, spot } = finding;
  const uses = usesOf(element, usageOf(released), usageOf(current));
  const { directions } = uses;
  const operations = [...uses.operations, ...operationsNamed(finding, usageOf(current), uses)];
  const judgement = judge(finding, directions);
  const isGone = element.current.value === undefined;
  const isNew = element.released.value === undefined;
  const { pointer } = isGone ? element.released : element.current;
  const before = provenanceAt(released.root, element.released.pointer);
  const provenance = isNew ? provenanceAt(current.root, element.current.pointer) : before;
  const generation = generationOf(operations);
  return {
    rule,
    effect: judgement.effect,
    breaks: judgement.breaks,
    needsApproval: needsApproval(judgement.effect, before, provenance),
    pointer,
    place: isGone ? places.released(spot.released.pointer) : places.current(spot.current.pointer),
    operations: operations.map(({ id }) => id).toSorted(),
    generation,
    provenance,
    message: messageOf(finding, judgement, released, current, isNew ? generation : 'none'),
    migration: migrationOf(finding, judgement, released, current),
    fingerprint: findingFingerprint(finding, judgement, provenance, released, current),
    seenBy: ['own'],
  };
}

function operationsNamed({ operations }: Finding, usage: Usage, uses: Uses): readonly Operation[] {
  return usage.operations.filter(
    (it) => operations.includes(it.id) && !uses.operations.includes(it),
  );
}

function messageOf(
  finding: Finding,
  judgement: Judgement,
  released: Contract,
  current: Contract,
  added: Change['generation'],
): string {
  const sentence = upperFirst(sentenceOf(finding, released, current));
  const behind = judgement.behind.map((it) => sentenceOf(it.finding, released, current));
  const parts = [
    behind.length > 0
      ? `${sentence}: ${behind.slice(0, 3).join('; ')}${behind.length > 3 ? '; …' : ''}.`
      : `${sentence}.`,
  ];
  const [one, other] = judgement.verdicts;
  if (one?.direction && other?.direction && whom(one.verdict) !== whom(other.verdict)) {
    parts.push(
      `Where it is sent, ${whom(one.verdict)}; where it is answered, ${whom(other.verdict)}.`,
    );
  }
  if (added === 'v0') parts.push('It is an addition to the legacy generation.');
  if (added === 'both') parts.push('It is an addition to the legacy generation, too.');
  return parts.join(' ');
}

function whom({ breaks, effect }: Judgement['verdicts'][number]['verdict']): string {
  return breaks ? `it breaks ${whoBreaks(breaks)}` : `it is ${effect}`;
}

function sentenceOf(finding: Finding, released: Contract, current: Contract): string {
  return fill(ruleOf(finding.rule).tells, valuesOf(finding, released, current));
}

function migrationOf(
  finding: Finding,
  { effect, verdicts }: Judgement,
  released: Contract,
  current: Contract,
): string {
  if (effect !== 'breaking') return '';
  const own = verdicts.flatMap(({ verdict }) =>
    verdict.migration ? [fill(verdict.migration, valuesOf(finding, released, current))] : [],
  );
  const { element } = finding;
  const isGone = element.current.value === undefined;
  const instead = isGone ? counterpart(released, element.released.pointer) : '';
  return [...new Set([...own, instead])].filter((it) => it !== '').join(' ');
}

function valuesOf({ element, values }: Finding, released: Contract, current: Contract): Values {
  const name = (contract: Contract, side: Side) => elementName(contract, side.pointer);
  const isGone = element.current.value === undefined;
  return {
    element: isGone ? name(released, element.released) : name(current, element.current),
    ...values,
  };
}

function fill(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

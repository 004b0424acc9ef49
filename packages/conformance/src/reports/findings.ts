import type { CheckFinding, CheckResult, RecordedExchange } from '../checker/run.ts';
import { count } from './words.ts';

/** The same finding at one place or many. */
export interface FindingGroup {
  /** The first of them. */
  readonly finding: CheckFinding;
  /** How many others there are. */
  readonly more: number;
}

/** The findings of a check, errors first; what breaks the same part of the contract is told once. */
export function groupFindings(findings: readonly CheckFinding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, (it) =>
    JSON.stringify([it.severity, it.side, it.part, it.contract, it.keyword, it.message]),
  );
  return [...groups.values()]
    .map((same) => ({ finding: same[0]!, more: same.length - 1 }))
    .toSorted((a, b) => weight(a.finding) - weight(b.finding));
}

function weight({ severity }: CheckFinding): number {
  return severity === 'error' ? 0 : 1;
}

/** What is wrong and where, such as `answer body /items/0/status must be one of STARTING, RUNNING`. */
export function sentence({ finding, more }: FindingGroup): string {
  const { side, part, pointer, message } = finding;
  const told = [side, part, pointer, message].filter(Boolean).join(' ');
  return more === 0 ? told : `${told} (and ${count(more, 'more place')})`;
}

/** The part of the contract that a finding breaks, and how sure it is. */
export function origin({ provenance, decision, contract }: CheckFinding): string {
  return `${provenance}${decision ? `, ${decision}` : ''}: ${contract}`;
}

/** The exchange that shows a finding, such as `GET /api/settings, answered 200`; undefined without one. */
export function shownBy(finding: CheckFinding, { exchanges }: CheckResult): string | undefined {
  const exchange = finding.exchange === undefined ? undefined : exchanges[finding.exchange];
  return exchange && line(exchange);
}

function line({ request, answer }: RecordedExchange): string {
  const place = request.url.replace(/^[^/]*\/\/[^/?]*/, '');
  return `${request.method} ${place}, answered ${answer.status}`;
}

/** What reports state about findings and about a run as a whole. */
import type {
  CheckFinding,
  CheckResult,
  Leftover,
  Outcome,
  RecordedExchange,
  Run,
} from '../checker/run.ts';
import { count, duration, generationsIn } from './text.ts';

/** The same finding at one location or several. */
export interface FindingGroup {
  /** The first of them. */
  readonly finding: CheckFinding;
  /** How many others there are. */
  readonly more: number;
}

/** Groups the findings that violate the same part of the contract, errors first. */
export function groupFindings(findings: readonly CheckFinding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, (it) =>
    JSON.stringify([it.severity, it.side, it.part, it.contract, it.keyword, it.message]),
  );
  const weight = ({ finding }: FindingGroup) => (finding.severity === 'error' ? 0 : 1);
  return [...groups.values()]
    .map((same) => ({ finding: same[0]!, more: same.length - 1 }))
    .toSorted((a, b) => weight(a) - weight(b));
}

/** What is wrong and where, such as `response body /items/0/status must be one of STARTING, RUNNING`. */
export function sentence({ finding, more }: FindingGroup): string {
  const { part, pointer, message } = finding;
  const side = finding.side === 'answer' ? 'response' : finding.side;
  const text = [side, part, pointer, message].filter(Boolean).join(' ');
  return more === 0 ? text : `${text} (and ${count(more, 'more place')})`;
}

/** The violated part of the contract and its provenance, and the exchange, if there is one. */
export function details({ finding }: FindingGroup, { exchanges }: CheckResult): string[] {
  const { provenance, decision, contract, exchange } = finding;
  const shown = exchange === undefined ? undefined : exchanges[exchange];
  return [
    `${provenance}${decision ? `, ${decision}` : ''}: ${contract}`,
    ...(shown ? [requestLine(shown)] : []),
  ];
}

function requestLine({ request, answer }: RecordedExchange): string {
  const target = request.url.replace(/^[^/]*\/\/[^/?]*/, '');
  return `${request.method} ${target} responded with ${answer.status}`;
}

/** Something that the run left on the server. */
export function leftoverLine({ kind, id, reason }: Leftover): string {
  return `${kind} ${id}: ${reason}`;
}

/** How many checks ended how, and how many findings there are. */
export interface Totals extends Readonly<Record<Outcome, number>> {
  readonly errors: number;
  readonly warnings: number;
}

export function totalsOf({ results }: Run): Totals {
  const checks = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
  const findings = results.flatMap((result) => result.findings);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return {
    passed: checks('passed'),
    failed: checks('failed'),
    skipped: checks('skipped'),
    errors,
    warnings: findings.length - errors,
  };
}

/** The verdict on a run and its figures, each with a name. */
export function summaryOf(run: Run, coverage?: string): (readonly [name: string, text: string])[] {
  const { settings, requests, rateLimited, leftovers } = run;
  const { passed, failed, skipped, errors, warnings } = totalsOf(run);
  const { requests: most, milliseconds } = settings.budget;
  const found = generationsIn(run.generations);
  const number = (value: number) => value.toLocaleString('en');
  const limited = rateLimited > 0 ? `; ${number(rateLimited)} exceeded the rate limit (429)` : '';
  return [
    ['Verdict', verdictText(run.verdict, warnings)],
    ['Checks', `${passed} passed, ${failed} failed, ${skipped} skipped`],
    ['Findings', `${count(errors, 'error')}, ${count(warnings, 'warning')}`],
    [
      'Server',
      `${settings.baseUrl}${found && ` with ${found}`}, ${settings.write ? 'read and written' : 'only read'}`,
    ],
    [
      'Requests',
      `${number(requests)} of ${number(most)}, in ${duration(run.duration)} of ${duration(milliseconds)}${limited}`,
    ],
    ['Seed', String(settings.seed)],
    ['Contract', run.contractVersion],
    ...(leftovers.length > 0 ? [['Left', count(leftovers.length, 'thing')] as const] : []),
    ...(coverage ? [['Coverage', coverage] as const] : []),
  ];
}

function verdictText(verdict: Run['verdict'], warnings: number): string {
  if (verdict.kind === 'could not run') return `could not be determined: ${verdict.reason}`;
  if (verdict.kind === 'violations') return 'the server does not conform';
  return `the server conforms${warnings > 0 ? ', with warnings' : ''}`;
}

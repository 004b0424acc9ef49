/** The wording of violations and of a run as a whole, which all reports share. */
import { count, duration } from '@agent-conversation/cli/text';
import type {
  CheckViolation,
  CheckResult,
  KnownDeviation,
  Leftover,
  Outcome,
  Run,
} from '../checker/run.ts';

/** The same violation at one location or several. */
export interface ViolationGroup extends Pick<
  CheckViolation,
  'severity' | 'keyword'
> {
  /** What is wrong and where, such as `response body /items/0/status must be one of STARTING, RUNNING`. */
  readonly sentence: string;
  /** The violated part of the contract with its provenance, and the exchange, if there is one. */
  readonly details: readonly string[];
}

/** Groups the violations that violate the same part of the contract, errors first. */
export function groupViolations({
  violations,
  exchanges,
}: CheckResult): ViolationGroup[] {
  const groups = Map.groupBy(violations, (it) =>
    JSON.stringify([
      it.severity,
      it.side,
      it.part,
      it.contract,
      it.keyword,
      it.message,
    ]),
  );
  const described = Array.from(groups.values(), (same) => {
    const [first] = same as [CheckViolation, ...CheckViolation[]];
    const text = sentenceOf(first);
    const more = same.length - 1;
    return {
      severity: first.severity,
      keyword: first.keyword,
      sentence:
        more === 0 ? text : `${text} (and ${count(more, 'more location')})`,
      details: detailsOf(first, exchanges),
    };
  });
  const bySeverity = Object.groupBy(described, ({ severity }) => severity);
  const { error = [], warning = [], known = [] } = bySeverity;
  return [...error, ...warning, ...known];
}

/** Returns that a check has more violations than are listed, such as `and 4,712 more`; undefined if it has not. */
export function omittedLine({ omitted }: CheckResult): string | undefined {
  return omitted > 0 ? `and ${omitted.toLocaleString('en')} more` : undefined;
}

/** What is wrong and where; a failure of the service is titled as such. */
function sentenceOf({
  side,
  part,
  pointer,
  keyword,
  message,
}: CheckViolation): string {
  const location =
    pointer === '' ? `${side} ${part}` : `${side} ${part} ${pointer}`;
  const title = keyword === 'server-error' ? 'fault of the service: ' : '';
  return `${title}${location} ${message}`;
}

function detailsOf(
  violation: CheckViolation,
  exchanges: CheckResult['exchanges'],
): string[] {
  const { provenance, decision, contract, deviation } = violation;
  const source =
    decision === undefined ? provenance : `${provenance}, ${decision}`;
  const details = [`${source}: ${contract}`];
  if (deviation)
    details.unshift(`known deviation ${deviation.decision}: ${deviation.name}`);
  const shown =
    violation.exchange === undefined
      ? undefined
      : exchanges[violation.exchange];
  if (!shown) return details;
  const target = shown.request.url.replace(/^[^/]*\/\/[^/?]*/, '');
  details.push(
    `${shown.request.method} ${target} responded with ${shown.response.status}`,
  );
  return details;
}

/** Something that the run left on the server. */
export function leftoverLine({ kind, id, reason }: Leftover): string {
  return `${kind} ${id}: ${reason}`;
}

/** How many checks ended how, and how many violations there are. */
export interface Totals extends Readonly<Record<Outcome, number>> {
  readonly errors: number;
  readonly warnings: number;
  /** Violations that a known deviation of the edition explains. */
  readonly known: number;
  /** Violations that are not listed, as there are too many of them. */
  readonly omitted: number;
  /** The errors that are failures of the service (5xx) and not gaps in what it declares. */
  readonly serviceFaults: number;
}

export function totalsOf({ results }: Run): Totals {
  const {
    passed = [],
    failed = [],
    skipped = [],
  } = Object.groupBy(results, (it) => it.outcome);
  const violations = results.flatMap((result) => result.violations);
  const {
    error = [],
    warning = [],
    known = [],
  } = Object.groupBy(violations, (it) => it.severity);
  return {
    passed: passed.length,
    failed: failed.length,
    skipped: skipped.length,
    errors: error.length,
    warnings: warning.length,
    known: known.length,
    omitted: results.reduce((sum, { omitted }) => sum + omitted, 0),
    serviceFaults: error.filter(({ keyword }) => keyword === 'server-error')
      .length,
  };
}

/** A line of the summary. */
type SummaryLine = readonly [name: string, text: string];

/** The verdict on a run and its figures, each with a name. */
export function summaryOf(run: Run, coverage?: string): SummaryLine[] {
  const { settings, requests, rateLimited, leftovers } = run;
  const totals = totalsOf(run);
  const { passed, failed, skipped } = totals;
  const { requests: most, milliseconds } = settings.budget;
  const generations = generationsIn(run);
  const number = (value: number) => value.toLocaleString('en');
  const limited =
    rateLimited > 0
      ? `; ${number(rateLimited)} exceeded the rate limit (429)`
      : '';
  const server =
    generations === ''
      ? settings.baseUrl
      : `${settings.baseUrl} with ${generations}`;
  const time = `${duration(run.duration)} of ${duration(milliseconds)}`;
  const lines: SummaryLine[] = [
    ['Verdict', verdictText(run, totals)],
    ...run.hints.map((hint): SummaryLine => ['Hint', hint]),
    ...deviationLines(run),
    ['Checks', `${passed} passed, ${failed} failed, ${skipped} skipped`],
    ['Violations', violationsText(totals)],
    [
      'Server',
      `${server}, ${settings.write ? 'read and written' : 'only read'}`,
    ],
    [
      'Requests',
      `${number(requests)} of ${number(most)}, in ${time}${limited}`,
    ],
    ['Seed', String(settings.seed)],
    ['Contract', run.contractVersion],
  ];
  if (leftovers.length > 0)
    lines.push(['Left', count(leftovers.length, 'thing')]);
  if (coverage) lines.push(['Coverage', coverage]);
  return lines;
}

/** The known deviations that the run has seen, and the names of the others. */
function deviationLines({ deviations }: Run): SummaryLine[] {
  const lines: SummaryLine[] = [];
  for (const { decision, name, description, isSeen } of deviations) {
    if (isSeen)
      lines.push(['Deviation', `${decision} ${name}: ${description}`]);
  }
  const others = deviations.filter(({ isSeen }) => !isSeen);
  if (others.length === 0) return lines;
  const names = others.map(({ decision, name }) => `${decision} ${name}`);
  return [...lines, ['Not seen', names.join(', ')]];
}

function violationsText(totals: Totals): string {
  const { errors, warnings, known, omitted, serviceFaults } = totals;
  const parts = [count(errors, 'error'), count(warnings, 'warning')];
  if (serviceFaults > 0) {
    parts[0] += `, of which ${count(serviceFaults, 'fault')} of the service (5xx)`;
  }
  if (known > 0) parts.push(`${known.toLocaleString('en')} known`);
  if (omitted > 0)
    parts.push(`and ${omitted.toLocaleString('en')} more that are not listed`);
  return parts.join(serviceFaults > 0 ? '; ' : ', ');
}

/** What is known of the generations that a server has, such as `V1 and no V0`. */
function generationsIn({ generations }: Run): string {
  return Object.entries(generations)
    .filter(([, isThere]) => isThere !== undefined)
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .map(([name, isThere]) => (isThere ? '' : 'no ') + name.toUpperCase())
    .join(' and ');
}

function verdictText(
  { verdict, edition, deviations }: Run,
  { warnings }: Totals,
): string {
  if (verdict.kind === 'could not run')
    return `could not be determined: ${verdict.reason}`;
  const isRight = verdict.kind === 'conforms';
  if (edition === undefined) {
    if (!isRight) return 'the server does not conform';
    return `the server conforms${warnings > 0 ? ', with warnings' : ''}`;
  }
  const known = knownText(deviations);
  if (!isRight)
    return `the server does not conform as edition ${edition}: ${known}, and others`;
  const rest = warnings > 0 ? 'with warnings' : 'none other';
  return `the server conforms as edition ${edition}: ${known}, ${rest}`;
}

/** How many known deviations were seen, with their decisions: `2 known deviations (D05, D12)`. */
function knownText(deviations: readonly KnownDeviation[]): string {
  const seen = deviations.filter(({ isSeen }) => isSeen);
  if (seen.length === 0) return 'no known deviation';
  const decisions = new Set(seen.map(({ decision }) => decision));
  return `${count(seen.length, 'known deviation')} (${[...decisions].join(', ')})`;
}

import type {
  CheckViolation,
  CheckResult,
  PlannedCheck,
  Run,
  Verdict,
} from '../checker/run.ts';
import type { Edition } from '../oracle/editions.ts';
import type { ReceivedResponse, SentRequest } from '../oracle/exchange.ts';
import { type Totals, totalsOf } from './violations.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';

/**
 * A run as JSON. What is not known or not there is null. Properties may be added; `format` is increased for any
 * other change that affects readers. The bodies are in the HAR report.
 */
export interface JsonReport extends Pick<
  Run,
  'duration' | 'requests' | 'rateLimited' | 'leftovers' | 'deviations' | 'hints'
> {
  readonly format: 2;
  readonly verdict: Verdict['kind'];
  /** Why the verdict could not be determined. */
  readonly reason: string | null;
  /** The version of the contract that the server was checked against. */
  readonly contract: string;
  /** As in RFC 3339, in UTC. */
  readonly startedAt: string;
  readonly generations: Nullable<Run['generations']>;
  readonly settings: Nullable<Run['settings']>;
  /** The edition that the server was compared with. */
  readonly edition: Edition | null;
  readonly totals: Totals;
  /** In the order in which they were made. */
  readonly checks: readonly JsonCheck[];
}

/** A value with null in place of undefined. */
type Nullable<T> = {
  readonly [Name in keyof T]: undefined extends T[Name]
    ? Exclude<T[Name], undefined> | null
    : T[Name];
};

/** One thing that was checked. */
export interface JsonCheck
  extends
    PlannedCheck,
    Nullable<Pick<CheckResult, 'outcome' | 'reason' | 'duration' | 'rerun'>> {
  readonly violations: readonly JsonViolation[];
  /** How many more violations there are. */
  readonly omitted: number;
  readonly exchanges: readonly JsonExchange[];
}

/** One location in which an exchange violates the contract. */
export type JsonViolation = Nullable<CheckViolation>;

/** A request and the status of its response. */
export interface JsonExchange
  extends
    Pick<SentRequest, 'method' | 'url'>,
    Pick<ReceivedResponse, 'status'> {
  readonly startedAt: string;
  readonly duration: number;
}

/** The names of all properties, in the order in which they are written. */
const names = [
  'format verdict severity message kind id name title description method url operation',
  'generation writes side part pointer keyword',
  'provenance decision deviation baseUrl seed write strict include exclude budget outcome reason status contract',
  'startedAt duration rerun exchange requests milliseconds rateLimited rate settings generations v0 v1',
  'edition deviations isSeen hints',
  'totals passed failed skipped errors serviceFaults warnings known omitted checks violations exchanges leftovers',
].flatMap((line) => line.split(' '));

/** A run for programs: a {@link JsonReport}, its properties always in the same order. */
export function reportJson(run: Run, { secrets }: ReportOptions): string {
  const safe = redactRun(run, secrets);
  const {
    verdict,
    generations,
    settings,
    contractVersion,
    results,
    startedAt,
    ...figures
  } = safe;
  const report: JsonReport = {
    ...figures,
    format: 2,
    verdict: verdict.kind,
    reason: verdict.kind === 'could not run' ? verdict.reason : null,
    contract: contractVersion,
    startedAt: startedAt.toISOString(),
    generations: withNulls(generations),
    settings: withNulls(settings),
    edition: safe.edition ?? null,
    totals: totalsOf(safe),
    checks: results.map(({ check, violations, exchanges, ...result }) => ({
      ...check,
      ...withNulls(result),
      violations: violations.map(withNulls),
      exchanges: exchanges.map(
        ({ request: { method, url }, response: { status }, ...times }) => ({
          method,
          url,
          status,
          startedAt: times.startedAt.toISOString(),
          duration: times.duration,
        }),
      ),
    })),
  };
  return `${JSON.stringify(report, names, 2)}\n`;
}

function withNulls<T extends object>(value: T): Nullable<T> {
  const entries = Object.entries(value).map(([name, it]: [string, unknown]) => [
    name,
    it ?? null,
  ]);
  return Object.fromEntries(entries) as Nullable<T>;
}

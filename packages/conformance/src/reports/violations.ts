/** The wording of violations and of a run as a whole, which all reports share. */
import { count, duration } from '@agent-conversation/cli/text';
import type { CheckViolation, CheckResult, Leftover, Outcome, Run } from '../checker/run.ts';

/** The same violation at one location or several. */
export interface ViolationGroup extends Pick<CheckViolation, 'severity' | 'keyword'> {
  /** What is wrong and where, such as `response body /items/0/status must be one of STARTING, RUNNING`. */
  readonly sentence: string;
  /** The violated part of the contract with its provenance, and the exchange, if there is one. */
  readonly details: readonly string[];
}

/** Groups the violations that violate the same part of the contract, errors first. */
export function groupViolations({ violations, exchanges }: CheckResult): ViolationGroup[] {
  const groups = Map.groupBy(violations, (it) =>
    JSON.stringify([it.severity, it.side, it.part, it.contract, it.keyword, it.message]),
  );
  const described = Array.from(groups.values(), (same) => {
    const { severity, keyword, message, side, part, pointer, ...first } = same[0]!;
    const text = [side, part, pointer, message].filter(Boolean).join(' ');
    const more = same.length - 1;
    const source = [first.provenance, first.decision].filter(Boolean).join(', ');
    const details = [`${source}: ${first.contract}`];
    const shown = exchanges[first.exchange ?? -1];
    if (shown) {
      const target = shown.request.url.replace(/^[^/]*\/\/[^/?]*/, '');
      details.push(`${shown.request.method} ${target} responded with ${shown.response.status}`);
    }
    const sentence = more === 0 ? text : `${text} (and ${count(more, 'more location')})`;
    return { severity, keyword, sentence, details };
  });
  const { error = [], warning = [] } = Object.groupBy(described, ({ severity }) => severity);
  return [...error, ...warning];
}

/** Something that the run left on the server. */
export function leftoverLine({ kind, id, reason }: Leftover): string {
  return `${kind} ${id}: ${reason}`;
}

/** How many checks ended how, and how many violations there are. */
export interface Totals extends Readonly<Record<Outcome, number>> {
  readonly errors: number;
  readonly warnings: number;
}

export function totalsOf({ results }: Run): Totals {
  const { passed = [], failed = [], skipped = [] } = Object.groupBy(results, (it) => it.outcome);
  const violations = results.flatMap((result) => result.violations);
  const errors = violations.filter(({ severity }) => severity === 'error').length;
  return {
    passed: passed.length,
    failed: failed.length,
    skipped: skipped.length,
    errors,
    warnings: violations.length - errors,
  };
}

/** The verdict on a run and its figures, each with a name. */
export function summaryOf(run: Run, coverage?: string): (readonly [name: string, text: string])[] {
  const { settings, requests, rateLimited, leftovers } = run;
  const { passed, failed, skipped, errors, warnings } = totalsOf(run);
  const { requests: most, milliseconds } = settings.budget;
  const found = generationsIn(run);
  const number = (value: number) => value.toLocaleString('en');
  const limited = rateLimited > 0 ? `; ${number(rateLimited)} exceeded the rate limit (429)` : '';
  const server = `${settings.baseUrl}${found && ` with ${found}`}`;
  const time = `${duration(run.duration)} of ${duration(milliseconds)}`;
  return [
    ['Verdict', verdictText(run.verdict, warnings)],
    ['Checks', `${passed} passed, ${failed} failed, ${skipped} skipped`],
    ['Violations', `${count(errors, 'error')}, ${count(warnings, 'warning')}`],
    ['Server', `${server}, ${settings.write ? 'read and written' : 'only read'}`],
    ['Requests', `${number(requests)} of ${number(most)}, in ${time}${limited}`],
    ['Seed', String(settings.seed)],
    ['Contract', run.contractVersion],
    ...(leftovers.length > 0 ? [['Left', count(leftovers.length, 'thing')] as const] : []),
    ...(coverage ? [['Coverage', coverage] as const] : []),
  ];
}

/** What is known of the generations that a server has, such as `V1 and no V0`. */
function generationsIn({ generations }: Run): string {
  return Object.entries(generations)
    .filter(([, isThere]) => isThere !== undefined)
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .map(([name, isThere]) => (isThere ? '' : 'no ') + name.toUpperCase())
    .join(' and ');
}

function verdictText(verdict: Run['verdict'], warnings: number): string {
  if (verdict.kind === 'could not run') return `could not be determined: ${verdict.reason}`;
  if (verdict.kind === 'violations') return 'the server does not conform';
  return `the server conforms${warnings > 0 ? ', with warnings' : ''}`;
}

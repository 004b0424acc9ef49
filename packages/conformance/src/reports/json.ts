import type { CheckFinding, CheckResult, RecordedExchange, Run } from '../checker/run.ts';
import type { JsonCheck, JsonExchange, JsonFinding, JsonReport } from './json-report.ts';
import { redactRun } from './redact-run.ts';
import type { ReportOptions } from './report-options.ts';
import { totalsOf } from './totals.ts';

/** A run for programs: a {@link JsonReport}, its members always in the same order. */
export function reportJson(run: Run, { secrets }: ReportOptions): string {
  const safe = redactRun(run, secrets);
  const { settings, verdict, generations } = safe;
  const report: JsonReport = {
    format: 1,
    verdict: verdict.kind,
    reason: verdict.kind === 'could not run' ? verdict.reason : null,
    contract: safe.contractVersion,
    startedAt: safe.startedAt.toISOString(),
    duration: safe.duration,
    requests: safe.requests,
    rateLimited: safe.rateLimited,
    settings,
    generations: { v0: generations.v0 ?? null, v1: generations.v1 ?? null },
    totals: totalsOf(safe),
    checks: safe.results.map(checkOf),
    leftovers: safe.leftovers.map(({ kind, id, reason }) => ({ kind, id, reason })),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function checkOf(result: CheckResult): JsonCheck {
  const { id, title, operation, generation, writes } = result.check;
  return {
    id,
    title,
    operation,
    generation,
    writes,
    outcome: result.outcome,
    reason: result.reason ?? null,
    duration: result.duration,
    again: result.again ?? null,
    findings: result.findings.map(findingOf),
    exchanges: result.exchanges.map(exchangeOf),
  };
}

function findingOf(finding: CheckFinding): JsonFinding {
  return {
    severity: finding.severity,
    message: finding.message,
    operation: finding.operation ?? null,
    side: finding.side,
    part: finding.part,
    pointer: finding.pointer,
    keyword: finding.keyword,
    provenance: finding.provenance,
    decision: finding.decision ?? null,
    contract: finding.contract,
    exchange: finding.exchange ?? null,
  };
}

function exchangeOf({ request, answer, startedAt, duration }: RecordedExchange): JsonExchange {
  return {
    method: request.method,
    url: request.url,
    status: answer.status,
    startedAt: startedAt.toISOString(),
    duration,
  };
}

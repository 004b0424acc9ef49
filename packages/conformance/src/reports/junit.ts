import type { CheckResult, Leftover, Run } from '../checker/run.ts';
import { groupFindings, origin, sentence, shownBy } from './findings.ts';
import { redactRun } from './redact-run.ts';
import type { ReportOptions } from './report-options.ts';
import { summaryOf } from './summary.ts';
import { type XmlElement, xmlDocument } from './xml.ts';

/**
 * A run as JUnit's XML, for CI servers: a suite for each operation, and one for the run, which has an error
 * when the run could not find out. It is valid by the schemas of Jenkins and of Ant's JUnitReport; warnings
 * are in what a suite has written, as neither knows them.
 */
export function reportJunit(run: Run, { secrets }: ReportOptions): string {
  const safe = redactRun(run, secrets);
  const operations = Map.groupBy(safe.results, ({ check: { operation } }) => operation);
  const suites = [
    ...[...operations].map(([name, results]) => ofOperation(name, results)),
    ofRun(safe),
  ];
  return xmlDocument({
    name: 'testsuites',
    elements: suites.map((suite, id) => elementOf(suite, id, safe)),
  });
}

interface Suite {
  readonly name: string;
  /** Each with what went wrong. */
  readonly cases: readonly XmlElement[];
  /** In milliseconds. */
  readonly duration: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

function ofOperation(name: string, results: readonly CheckResult[]): Suite {
  return {
    name,
    cases: results.map(testCase),
    duration: results.reduce((sum, { duration }) => sum + duration, 0),
    out: results.filter(({ outcome }) => outcome !== 'failed').flatMap(told),
    err: [],
  };
}

function ofRun(run: Run): Suite {
  const { verdict, leftovers } = run;
  const error = verdict.kind === 'could not run' ? verdict.reason : undefined;
  return {
    name: 'run',
    cases: [
      {
        name: 'testcase',
        attributes: { name: 'The server can be checked', classname: 'run', time: seconds(0) },
        elements:
          error === undefined
            ? []
            : [{ name: 'error', attributes: { message: error, type: 'could not run' } }],
      },
    ],
    duration: 0,
    out: summaryOf(run, undefined).map(([name, line]) => `${name}: ${line}`),
    err: leftovers.map(leftover),
  };
}

function elementOf({ name, cases, duration, out, err }: Suite, id: number, run: Run): XmlElement {
  const having = (kind: string) =>
    cases.filter(({ elements = [] }) => elements.some((it) => it.name === kind)).length;
  const properties = { 'base-url': run.settings.baseUrl, seed: run.settings.seed };
  return {
    name: 'testsuite',
    attributes: {
      name,
      package: 'agent-conversation-conformance',
      id,
      // In UTC, without a zone: the schema of Ant's JUnitReport takes none.
      timestamp: run.startedAt.toISOString().slice(0, 19),
      hostname: 'localhost',
      tests: cases.length,
      failures: having('failure'),
      errors: having('error'),
      skipped: having('skipped'),
      time: seconds(duration),
    },
    elements: [
      {
        name: 'properties',
        elements: Object.entries(properties).map(([key, value]) => ({
          name: 'property',
          attributes: { name: key, value },
        })),
      },
      ...cases,
      { name: 'system-out', lines: out },
      { name: 'system-err', lines: err },
    ],
  };
}

function testCase(result: CheckResult): XmlElement {
  const { check, outcome, reason, duration, findings } = result;
  const elements: Record<typeof outcome, () => XmlElement[]> = {
    passed: () => [],
    skipped: () => [{ name: 'skipped', lines: [reason ?? 'skipped'] }],
    failed: () => {
      const first = groupFindings(findings)[0];
      const message = first ? sentence(first) : check.title;
      const attributes = { message, type: first?.finding.keyword ?? 'failed' };
      return [{ name: 'failure', attributes, lines: told(result) }];
    },
  };
  return {
    name: 'testcase',
    attributes: {
      name: `${check.id}: ${check.title}`,
      classname: check.operation,
      time: seconds(duration),
    },
    elements: elements[outcome](),
  };
}

/** What is wrong with a check, and how to make it again. */
function told(result: CheckResult): string[] {
  const findings = groupFindings(result.findings).flatMap((group) => {
    const shown = shownBy(group.finding, result);
    return [
      `${result.check.id}: ${group.finding.severity}: ${sentence(group)}`,
      `  ${origin(group.finding)}`,
      ...(shown ? [`  ${shown}`] : []),
    ];
  });
  return result.again ? [...findings, `again: ${result.again}`] : findings;
}

function leftover({ kind, id, reason }: Leftover): string {
  return `Left on the server: ${kind} ${id}: ${reason}`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

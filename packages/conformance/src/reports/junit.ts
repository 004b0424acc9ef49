import type { CheckResult, Run } from '../checker/run.ts';
import { details, groupFindings, leftoverLine, sentence, summaryOf } from './findings.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';
import { printable } from './text.ts';

/**
 * A run as JUnit's XML, for CI servers: a suite for each operation, and one for the run, which has an error
 * when the verdict could not be determined. It is valid by the schemas of Jenkins and of Ant's JUnitReport;
 * warnings are in the output of a suite, as neither has an element for them.
 */
export function reportJunit(run: Run, { secrets }: ReportOptions): string {
  const safe = redactRun(run, secrets);
  const operations = Map.groupBy(safe.results, ({ check: { operation } }) => operation);
  const suites = [
    ...[...operations].map(([name, results], id) =>
      suite(safe, id, {
        name,
        cases: results.map(testCase),
        milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
        out: results.filter(({ outcome }) => outcome !== 'failed').flatMap(lines),
        err: [],
      }),
    ),
    suite(safe, operations.size, suiteOfRun(safe)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, suites)}`;
}

interface Suite {
  readonly name: string;
  /** As XML. */
  readonly cases: readonly string[];
  readonly milliseconds: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

function suiteOfRun(run: Run): Suite {
  const { verdict, leftovers } = run;
  const attributes = { name: 'The server can be checked', classname: 'run', time: seconds(0) };
  const errors =
    verdict.kind === 'could not run'
      ? [element('error', { message: verdict.reason, type: verdict.kind })]
      : [];
  return {
    name: 'run',
    cases: [element('testcase', attributes, errors)],
    milliseconds: 0,
    out: summaryOf(run).map(([name, line]) => `${name}: ${line}`),
    err: leftovers.map((it) => `Left on the server: ${leftoverLine(it)}`),
  };
}

function suite(run: Run, id: number, { name, cases, milliseconds, out, err }: Suite): string {
  const having = (kind: string) => cases.filter((it) => it.includes(`\n  <${kind}`)).length;
  const properties = { 'base-url': run.settings.baseUrl, seed: run.settings.seed };
  const attributes = {
    name,
    package: 'agent-conversation-conformance',
    id,
    // In UTC, without a zone: the schema of Ant's JUnitReport allows none.
    timestamp: run.startedAt.toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(milliseconds),
  };
  return element('testsuite', attributes, [
    element(
      'properties',
      {},
      Object.entries(properties).map(([key, value]) => element('property', { name: key, value })),
    ),
    ...cases,
    element('system-out', {}, out.map(escaped).join('\n')),
    element('system-err', {}, err.map(escaped).join('\n')),
  ]);
}

function testCase(result: CheckResult): string {
  const { check, outcome, reason = 'skipped', duration, findings } = result;
  const name = `${check.id}: ${check.title}`;
  const attributes = { name, classname: check.operation, time: seconds(duration) };
  if (outcome === 'passed') return element('testcase', attributes);
  if (outcome === 'skipped') {
    return element('testcase', attributes, [element('skipped', {}, escaped(reason))]);
  }
  const first = groupFindings(findings)[0];
  const message = first ? sentence(first) : check.title;
  const type = first?.finding.keyword ?? 'failed';
  const text = lines(result).map(escaped).join('\n');
  return element('testcase', attributes, [element('failure', { message, type }, text)]);
}

/** What is wrong, and how to make the check again. */
function lines(result: CheckResult): string[] {
  const { check, again } = result;
  const findings = groupFindings(result.findings).flatMap((group) => [
    `${check.id}: ${group.finding.severity}: ${sentence(group)}`,
    ...details(group, result).map((detail) => `  ${detail}`),
  ]);
  return again ? [...findings, `again: ${again}`] : findings;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** An element of XML 1.0 with escaped text or with elements, and a line end. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = '',
): string {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(String(value))}"`),
  ].join(' ');
  if (content.length === 0) return `<${start}/>\n`;
  if (typeof content === 'string') return `<${start}>${content}</${name}>\n`;
  // Only lines that begin an element are indented, as others are text.
  const inner = content.join('').replaceAll(/^(?=\s*<)/gm, '  ');
  return `<${start}>\n${inner}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text on one line. What XML cannot have is written as an escape. */
function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"]/g, (character) => entities[character]!);
}

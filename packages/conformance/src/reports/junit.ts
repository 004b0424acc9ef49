import { printable } from '@agent-conversation/cli/text';
import type { CheckResult, Run } from '../checker/run.ts';
import { groupViolations, leftoverLine, summaryOf } from './violations.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';

/**
 * A run as JUnit's XML, for CI servers: a suite for each operation, and one for the run, which has an error
 * when the verdict could not be determined. It is valid by the schemas of Jenkins and of Ant's JUnitReport;
 * warnings are in the output of a suite, as neither has an element for them.
 */
export function reportJunit(run: Run, { secrets }: ReportOptions): string {
  const safe = redactRun(run, secrets);
  const operations = Map.groupBy(safe.results, ({ check: { operation } }) => operation);
  const suites = [...operations].map(([name, results], id) => {
    const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
    const passed = results.filter(({ outcome }) => outcome !== 'failed');
    return suite(safe, id, name, milliseconds, results.map(testCase), passed.flatMap(lines));
  });
  const { verdict } = safe;
  const errors =
    verdict.kind === 'could not run'
      ? [element('error', { message: verdict.reason, type: verdict.kind })]
      : [];
  const attributes = { name: 'The server can be checked', classname: 'run', time: seconds(0) };
  const cases = [element('testcase', attributes, errors)];
  const out = summaryOf(safe).map(([name, line]) => `${name}: ${line}`);
  const err = safe.leftovers.map((it) => `Left on the server: ${leftoverLine(it)}`);
  const all = [...suites, suite(safe, suites.length, 'run', 0, cases, out, err)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, all)}`;
}

/** A suite as XML, with the XML of its cases and the lines of its output. */
function suite(
  { settings: { baseUrl, seed }, startedAt }: Run,
  id: number,
  name: string,
  milliseconds: number,
  cases: readonly string[],
  out: readonly string[],
  err: readonly string[] = [],
): string {
  const having = (kind: string) => cases.filter((it) => it.includes(`\n  <${kind}`)).length;
  const attributes = {
    name,
    package: 'agent-conversation-conformance',
    id,
    // In UTC, without a zone: the schema of Ant's JUnitReport allows none.
    timestamp: startedAt.toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(milliseconds),
  };
  const properties = Object.entries({ 'base-url': baseUrl, seed }).map(([key, value]) =>
    element('property', { name: key, value }),
  );
  return element('testsuite', attributes, [
    element('properties', {}, properties),
    ...cases,
    element('system-out', {}, escaped(...out)),
    element('system-err', {}, escaped(...err)),
  ]);
}

function testCase(result: CheckResult): string {
  const { check, outcome, reason = 'skipped', duration } = result;
  const [first] = groupViolations(result);
  const failure = { message: first?.sentence ?? check.title, type: first?.keyword ?? 'failed' };
  const content = {
    passed: [],
    skipped: [element('skipped', {}, escaped(reason))],
    failed: [element('failure', failure, escaped(...lines(result)))],
  };
  const name = `${check.id}: ${check.title}`;
  const attributes = { name, classname: check.operation, time: seconds(duration) };
  return element('testcase', attributes, content[outcome]);
}

/** What is wrong, and how to make the check again. */
function lines(result: CheckResult): string[] {
  const { check, rerun } = result;
  const violations = groupViolations(result).flatMap(({ severity, sentence, details }) => [
    `${check.id}: ${severity}: ${sentence}`,
    ...details.map((detail) => `  ${detail}`),
  ]);
  return rerun ? [...violations, `rerun: ${rerun}`] : violations;
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
  const pairs = Object.entries(attributes).map(([key, it]) => ` ${key}="${escaped(String(it))}"`);
  const start = name + pairs.join('');
  if (content.length === 0) return `<${start}/>\n`;
  if (typeof content === 'string') return `<${start}>${content}</${name}>\n`;
  // Only lines that begin an element are indented, as others are text.
  return `<${start}>\n${content.join('').replaceAll(/^(?=\s*<)/gm, '  ')}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
};

/** Texts, each on one line. What XML cannot have is written as an escape. */
function escaped(...texts: readonly string[]): string {
  return texts
    .map((it) => printable(it).replaceAll(/[&<>"]/g, (at) => `&${entities[at]};`))
    .join('\n');
}

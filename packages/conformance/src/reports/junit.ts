import { printable } from '@agent-conversation/cli/text';
import XMLBuilder from 'fast-xml-builder';
import type { CheckResult, Run } from '../checker/run.ts';
import {
  groupViolations,
  leftoverLine,
  omittedLine,
  summaryOf,
} from './violations.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';

/**
 * A run as JUnit's XML, for CI servers: a suite for each operation, and one for the run, which has an error
 * when the verdict could not be determined. It is valid by the schemas of Jenkins and of Ant's JUnitReport;
 * warnings are in the output of a suite, as neither has an element for them.
 */
export function reportJunit(run: Run, { secrets }: ReportOptions): string {
  const safe = redactRun(run, secrets);
  const operations = Map.groupBy(
    safe.results,
    ({ check: { operation } }) => operation,
  );
  const suites = [...operations].map(([name, results], id) => {
    const milliseconds = results.reduce(
      (sum, { duration }) => sum + duration,
      0,
    );
    const passed = results.filter(({ outcome }) => outcome !== 'failed');
    return suite(
      safe,
      id,
      name,
      milliseconds,
      results.map(testCase),
      passed.flatMap(lines),
    );
  });
  const { verdict } = safe;
  const error = verdict.kind === 'could not run' && {
    error: attributes({ message: verdict.reason, type: verdict.kind }),
  };
  const named = {
    name: 'The server can be checked',
    classname: 'run',
    time: seconds(0),
  };
  const cases = [{ ...attributes(named), ...error }];
  const out = summaryOf(safe).map(([name, line]) => `${name}: ${line}`);
  const err = safe.leftovers.map(
    (it) => `Left on the server: ${leftoverLine(it)}`,
  );
  const testsuite = [
    ...suites,
    suite(safe, suites.length, 'run', 0, cases, out, err),
  ];
  const declaration = attributes({ version: '1.0', encoding: 'UTF-8' });
  return builder.build({ '?xml': declaration, testsuites: { testsuite } });
}

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  format: true,
  ignoreAttributes: false,
  suppressEmptyNode: true,
});

/** A case, and what it has if it did not pass. */
type TestCase = { readonly [part in 'failure' | 'error' | 'skipped']?: object };

function suite(
  { settings: { baseUrl, seed }, edition, startedAt }: Run,
  id: number,
  name: string,
  milliseconds: number,
  cases: readonly TestCase[],
  out: readonly string[],
  err: readonly string[] = [],
) {
  const properties = [
    attributes({ name: 'base-url', value: baseUrl }),
    attributes({ name: 'seed', value: seed }),
  ];
  if (edition !== undefined)
    properties.push(attributes({ name: 'edition', value: edition }));
  const having = (part: keyof TestCase) =>
    cases.filter((it) => it[part]).length;
  return {
    ...attributes({
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
    }),
    properties: {
      property: properties,
    },
    testcase: cases,
    'system-out': text(out),
    'system-err': text(err),
  };
}

function testCase(result: CheckResult): TestCase {
  const { check, outcome, reason = 'skipped', duration } = result;
  const [first] = groupViolations(result);
  const failure = {
    message: first?.sentence ?? check.title,
    type: first?.keyword ?? 'failed',
  };
  const name = `${check.id}: ${check.title}`;
  return {
    ...attributes({
      name,
      classname: check.operation,
      time: seconds(duration),
    }),
    ...(outcome === 'skipped' && { skipped: text([reason]) }),
    ...(outcome === 'failed' && {
      failure: { ...attributes(failure), ...text(lines(result)) },
    }),
  };
}

/** What is wrong, and how to make the check again. */
function lines(result: CheckResult): string[] {
  const { check, rerun } = result;
  const violations = groupViolations(result).flatMap(
    ({ severity, sentence, details }) => [
      `${check.id}: ${severity}: ${sentence}`,
      ...details.map((detail) => `  ${detail}`),
    ],
  );
  const omitted = omittedLine(result);
  if (omitted !== undefined) violations.push(`${check.id}: ${omitted}`);
  if (rerun) violations.push(`rerun: ${rerun}`);
  return violations;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>) {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, it]) => [`@${name}`, printable(String(it))]),
  );
}

/** Texts, each on one line. What XML cannot have is written as an escape. */
function text(texts: readonly string[]) {
  return { '#text': texts.map(printable).join('\n') };
}

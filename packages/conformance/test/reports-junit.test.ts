import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportJunit } from '../src/reports/junit.ts';
import { secretRun } from '../src/testing/random-run.ts';
import { result, richKey, richRun, runOf } from '../src/testing/rich-run.ts';
import { junitViolations } from './support/xml-schema.ts';

const secrets = [richKey];
const whole = reportJunit(richRun, { secrets });

test.each([
  ['with everything', richRun],
  ['without checks', runOf()],
  ['that could not find out', runOf({ verdict: { kind: 'could not run', reason: 'a < b & "c"' } })],
  [
    'with a failure without findings',
    runOf({ results: [result('a.b', 'c', { outcome: 'failed' })] }),
  ],
])('the report of a run %s is valid', async (_, run) => {
  expect(await junitViolations([reportJunit(run, { secrets })])).toEqual([]);
});

test('the reports of random runs are valid', async () => {
  const runs = fc.sample(secretRun, { numRuns: 100, seed: 20261122 });
  const reports = runs.map(({ run, key }) => reportJunit(run, { secrets: [key] }));
  expect(await junitViolations(reports)).toEqual([]);
});

test.each([
  [
    'an attribute that there is not',
    ' errors="',
    ' faults="',
    "The attribute 'faults' is not allowed",
  ],
  ['an element in the wrong place', '<system-out/>', '<skipped/>', 'skipped'],
  ['what is no XML', '</testsuites>', '', 'Premature end of data'],
  ['a control character', 'Hello', 'Hello\u0001', 'PCDATA invalid Char value 1'],
])('the schema notices %s', async (_, from, to, message) => {
  const broken = whole.replace('<system-err/>', '<system-err>Hello</system-err>').replace(from, to);
  expect(await junitViolations([broken])).toContainEqual(expect.stringContaining(message));
});

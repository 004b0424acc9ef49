/** JUnit reports are valid by the XML schema of Jenkins. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportJunit } from '../src/reports/junit.ts';
import { secretRun } from '../src/testing/random-run.ts';
import { result, richKey, richRun, runOf } from '../src/testing/rich-run.ts';
import { junitViolations } from './support/xml-schema.ts';

test('the reports of all kinds of runs, and of random ones, are valid', async () => {
  const runs = [
    richRun,
    runOf(),
    runOf({ verdict: { kind: 'could not run', reason: 'a < b & "c"' } }),
    runOf({ results: [result('a.b', 'c', { outcome: 'failed' })] }),
  ];
  const random = fc.sample(secretRun, { numRuns: 100, seed: 20261122 });
  const all = [...runs.map((run) => ({ run, key: richKey })), ...random];
  const reports = all.map(({ run, key }) => reportJunit(run, { secrets: [key] }));
  expect(await junitViolations(reports)).toEqual([]);
});

test('the schema reports what is wrong', async () => {
  const broken = reportJunit(richRun, { secrets: [richKey] }).replace(' errors="', ' faults="');
  const message = expect.stringContaining("The attribute 'faults' is not allowed") as string;
  expect(await junitViolations([broken])).toContainEqual(message);
});

import { expect, test } from 'vitest';
import { richKey, richRun, runOf } from '../testing/rich-run.ts';
import { type JsonReport, reportJson } from './json.ts';

const secrets = [richKey];

test('a run with everything', async () => {
  await expect(reportJson(richRun, { secrets })).toMatchFileSnapshot('samples/report.json');
});

test('the members stand in the same order, however the run was made', () => {
  const backwards = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(backwards) as T;
    if (value?.constructor !== Object) return value;
    const entries = Object.entries(value).toReversed();
    return Object.fromEntries(entries.map(([name, inner]) => [name, backwards(inner)])) as T;
  };
  expect(reportJson(backwards(richRun), { secrets })).toBe(reportJson(richRun, { secrets }));
});

test('what is not known is null', () => {
  const run = runOf({
    generations: { v0: undefined, v1: false },
    verdict: { kind: 'could not run', reason: 'the budget is spent' },
  });
  const report = JSON.parse(reportJson(run, { secrets })) as JsonReport;
  expect(report).toMatchObject({
    format: 1,
    verdict: 'could not run',
    reason: 'the budget is spent',
    generations: { v0: null, v1: false },
    checks: [],
  });
});

test('a finding names its exchange', () => {
  const { checks } = JSON.parse(reportJson(richRun, { secrets })) as JsonReport;
  const { findings, exchanges } = checks.find(({ id }) => id === 'searchSandboxes.key')!;
  expect(exchanges[findings[0]!.exchange!]).toEqual({
    method: 'GET',
    url: 'http://127.0.0.1:4010/api/v1/sandboxes/search',
    status: 200,
    startedAt: '2026-11-22T09:30:00.900Z',
    duration: 12.345,
  });
});

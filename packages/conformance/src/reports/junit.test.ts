import { expect, test } from 'vitest';
import { finding, result, richKey, richRun, runOf } from '../testing/rich-run.ts';
import { reportJunit } from './junit.ts';

const secrets = [richKey];

test('a run with everything', async () => {
  await expect(reportJunit(richRun, { secrets })).toMatchFileSnapshot('samples/junit.xml');
});

test('a run that could not find out has an error', () => {
  const report = reportJunit(
    runOf({ verdict: { kind: 'could not run', reason: 'nothing listens on "localhost:1"' } }),
    { secrets },
  );
  expect(report).toContain('tests="1" failures="0" errors="1"');
  expect(report).toContain(
    '<error message="nothing listens on &quot;localhost:1&quot;" type="could not run"/>',
  );
});

test('a check that only has warnings has passed', () => {
  const results = [result('a.b', 'c', { findings: [finding({ severity: 'warning' })] })];
  const report = reportJunit(runOf({ results }), { secrets });
  expect(report).toContain('<testcase name="a.b: c" classname="a" time="0.032"/>');
  expect(report).toContain('<system-out>a.b: warning: response body /items/0/status must be');
});

test('what XML cannot have is written as an escape', () => {
  const message = 'a\u0000b\u000bc\ufffed\ud800e\u{1f680}]]>&<';
  const failed = result('a.b', 'c', { outcome: 'failed', findings: [finding({ message })] });
  expect(reportJunit(runOf({ results: [failed] }), { secrets })).toContain(
    'a\\u{0}b\\u{b}c\\u{fffe}d\\u{d800}e\u{1f680}]]&gt;&amp;&lt;',
  );
});

import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { expect, test } from 'vitest';
import { reportJunit } from '../reports/junit.ts';
import { richRun } from '../testing/rich-run.ts';
import { writeReports } from './write-reports.ts';

test('a report that cannot be made of a run is named, after the other reports', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'reports-'));
  const targets = (['json', 'junit'] as const).map((kind) => {
    return { kind, file: join(folder.path, kind) };
  });
  // JSON cannot have an exchange at no time.
  const results = richRun.results.map((result) => ({
    ...result,
    exchanges: result.exchanges.map((it) => ({
      ...it,
      startedAt: new Date(NaN),
    })),
  }));
  const write = () => writeReports({ ...richRun, results }, targets, []);
  const reason = 'The json report cannot be made of this run (RangeError)';
  expect(write).toThrow(new CommandError(reason));
  expect(readFileSync(targets[1]!.file, 'utf8')).toBe(
    reportJunit(richRun, { secrets: [] }),
  );
});

test('a file that cannot be written is named, after the other reports', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'reports-'));
  const file = join(folder.path, 'report.json');
  const missing = join(folder.path, 'missing', 'report.json');
  const targets = [missing, file].map((path) => ({
    kind: 'json' as const,
    file: path,
  }));
  const write = () => writeReports(richRun, targets, []);
  expect(write).toThrow(
    `${missing} cannot be written: no such file or directory`,
  );
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 2 });
});

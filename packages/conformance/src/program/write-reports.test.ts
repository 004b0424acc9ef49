import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { expect, test } from 'vitest';
import type { Run } from '../checker/run.ts';
import { reportJson } from '../reports/json.ts';
import { reportJunit } from '../reports/junit.ts';
import { richRun } from '../testing/rich-run.ts';
import { writeReports } from './write-reports.ts';

/** A run with exchanges at no time, which JSON and HAR cannot have. */
const broken: Run = {
  ...richRun,
  results: richRun.results.map((result) => ({
    ...result,
    exchanges: result.exchanges.map((exchange) => ({
      ...exchange,
      startedAt: new Date(NaN),
    })),
  })),
};

test('a report that cannot be made of a run is written without its exchanges, others as a whole', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'reports-'));
  const targets = (['json', 'har', 'junit'] as const).map((kind) => {
    return { kind, file: join(folder.path, kind) };
  });
  const write = () => writeReports(broken, targets, []);
  const reason = 'The json report cannot be made of this run (RangeError)';
  expect(write).toThrow(new CommandError(reason));
  const [json, har, junit] = targets.map(({ file }) =>
    readFileSync(file, 'utf8'),
  );
  interface Written {
    readonly checks: readonly {
      readonly id: string;
      readonly exchanges: readonly unknown[];
    }[];
    readonly totals: object;
  }
  const written = JSON.parse(json!) as Written;
  const whole = JSON.parse(reportJson(richRun, { secrets: [] })) as Written;
  expect(written.totals).toEqual(whole.totals);
  expect(written.checks.map(({ id }) => id)).toEqual(
    whole.checks.map(({ id }) => id),
  );
  expect(written.checks.flatMap(({ exchanges }) => exchanges)).toEqual([]);
  expect(JSON.parse(har!)).toMatchObject({ log: { entries: [] } });
  expect(junit).toBe(reportJunit(richRun, { secrets: [] }));
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

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableFile, resultsNow } from '../report/results.ts';
import { tableOf } from '../report/table.ts';
import { complaintsAbout, disagreementsOf } from './disagreements.ts';

const results = await resultsNow();

test('the table in the repository says what the corpus gives now', () => {
  expect(readFileSync(tableFile, 'utf8').replaceAll('\r\n', '\n')).toBe(tableOf(results));
});

test('where oasdiff judges otherwise a reason is given', () => {
  expect(complaintsAbout(disagreementsOf(results.verdicts), results.disagreements)).toEqual([]);
});

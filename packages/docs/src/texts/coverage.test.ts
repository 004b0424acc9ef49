import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { calls } from '../contract.ts';
import { read } from '../machines/testing.ts';
import { type CoverageRecord, readCoverage } from '../sources/coverage.ts';
import { structuresIn } from '../sources/structures.ts';
import { bundle, contract } from '../testing.ts';
import { coverageMarkdown } from './coverage.ts';
import { lifecyclesOf } from './lifecycle.ts';
import { linkTo } from './testing.ts';

const structures = structuresIn(readFileSync(bundle, 'utf8'));
const record: CoverageRecord = {
  pauseSandbox: {
    structure: structures.get('pauseSandbox')!,
    parts: {
      parameters: { present: '1/1' },
      '200 application/json': { message: '1/1', example: '2/2', present: '1/1', absent: '0/1' },
    },
    untouched: { 'pauseSandbox 200 body /success absent': 'It is always there.' },
  },
  getSettings: {
    structure: 'as it was',
    parts: { '200 application/json': { message: '1/1', null: '3/5' } },
    untouched: {},
  },
  removedOperation: { structure: '', parts: { parameters: { present: '7/7' } }, untouched: {} },
};
const page = coverageMarkdown(contract, record, structures, linkTo);

/** The row of the first table that speaks of an operation. */
function rowOf(name: string): string[] | undefined {
  return read(page).tables[0]?.rows.find(([cell]) => cell?.startsWith(name));
}

test('what was seen is summed up for each operation', () => {
  expect(read(page).tables[0]?.columns).toEqual(['Operation', 'Points', 'Of these']);
  const figures = 'messages 1 of 1, examples 2 of 2, present 2 of 2, absent 0 of 1';
  expect(rowOf('pauseSandbox')).toEqual(['pauseSandbox', '5 of 6', figures]);
  expect(page).toContain('**9 of 12** points were seen.');
});

test('a figure that is not whole is set apart by more than its digits', () => {
  expect(page).toContain('present 2 of 2, **absent 0 of 1** |');
});

test('an operation shows its parts, and what was not seen with the reason', () => {
  const section = page.split('\n## ').find((part) => part.startsWith('pauseSandbox\n'))!;
  expect(read(section).tables[0]?.rows).toEqual([
    ['parameters', '1 of 1', 'present 1 of 1'],
    [
      '200 application/json',
      '4 of 5',
      'messages 1 of 1, examples 2 of 2, present 1 of 1, absent 0 of 1',
    ],
  ]);
  expect(section).toContain('It is always there.\n\n- `200 body /success absent`');
});

test('what has changed since, or is not recorded, is marked', () => {
  expect(rowOf('getSettings')).toEqual([
    'getSettings (changed)',
    '4 of 6',
    'messages 1 of 1, null 3 of 5',
  ]);
  expect(rowOf('startSandbox')).toEqual(['startSandbox (not recorded)', '', '']);
  expect(read(page).text).toContain('The contract has changed since the tests ran.');
  expect(page).not.toContain('removedOperation');
});

test('every operation and lifecycle has a section, recorded or not', () => {
  const names = [
    ...calls(contract).map(({ operation }) => operation.operationId),
    ...lifecyclesOf(contract).keys(),
  ];
  expect(read(page).headings).toEqual(expect.arrayContaining(names));
});

test('nothing is marked where the contract is as it was', () => {
  const whole = Object.fromEntries(
    [...structures].map(([name, structure]) => [name, { structure, parts: {}, untouched: {} }]),
  );
  const text = coverageMarkdown(contract, whole, structures, linkTo);
  expect(text).not.toMatch(/\(changed\)|\(not recorded\)|has changed/);
});

test('without a record, the page has no tables', () => {
  const text = coverageMarkdown(
    contract,
    readCoverage(pathToFileURL('/nowhere.json')),
    structures,
    linkTo,
  );
  expect(text).toContain('Nothing is recorded yet.');
  expect(text).not.toContain('|');
});

import { expect, test } from 'vitest';
import * as bounds from './bounds.ts';
import { type Budget, budgetsOf, complaintOf, lineOf } from './budget.ts';
import { ours } from './subjects.ts';

const budget: Budget = {
  name: 'bytes of ours',
  figure: 4500,
  most: 4500,
  program: 'programs/ours.ts',
};

test('a budget is kept exactly at its bound', () => {
  expect(complaintOf(budget)).toBeUndefined();
  expect(lineOf(budget)).toBe(' 4,500 of at most  4,500  bytes of ours');
});

test('a budget that is not kept is told with the figure, the bound, and what to do', () => {
  expect(complaintOf({ ...budget, figure: 4501 })).toBe(
    'The bytes of ours are 4,501, and may be 4,500: see what programs/ours.ts has come to import, ' +
      'and make it less, or change the bound in tools/bench/client/bounds.ts, and say why.',
  );
});

test('every bound is held against the figure that it is about', () => {
  const all = ours.map((subject, index) => ({
    subject,
    size: { minified: 9, gzip: 100 + index },
    types: { instantiations: 200 + index, types: 9 },
  }));
  expect(budgetsOf(all)).toMatchObject([
    { name: 'bytes of ours, functions', figure: 100, most: 4500 },
    { name: 'bytes of ours, client', figure: 101, most: bounds.sizes['ours-client'] },
    { name: 'instantiations of ours, client', figure: 201, most: 100 },
  ]);
});

test('a bound on what was not measured is no bound', () => {
  expect(() => budgetsOf([])).toThrow('ours-functions has a bound, and was not measured');
});

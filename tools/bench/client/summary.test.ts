import { expect, test } from 'vitest';
import { subjects } from './subjects.ts';
import { summarize } from './summary.ts';

test('processor times are medians, a hover is its length', () => {
  const exact = { size: { minified: 2, gzip: 1 }, types: { instantiations: 3, types: 4 } };
  const [subject] = subjects;
  const figures = {
    ...exact,
    subject: subject!,
    folder: '',
    hover: 'const sandbox: any',
    processor: { stub: [3, 1, 2], loopback: [30, 10, 20] },
  };
  expect(summarize(figures)).toEqual({
    ...exact,
    id: subject!.id,
    name: subject!.name,
    hover: 18,
    processor: { stub: 2, loopback: 20 },
  });
});

import { expect, test } from 'vitest';
import { spread } from './traffic.ts';

test('bytes are spread over the parts by their lengths', () => {
  const parts = [
    { time: 1, length: 300 },
    { time: 2, length: 100 },
  ];
  expect(spread(200, parts, 3)).toEqual([
    { time: 1, bytes: 150 },
    { time: 2, bytes: 50 },
  ]);
});

test.each([[[]], [[{ time: 1, length: 0 }]]])(
  'an answer without a body comes at its end',
  (parts) => {
    expect(spread(200, parts, 3)).toEqual([{ time: 3, bytes: 200 }]);
  },
);

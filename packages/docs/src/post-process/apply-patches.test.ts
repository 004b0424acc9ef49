import { expect, test } from 'vitest';
import { applyPatches } from './apply-patches.ts';

const quieten = { purpose: 'be quiet', find: 'alert(`$&`)', replace: 'void `$&`' };

test('each patch changes its place, and nothing is special in a text', () => {
  const louder = { purpose: 'be loud', find: 'b', replace: 'B' };
  expect(applyPatches('a;alert(`$&`);b', [quieten, louder])).toBe('a;void `$&`;B');
});

test.each([
  ['no place', 'a;b', 0],
  ['two places', 'alert(`$&`);alert(`$&`)', 2],
])('%s is refused', (_, script, places) => {
  expect(() => applyPatches(script, [quieten])).toThrow(
    `Cannot be quiet: the Redoc script has ${places} places for it, where there should be 1.`,
  );
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BuildError } from '../sources/read-source.ts';
import { patch } from './patch.ts';

const script = readFileSync(new URL(import.meta.resolve('redoc')), 'utf8');

test('the installed Redoc has the place', () => {
  expect(patch(script)).not.toBe(script);
});

test.each([
  ['none', ''],
  ['two', script + script],
])('%s is refused', (_, other) => {
  expect(() => patch(other)).toThrow(BuildError);
});

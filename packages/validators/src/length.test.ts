import { expect, test } from 'vitest';
import { lengthOf } from './length.ts';

test.each([
  ['', 0],
  ['a', 1],
  ['é', 1],
  ['💛', 1],
  ['a💛b💛', 4],
  ['\ud83d', 1],
  ['\udc9b\ud83d', 2],
  ['\ud83d\ud83d\udc9b', 2],
])('%j has %j characters', (text, want) => {
  expect(lengthOf(text)).toBe(want);
  expect(Array.from(text)).toHaveLength(want);
});

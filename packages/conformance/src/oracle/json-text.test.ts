import { expect, test } from 'vitest';
import { duplicateKeys, isDeeper } from './json-text.ts';

test('reads a string with millions of escapes', () => {
  const text = JSON.stringify({ text: '\\'.repeat(4_000_000) });
  expect(isDeeper(text, 1)).toBe(false);
  expect(duplicateKeys(`[${text}]`, 1)).toEqual([]);
  const twice = text.replace('}', ',"text":1}');
  expect(duplicateKeys(`[${twice}]`, 1)).toEqual(['/0/text']);
});

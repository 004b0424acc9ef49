import { expect, test } from 'vitest';
import { lengthOf } from './length.ts';
import { sentence } from './messages.ts';

test.each<[string, object, string]>([
  ['exclusiveMinimum', { limit: 0 }, 'must be more than 0'],
  ['exclusiveMaximum', { limit: 10 }, 'must be less than 10'],
  ['multipleOf', { multipleOf: 0.5 }, 'must be a multiple of 0.5'],
  ['minLength', { limit: 1 }, 'must have at least 1 character'],
  ['maxLength', { limit: 2 }, 'must have at most 2 characters'],
  ['minItems', { limit: 1 }, 'must have at least 1 item'],
  ['minProperties', { limit: 2 }, 'must have at least 2 members'],
  ['maxProperties', { limit: 1 }, 'must have at most 1 member'],
  ['pattern', { pattern: '^a$' }, 'must match the pattern ^a$'],
  ['format', { format: 'ipv4' }, 'must be of the format ipv4'],
  ['enum', { allowed: [1, true, null] }, 'must be one of 1, true or null'],
  ['type', { type: ['string', 'integer', 'null'] }, 'must be a string or an integer or null'],
])('%s %j: %s', (keyword, params, want) => {
  expect(sentence(keyword, params as Record<string, unknown>)).toBe(want);
});

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

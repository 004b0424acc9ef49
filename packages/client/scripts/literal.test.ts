import { expect, test } from 'vitest';
import { literal } from './literal.ts';

test.each([
  ['a number', 1.5, '1.5'],
  ['null', null, 'null'],
  ['a text', 'a b', `'a b'`],
  ['a text with an apostrophe', "it's", `"it's"`],
  ['a text with quotation marks', 'say "hi"', `'say "hi"'`],
  ['a text with both', `it's "hi"`, String.raw`"it's \"hi\""`],
  ['a text with what has to be escaped', '\\"\n', String.raw`'\\"\n'`],
  ['nothing', {}, '{}'],
  ['an empty list', [], '[]'],
  ['a short object', { limit: 20, 'page-size': [1, 2] }, `{ limit: 20, 'page-size': [1, 2] }`],
])('%s', (_, value, want) => {
  expect(literal(value)).toBe(want);
});

test('what is long stands in several lines', () => {
  const value = {
    content: [{ type: 'text', text: 'The total in the basket is wrong.' }, { type: 'image' }],
    run: true,
  };
  expect(literal(value)).toBe(`{
  content: [
    {
      type: 'text',
      text: 'The total in the basket is wrong.',
    },
    { type: 'image' },
  ],
  run: true,
}`);
});

import { expect, test } from 'vitest';
import { firstSentence } from './first-sentence.ts';

test.each([
  ['of several', 'One. Two.', 'One.'],
  ['over two lines', 'One\n  two. Three.', 'One two.'],
  ['before a paragraph', 'One!\n\nTwo.', 'One!'],
  ['with a full stop in it', 'New in v1.2 of it. More.', 'New in v1.2 of it.'],
  ['without an end', ' One ', 'One'],
  ['of nothing', undefined, ''],
])('the first sentence %s', (_, text, want) => {
  expect(firstSentence(text)).toBe(want);
});

import { expect, test } from 'vitest';
import { readEquivalents } from './equivalents.ts';

const mutants = [{ title: 'a word is changed' }];
const entry = (until: string) =>
  `- title: a word is changed\n  reason: nobody reads it\n  until: ${until}\n`;

test.each(['[]', '# nothing\n'])('a list without entries: %j', (text) => {
  expect(readEquivalents(text, mutants, '2026-11-22').size).toBe(0);
});

test('an entry holds until its last day', () => {
  const found = readEquivalents(entry('2026-11-22'), mutants, '2026-11-22');
  expect(found.get('a word is changed')?.reason).toBe('nobody reads it');
});

test.each([
  [
    entry('2026-11-21'),
    "equivalent.yaml: 'a word is changed' was believed until 2026-11-21: look at it again",
  ],
  [
    entry('2027-01-01').replace('a word', 'no word'),
    "equivalent.yaml: 'no word is changed' is no title of a mutant: mend it, or take it away",
  ],
  [
    entry('soon'),
    "equivalent.yaml: 'a word is changed' needs a title, a reason, and until as YYYY-MM-DD",
  ],
  [
    entry('2027-01-01').replace('nobody reads it', ''),
    "equivalent.yaml: 'a word is changed' needs a title, a reason, and until as YYYY-MM-DD",
  ],
])('%j is refused', (text, want) => {
  expect(() => readEquivalents(text, mutants, '2026-11-22')).toThrow(want);
});

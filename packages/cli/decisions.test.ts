import { expect, test } from 'vitest';
import { readDecisions } from './decisions.ts';

const text = `# Decisions

## D02 · Limits

2026-11-26 · observed

**Documented:** Nothing.

**Chosen:** 100.

**Alternatives:** 50.

**Evidence:** \`1.5.0 listPets/limit-101\`, \`1.11.0
listPets/limit-101\`, read (hosted, 2026-11-22).

## Trivial decisions

| Decision | Subject | Documented | Chosen | Provenance |
| -------- | ------- | ---------- | ------ | ---------- |
| D01 | Method | GET | GET | 2026-11-21 · documented |
| D03 | Pets | Nothing | Cats | 2026-11-21 · observed · \`listPets/all\` |
`;

test('reads the introduction, sections and rows, in the order of their numbers', () => {
  const { introduction, entries: decisions } = readDecisions(text);
  expect(introduction).toBe('# Decisions');
  expect(
    decisions.map(({ id, title, date, provenance }) => [
      id,
      title,
      date,
      provenance,
    ]),
  ).toEqual([
    ['D01', 'Method', '2026-11-21', 'documented'],
    ['D02', 'Limits', '2026-11-26', 'observed'],
    ['D03', 'Pets', '2026-11-21', 'observed'],
  ]);
  expect(decisions[1]?.markdown).toBe(
    '**Documented:** Nothing.\n\n**Chosen:** 100.\n\n**Alternatives:** 50.',
  );
});

test('reads the exchanges and sources of the evidence, each with its place', () => {
  const [first, second, third] = readDecisions(text).entries.map(
    ({ evidence }) => evidence,
  );
  expect(first).toBeUndefined();
  expect(second?.exchanges.map(({ name }) => name)).toEqual([
    '1.5.0 listPets/limit-101',
    '1.11.0 listPets/limit-101',
  ]);
  expect(second?.sources).toEqual([{ source: 'hosted', date: '2026-11-22' }]);
  expect(third?.exchanges).toEqual([
    { name: 'listPets/all', offset: text.indexOf('`listPets/all') },
  ]);
  expect(second?.exchanges[1]?.offset).toBe(text.indexOf('`1.11.0'));
});

test('returns what is neither an exchange nor a source as the rest', () => {
  const guessed = text.replace('read (hosted, 2026-11-22)', 'a guess');
  expect(readDecisions(guessed).entries[1]?.evidence?.rest).toBe('a guess');
});

import { expect, test } from 'vitest';
import type { Mutant } from '../catalogue/mutant.ts';
import { mutants } from '../catalogue/mutants.ts';
import type { Fate, Tried } from '../engine/outcome.ts';
import { matrixHtml } from './matrix-html.ts';
import { matrixMarkdown } from './matrix-markdown.ts';
import { progressBar } from './progress-bar.ts';
import { isAllKilled, rows, scores } from './score.ts';
import { summary } from './summary.ts';

const killed: Fate = { outcome: 'KILLED', reason: undefined };
const survived: Fate = { outcome: 'SURVIVED', reason: 'its gate passed' };

const all: readonly Tried[] = [
  tried('A1', 'an operation <is> gone', killed),
  tried('A2', 'one | is new', survived),
  tried('A2', 'one nobody sees', { outcome: 'NOT APPLICABLE', reason: 'equivalent: no' }),
  tried('B1', 'a type is stale', { outcome: 'WRONG-GATE', reason: 'words' }),
];

test('the figures of a layer leave out what is equivalent', () => {
  const [a, b, c] = scores(all);
  expect(a).toMatchObject({ layer: 'A', mutants: 2, killed: 1 });
  expect(b).toMatchObject({ layer: 'B', mutants: 1, killed: 0 });
  expect(c).toMatchObject({ layer: 'C', mutants: 0, killed: 0 });
});

test.each<{ readonly fates: readonly Fate[]; readonly want: boolean }>([
  { fates: [killed, killed], want: true },
  { fates: [killed, { outcome: 'NOT APPLICABLE', reason: 'equivalent: no' }], want: true },
  { fates: [killed, survived], want: false },
  { fates: [{ outcome: 'WRONG-GATE', reason: '' }], want: false },
  { fates: [{ outcome: 'INVALID', reason: '' }], want: false },
])('$fates: all killed is $want', ({ fates, want }) => {
  expect(isAllKilled(fates.map((fate) => tried('A1', 'a', fate)))).toBe(want);
});

test('without any one gate, something survives', () => {
  const gates = [...new Set(mutants.map(({ gate }) => gate))];
  const unnoticed = gates.filter((gate) =>
    isAllKilled(
      mutants.map((mutant) => ({
        mutant,
        fate: mutant.gate === gate ? survived : killed,
        duration: 0,
      })),
    ),
  );
  expect(unnoticed).toEqual([]);
});

test('operators without a place stand in the matrix with their reason', () => {
  const unplaced = rows(all).filter(({ gate }) => gate === '');
  expect(unplaced.length).toBe(
    scores(all).reduce((sum, { notApplicable }) => sum + notApplicable.length, 0),
  );
  for (const { outcome, reason } of unplaced) {
    expect([outcome, reason]).toEqual(['NOT APPLICABLE', expect.stringMatching(/\w/)]);
  }
});

test('as Markdown', () => {
  const lines = matrixMarkdown(all).split('\n');
  expect(lines).toContain('## A Document');
  expect(lines).toContain(
    '| A1 an operation is removed | an operation <is> gone | `redocly` | KILLED |',
  );
  expect(lines).toContain(
    '| A2 an operation is added that docs and mock do not have | one \\| is new | `redocly` | SURVIVED: its gate passed |',
  );
  expect(lines.filter((line) => /^\| A Document \| 2 \| 1 \| \d+ \|$/.test(line))).toHaveLength(1);
});

test('as HTML', () => {
  const html = matrixHtml(all);
  expect(html).toContain('<td>an operation &lt;is&gt; gone</td><td><code>redocly</code></td>');
  expect(html).toContain('<td class="killed">KILLED</td>');
  expect(html).toContain('<td class="alive">SURVIVED: its gate passed</td>');
  expect(html).toContain('<td>NOT APPLICABLE: equivalent: no</td>');
});

test('the reports do not depend on the time', () => {
  const slower = all.map((each) => ({ ...each, duration: 1000 }));
  expect(matrixMarkdown(slower)).toBe(matrixMarkdown(all));
  expect(matrixHtml(slower)).toBe(matrixHtml(all));
});

test('at the end the survivors are named', () => {
  const text = summary(all);
  expect(text).toContain('1 of 3 faults were killed by their gate.');
  expect(text).toContain('SURVIVED: A2 one | is new (redocly)');
  expect(text).toContain('WRONG-GATE: B1 a type is stale (redocly)');
});

test.each([
  [0, 4, 0, '[                              ] 0/4'],
  [1, 4, 10_000, '[=======                       ] 1/4, 30 s left'],
  [1, 40, 10_000, '[                              ] 1/40, 7 minutes left'],
  [4, 4, 10_000, '[==============================] 4/4'],
])('%i of %i after %i ms', (done, of, elapsed, want) => {
  expect(progressBar(done, of, elapsed)).toBe(want);
});

function tried(operator: Mutant['operator'], title: string, fate: Fate): Tried {
  const mutant: Mutant = {
    operator,
    title,
    gate: 'redocly',
    changes: [{ file: 'a', remove: true }],
    says: ['a'],
  };
  return { mutant, fate, duration: 5 };
}

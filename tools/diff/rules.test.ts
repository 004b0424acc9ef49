/** Each rule, as it is reported of a change: how much it matters, and for whom. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rules } from './rules.ts';
import {
  changesOf,
  type Edits,
  readFixture,
} from './testing/edited-contract.ts';

interface Case {
  readonly before?: Edits;
  readonly edits: Edits;
  /** The effect, and who is affected. */
  readonly reports: string;
}

/** Of the rules that `fixtures/cases.yaml` has none of, or in one direction only. */
const cases = parse(readFixture('rules.yaml')) as Readonly<
  Record<string, readonly Case[]>
>;

const rows = Object.entries(cases).flatMap(([rule, ofRule]) =>
  ofRule.map(({ edits, before, reports }) => {
    const changes = changesOf(edits, before);
    return { rule, reports, changes };
  }),
);

test.each(rows)('$rule is $reports', ({ rule, reports, changes }) => {
  const reported = changes.map((change) =>
    [change.rule, change.effect, ...change.breaks].join(' '),
  );
  expect(reported).toContain(`${rule} ${reports}`);
});

test('what readers are advised to do is recorded', async () => {
  const texts = rows.flatMap(({ rule, changes }) => {
    const { message, migration } = changes.find((each) => each.rule === rule)!;
    return [`${rule}: ${message}`, ...(migration ? [`  ${migration}`] : [])];
  });
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(
    'fixtures/rules.txt',
  );
});

/** Tested with programs, in `review.test.ts`. */
const elsewhere = ['source-incompatible'];

test('every rule has a case', () => {
  const words = new Set(readFixture('cases.yaml').match(/[a-z]+(-[a-z]+)*/g));
  const without = Object.keys(rules).filter(
    (rule) => !words.has(rule) && !(rule in cases) && !elsewhere.includes(rule),
  );
  expect(without).toEqual([]);
});

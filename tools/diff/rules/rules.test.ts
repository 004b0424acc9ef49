import { expect, test } from 'vitest';
import { answerCases } from './cases/answers.ts';
import { documentCases } from './cases/document.ts';
import { lifecycleCases } from './cases/lifecycles.ts';
import { memberCases } from './cases/members.ts';
import { operationCases } from './cases/operations.ts';
import { schemaCases } from './cases/schemas.ts';
import { changesOf, inShort } from './cases/tell.ts';
import { rules, type Verdict } from './rule.ts';

const cases = [
  ...documentCases,
  ...operationCases,
  ...answerCases,
  ...schemaCases,
  ...memberCases,
  ...lifecycleCases,
];

test.each(cases)('$name', ({ want, ...given }) => {
  expect(changesOf(given).map(inShort).toSorted()).toEqual(want);
});

test('each rule is told in a case, or by oasdiff alone', () => {
  const told = cases.flatMap(({ want }) => want.map((it) => it.split(' ')[0]));
  expect([...new Set(told), 'oasdiff-breaking', 'oasdiff-note'].toSorted()).toEqual(
    [...rules.keys()].toSorted(),
  );
});

// What a reference that leads elsewhere does is told by what is found there.
const judged = [...rules.values()].filter(({ id }) => id !== 'reference-changed');

test.each(judged)('$id: its verdicts are whole', ({ always, request, response }) => {
  expect([always ?? request, always ?? response]).not.toContain(undefined);
  expect(always && (request ?? response)).toBeUndefined();
  for (const { breaks, effect, migration } of [always, request, response].filter(isVerdict)) {
    // Whom it breaks and what they do about it; or that it breaks nobody.
    const given = [breaks, migration, effect].map((it) => it !== undefined);
    expect(given).toEqual(effect === undefined ? [true, true, false] : [false, false, true]);
  }
});

test('no sentence has a gap', () => {
  for (const { message, migration } of cases.flatMap(changesOf)) {
    expect(`${message} ${migration}`).not.toMatch(
      /\{(?:element|before|after|value|name)\}|undefined/,
    );
  }
});

function isVerdict(verdict: Verdict | undefined): verdict is Verdict {
  return verdict !== undefined;
}

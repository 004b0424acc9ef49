import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { answerFaults, serverFaults, whyNowhere } from '@agent-conversation/faulty-server';
import { expect, test } from 'vitest';
import { changeFiles, isBuilt } from '../engine/change-files.ts';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { commandGates } from '../gates/command-gates.ts';
import { mutants } from './mutants.ts';
import { isOperator, type Operator, type OperatorId, operators } from './operators.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const entries = Object.entries(operators) as [OperatorId, Operator][];

test('every operator has a mutant, or a reason why it has none', () => {
  const tried = new Set(mutants.map(({ operator }) => operator));
  const wrong = entries.filter(
    ([id, { notApplicable }]) => tried.has(id) === (notApplicable !== undefined),
  );
  expect(wrong.map(([id, { title }]) => `${id} ${title}`)).toEqual([]);
});

test('no two mutants have the same title', () => {
  const titles = mutants.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('at most one mutant of an operator is the one for the fast slice', () => {
  const fast = mutants.filter((mutant) => mutant.fast).map(({ operator }) => operator);
  expect(fast).toEqual([...new Set(fast)]);
});

test('every mutant demands words', () => {
  expect(mutants.filter(({ says }) => says.some((words) => words.trim() === ''))).toEqual([]);
});

test('every gate that is a file of tests is there', () => {
  const files = new Set(mutants.map(({ gate }) => gate).filter((it) => it.endsWith('.test.ts')));
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every gate that is a command has a mutant', () => {
  const gates = new Set<string>(mutants.map(({ gate }) => gate));
  expect(Object.keys(commandGates).filter((gate) => !gates.has(gate))).toEqual([]);
});

test('every mutant of the files fits them as they are', () => {
  const copy = copyWorktree(root);
  try {
    const misfits = mutants.flatMap((mutant) => {
      if (!('changes' in mutant)) return [];
      // What is built is not in the copy; that it fits is seen when it is tried.
      const own = mutant.changes.filter(({ file }) => !isBuilt(file));
      try {
        changeFiles(copy, own)();
        return [];
      } catch (error) {
        return [`${mutant.operator} ${mutant.title}: ${(error as Error).message}`];
      }
    });
    expect(misfits).toEqual([]);
  } finally {
    removeWorktree(copy);
  }
});

test('the faults of answers without a place are the operators without one, for the same reason', () => {
  const nowhere = answerFaults.flatMap((fault) => {
    const reason = whyNowhere(fault);
    return reason === undefined ? [] : [[fault.id, reason]];
  });
  const without = entries
    .filter(([id]) => answerFaults.some((fault) => fault.id === id))
    .flatMap(([id, { notApplicable }]) =>
      notApplicable === undefined ? [] : [[id, notApplicable]],
    );
  expect(without).toEqual(nowhere);
});

test('every fault of an answer or a server that an operator names is one of a live mutant', () => {
  const tried = new Set(mutants.map((mutant) => ('fault' in mutant ? mutant.fault : undefined)));
  const left = [
    ...answerFaults.filter((fault) => whyNowhere(fault) === undefined),
    ...serverFaults.filter(({ id }) => isOperator(id)),
  ].filter(({ id }) => !tried.has(id));
  expect(left.map(({ id, title }) => `${id} ${title}`)).toEqual([]);
});

test.each([
  ['A1', true],
  ['G6', true],
  ['A99', false],
  ['toString', false],
])('whether %s is an operator: %s', (text, want) => {
  expect(isOperator(text)).toBe(want);
});

import { expect, test } from 'vitest';
import {
  type Finished,
  markdownReport,
  prettyReport,
} from '../commands/report.ts';
import { knownEditionOf } from '../editions.ts';
import { excessOf, newExcesses, textOf, useOf } from '../service/limits.ts';

const known = knownEditionOf('1.5.0');

test('adds up what is used', () => {
  const mebibyte = 2 ** 20;
  const agentServer = 'python -m openhands.agent_server --port 8000';
  const use = useOf([
    { pid: 1, residentBytes: 400 * mebibyte, command: 'python launch.py' },
    { pid: 2, residentBytes: 200 * mebibyte, command: agentServer },
    // A program that the sandbox is starting.
    { pid: 3, residentBytes: 100 * mebibyte, command: agentServer },
    {
      pid: 4,
      residentBytes: 100 * mebibyte,
      command: 'python launch.py',
      name: 'agent-8001',
    },
    {
      pid: 5,
      residentBytes: 100 * mebibyte,
      command: 'python launch.py',
      name: 'agent-8001',
    },
    {
      pid: 6,
      residentBytes: 100 * mebibyte,
      command: 'python launch.py',
      name: 'python',
    },
  ]);
  expect(textOf(use)).toBe(
    'at most 1000 MiB of memory and 2 sandboxes at a time',
  );
  expect(excessOf(use)).toBeUndefined();
  expect(excessOf({ sandboxes: 1, residentBytes: 3073 * mebibyte })).toBe(
    'The edition uses 3073 MiB, more than 3072 MiB',
  );
});

test('reports what is too much once, and again only when it has risen', () => {
  const excessesOf = newExcesses();
  const excesses = (sandboxes: number, mebibytes: number) =>
    excessesOf({ sandboxes, residentBytes: mebibytes * 2 ** 20 });
  expect(excesses(2, 3072)).toEqual([]);
  const three = 'There are 3 sandboxes, paused ones included: more than 2';
  expect(excesses(3, 3000)).toEqual([three]);
  const memory = (amount: number) =>
    `The edition uses ${amount} MiB, more than 3072 MiB`;
  expect(excesses(3, 3100)).toEqual([memory(3100)]);
  // It changes a little all the time.
  expect(excesses(3, 3150)).toEqual([]);
  expect(excesses(1, 900)).toEqual([]);
  expect(excesses(3, 3150)).toEqual([]);
  const four = 'There are 4 sandboxes, paused ones included: more than 2';
  expect(excesses(4, 3500)).toEqual([memory(3500), four]);
});

const finished: readonly Finished[] = [
  { name: 'First', summary: '3 exchanges', problems: [] },
  {
    name: 'Second',
    summary: '1 difference',
    problems: ['a (status)', '    status is 500'],
  },
];

test('reports for a terminal what has passed and what has not', () => {
  expect(prettyReport({ known, version: '1.6.0' }, finished)).toBe(`
Edition 1.6.0, compared with 1.5.0: FAILED
  passed  First: 3 exchanges
  FAILED  Second: 1 difference
            a (status)
                status is 500
`);
});

test('reports the same as Markdown', () => {
  expect(markdownReport({ known, version: '1.5.0' }, finished))
    .toBe(`### Edition 1.5.0: FAILED

- **passed** First: 3 exchanges
- **FAILED** Second: 1 difference

      a (status)
          status is 500

`);
});

import { expect, test } from 'vitest';
import {
  type Finished,
  markdownReport,
  prettyReport,
} from '../commands/report.ts';
import { knownEditionOf } from '../editions.ts';
import { newExcesses, textOf, useOf } from '../service/limits.ts';

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
});

test('reports what is too much when it becomes so', () => {
  const excesses = (before: number[], now: number[]) => {
    const [peak, use] = [before, now].map(([sandboxes = 0, mebibytes = 0]) => ({
      sandboxes,
      residentBytes: mebibytes * 2 ** 20,
    }));
    return newExcesses(peak!, use!);
  };
  expect(excesses([0, 0], [2, 3072])).toEqual([]);
  const three = 'There are 3 sandboxes, paused ones included: more than 2';
  expect(excesses([2, 3072], [3, 3000])).toEqual([three]);
  const memory = 'The edition uses 3073 MiB, more than 3072 MiB';
  expect(excesses([3, 3072], [3, 3073])).toEqual([memory]);
  expect(excesses([2, 900], [3, 3073])).toEqual([memory, three]);
  expect(excesses([3, 3073], [4, 3500])).toEqual([]);
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

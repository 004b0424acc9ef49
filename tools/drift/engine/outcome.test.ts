import { expect, test } from 'vitest';
import { type GateRun, judge, type Outcome } from './outcome.ts';

const says = ['a.yaml', 'one'] as const;

test.each<{ readonly want: Outcome; readonly is: string; readonly run: GateRun }>([
  {
    want: 'KILLED',
    is: 'all words are said',
    run: { passed: false, output: 'a.yaml: one is missing', tests: 3 },
  },
  {
    want: 'KILLED',
    is: 'a command says them',
    run: { passed: false, output: 'a.yaml: one is missing', tests: undefined },
  },
  {
    want: 'KILLED',
    is: 'the file of tests refuses to begin, with the words',
    run: { passed: false, output: 'a.yaml: one is missing', tests: 0 },
  },
  {
    want: 'SURVIVED',
    is: 'the gate passes, whatever it says',
    run: { passed: true, output: 'a.yaml one', tests: 3 },
  },
  {
    want: 'WRONG-GATE',
    is: 'one word is not said',
    run: { passed: false, output: 'a.yaml', tests: 3 },
  },
  {
    want: 'INVALID',
    is: 'no test could be run, for another reason',
    run: { passed: false, output: 'Cannot find package', tests: 0 },
  },
  {
    want: 'INVALID',
    is: 'no test was run, and that passes',
    run: { passed: true, output: 'a.yaml one', tests: 0 },
  },
])('$want: $is', ({ want, run }) => {
  expect(judge({ says }, run).outcome).toBe(want);
});

test('the words that were not said are told', () => {
  const { reason } = judge({ says }, { passed: false, output: 'one', tests: undefined });
  expect(reason).toBe('its gate died without the words: a.yaml');
});

import { expect, test, vi } from 'vitest';
import { drift } from '../engine.ts';
import { type GateName, gates } from '../gates.ts';
import { type Mutant, summaryOf } from '../mutant.ts';
import type { Workbench } from '../workbench.ts';

/** A workbench whose gates see every file by its name, except `quiet`. */
function fakeBench() {
  const written = new Set<string>();
  const runs: string[][] = [];
  const bench: Workbench = {
    async run() {
      const seen = [...written].filter((file) => file !== 'quiet');
      runs.push([...written]);
      return Promise.resolve({
        passed: seen.length === 0,
        output: seen.join(' '),
      });
    },
    write(changes) {
      for (const { file } of changes) written.add(file);
      return () => changes.forEach(({ file }) => written.delete(file));
    },
    remove: () => undefined,
  };
  return { bench, runs, written };
}

function mutantOf(file: string, word = file, gate: GateName = 'lint'): Mutant {
  const files = [{ file, content: '' }];
  return {
    title: `changes ${file}`,
    gate,
    words: [word],
    files,
  };
}

async function tryAll(mutants: readonly Mutant[], bench: Workbench) {
  const logs: string[] = [];
  const tried = await drift(mutants, [bench], (text) => logs.push(text));
  const outcomes = mutants.map(
    (mutant) => tried.find((each) => each.mutant === mutant)?.outcome,
  );
  return { tried, outcomes, log: logs.join('') };
}

test.each([
  {
    is: 'a gate that prints the words',
    mutant: mutantOf('a'),
    outcome: 'KILLED',
  },
  { is: 'a gate that passes', mutant: mutantOf('quiet'), outcome: 'SURVIVED' },
  { is: 'other words', mutant: mutantOf('a', 'b'), outcome: 'WRONG-GATE' },
  {
    is: 'no location',
    mutant: { ...mutantOf('a'), files: [] },
    outcome: 'NOT APPLICABLE',
  },
])('$is: $outcome', async ({ mutant, outcome }) => {
  const { bench, written } = fakeBench();
  const { outcomes } = await tryAll([mutant], bench);
  expect(outcomes).toEqual([outcome]);
  expect(written).toEqual(new Set());
});

test('a gate that does not pass without a fault proves nothing', async () => {
  const { bench } = fakeBench();
  const run: Workbench['run'] = async () =>
    Promise.resolve({ passed: false, output: 'a' });
  const { outcomes } = await tryAll([mutantOf('a'), mutantOf('b')], {
    ...bench,
    run,
  });
  expect(outcomes).toEqual(['INVALID', 'INVALID']);
});

test('each gate runs its own command, first without a fault', async () => {
  const { bench } = fakeBench();
  const run = vi.spyOn(bench, 'run');
  await tryAll([mutantOf('a'), mutantOf('b', 'b', 'diff')], bench);
  expect(run.mock.calls.flat()).toEqual([
    gates.lint,
    gates.lint,
    gates.diff,
    gates.diff,
  ]);
});

test('mutants of different files are tried in one run, and alone what that did not kill', async () => {
  const { bench, runs } = fakeBench();
  const mutants = [
    mutantOf('a'),
    mutantOf('b'),
    mutantOf('quiet'),
    mutantOf('a', 'twice'),
  ];
  const { outcomes } = await tryAll(mutants, bench);
  expect(outcomes).toEqual(['KILLED', 'KILLED', 'SURVIVED', 'WRONG-GATE']);
  expect(runs).toEqual([[], ['a', 'b', 'quiet'], ['quiet'], ['a']]);
});

test('in one run, a mutant is killed only if its own file is printed', async () => {
  const { bench, runs } = fakeBench();
  const { outcomes } = await tryAll(
    [mutantOf('a'), mutantOf('quiet', 'a')],
    bench,
  );
  expect(outcomes).toEqual(['KILLED', 'SURVIVED']);
  expect(runs).toEqual([[], ['a', 'quiet'], ['quiet']]);
});

test('nothing is written after an interruption, as the copy may be removed', async () => {
  const { bench } = fakeBench();
  const undo = vi.fn<() => void>();
  const run = vi
    .fn<Workbench['run']>()
    .mockRejectedValue(new Error('interrupted'));
  run.mockResolvedValueOnce({ passed: true, output: '' });
  const interrupted = tryAll([mutantOf('a')], {
    ...bench,
    run,
    write: () => undo,
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  // After the run without a fault.
  expect(undo).toHaveBeenCalledTimes(1);
});

test('what was not killed is printed with the expected words and the output, and is in the summary', async () => {
  const { tried, log } = await tryAll(
    [mutantOf('b'), mutantOf('a', 'x')],
    fakeBench().bench,
  );
  expect(log).toContain('WRONG-GATE changes a [lint]\nExpected x in:\na\n');
  expect(summaryOf(tried)).toBe(
    '1 KILLED, 1 WRONG-GATE\nWRONG-GATE changes a [lint]\n',
  );
});

import { expect, test, vi } from 'vitest';
import { drift, type Gate, groupMutants, type Workbench } from '../engine.ts';
import type { FileMutant, GateRun, ResponseMutant } from '../mutant.ts';
import { isAllKilled, summaryOf } from '../report.ts';

const gates: Readonly<Record<string, Gate>> = {
  lint: { holds: 'the rules', run: 'lint', needs: [], grouped: true },
  diff: { holds: 'the release', run: 'diff', needs: ['openapi'] },
};

/** A workbench whose gates see every file by its name, except `quiet`. */
function fakeBench(overrides: Partial<Workbench> = {}) {
  const written = new Set<string>();
  const runs: string[][] = [];
  const bench: Workbench = {
    async run() {
      const seen = [...written].filter((file) => file !== 'quiet');
      runs.push([...written]);
      return Promise.resolve({ passed: seen.length === 0, output: seen.join(' ') });
    },
    build: async () =>
      Promise.resolve({ passed: !written.has('broken'), output: 'the build is broken' }),
    write(changes) {
      for (const { file } of changes) written.add(file);
      return () => changes.forEach(({ file }) => written.delete(file));
    },
    remove: () => undefined,
    ...overrides,
  };
  return { bench, runs, written };
}

function mutant(file: string, says = file, gate = 'lint'): FileMutant {
  const files = [{ file, content: '' }];
  return { operator: 'A1', title: `changes ${file}`, gate, says: [says], files };
}

const run = (mutants: readonly (FileMutant | ResponseMutant)[], bench: Workbench, more = {}) =>
  drift({ mutants, gates, liveGates: {}, isFast: true, workbenches: [bench], ...more });

async function outcomesOf(...[mutants, bench, more]: Parameters<typeof run>) {
  const all = await run(mutants, bench, more);
  return all.map(({ outcome, reason }) => `${outcome} ${reason ?? ''}`.trim());
}

test.each<readonly [is: string, mutant: FileMutant, outcome: string]>([
  ['a gate that says the words', mutant('a'), 'KILLED'],
  ['a gate that passes', mutant('quiet'), 'SURVIVED its gate passed'],
  ['other words', mutant('a', 'b'), 'WRONG-GATE its gate failed without the words: b'],
  ['a build that says the words', mutant('broken', 'build', 'diff'), 'KILLED'],
])('%s', async (_, each, outcome) => {
  const { bench, written } = fakeBench();
  expect(await outcomesOf([each], bench)).toEqual([outcome]);
  expect(written).toEqual(new Set());
});

test('a gate that does not pass without a fault proves nothing', async () => {
  const failing = async (): Promise<GateRun> => Promise.resolve({ passed: false, output: 'a' });
  const [outcome] = await outcomesOf([mutant('a')], fakeBench({ run: failing }).bench);
  expect(outcome).toMatch(/^INVALID its gate does not pass without a fault/);
});

test('a gate that is left out kills nothing and does not run', async () => {
  const { bench, runs } = fakeBench();
  const outcomes = await outcomesOf([mutant('a')], bench, { without: 'lint' });
  expect(outcomes).toEqual(['SURVIVED its gate was not run']);
  expect(runs).toEqual([]);
});

test('the fast slice groups mutants of different files, and tries alone what a group did not kill', async () => {
  const { bench, runs } = fakeBench();
  const all = [mutant('a'), mutant('b'), mutant('quiet'), mutant('a', 'twice')];
  const outcomes = (await run(all, bench)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['KILLED', 'KILLED', 'SURVIVED', 'WRONG-GATE']);
  expect(runs).toEqual([[], ['a', 'b', 'quiet'], ['quiet'], ['a']]);
});

test('mutants of gates that are not grouped stay alone', () => {
  const all = [mutant('a', 'a', 'diff'), mutant('b', 'b', 'diff')];
  expect(groupMutants(all, () => false).map((group) => group.length)).toEqual([1, 1]);
});

test('a file is restored when the gate fails to run', async () => {
  const { bench, written } = fakeBench();
  const interrupted = vi.fn<Workbench['run']>().mockRejectedValue(new Error('interrupted'));
  interrupted.mockResolvedValueOnce({ passed: true, output: '' });
  const outcomes = outcomesOf([mutant('a')], { ...bench, run: interrupted });
  await expect(outcomes).rejects.toThrow('interrupted');
  expect(written).toEqual(new Set());
});

test.each([
  [undefined, /^KILLED$/],
  ['wrong', /^INVALID .*: wrong$/],
])('a fault of responses is tried by its gate, whose control returns %s', async (problem, want) => {
  const fault = { operator: 'E1', title: 'a response', gate: 'oracle', says: [], fault: 'E1' };
  const oracle = {
    control: async () => Promise.resolve(problem),
    run: async () => Promise.resolve({ outcome: 'KILLED' as const }),
  };
  const [outcome] = await outcomesOf([fault], fakeBench().bench, { liveGates: { oracle } });
  expect(outcome).toMatch(want);
});

test('the summary names what was not killed', async () => {
  const all = await run([mutant('a'), mutant('quiet')], fakeBench().bench);
  expect(isAllKilled(all)).toBe(false);
  expect(isAllKilled(all.slice(0, 1))).toBe(true);
  expect(summaryOf(all)).toMatch(
    /^A Contract +1 KILLED, 1 SURVIVED\n\nSURVIVED +A1 +changes quiet/,
  );
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileMutant, LiveMutant, Mutant } from '../catalogue/mutant.ts';
import { makeTinyRepository } from '../testing/tiny-repository.ts';
import { drift, type LiveGate } from './drift.ts';
import type { Fate, Tried } from './outcome.ts';
import { Workshop } from './workshop.ts';

const source = 'openapi/source.txt';
const gate = 'packages/a/bundle.test.ts';
const word = { file: source, from: 'right', to: 'left' } as const;

const mutants = {
  killed: mutant({ changes: [word], says: ['the word is the right one', 'the left word'] }),
  again: mutant({ changes: [word], test: 'the word is', says: ['the left word'] }),
  survived: mutant({ changes: [{ file: source, from: 'a remark', to: 'another' }] }),
  otherTest: mutant({ changes: [word], test: 'another one' }),
  wrongGate: mutant({ changes: [word], says: ['the wrong word'] }),
  broken: mutant({ changes: [{ file: source, from: 'right', to: 'unbuildable' }] }),
  red: mutant({ gate: 'packages/a/red.test.ts', changes: [word], says: ['it never passes'] }),
  noTest: mutant({ changes: [word], test: 'of this name there is none' }),
  misfit: mutant({ changes: [{ file: source, from: 'no such text', to: '' }] }),
  equivalent: mutant({ changes: [{ file: source, from: '# a', to: '#  a' }] }),
  noEquivalent: mutant({ changes: [word], says: ['the left word'] }),
  command: mutant({
    gate: 'redocly',
    changes: [{ ...word, to: 'wrogn' }],
    says: ['wrogn is misspelt'],
  }),
  built: mutant({
    changes: [{ file: 'openapi/dist/bundle.txt', from: 'right', to: 'left' }],
    says: ['the left word'],
  }),
  live: live('oracle'),
  liveRed: live('checker'),
} satisfies Record<string, Mutant>;

const equivalents = new Map(
  [mutants.equivalent, mutants.noEquivalent].map(({ title }) => [
    title,
    { title, reason: 'nobody reads it', until: '2999-12-31' },
  ]),
);

const killed: Fate = { outcome: 'KILLED', reason: undefined };
const liveGates: Record<'oracle' | 'checker', LiveGate> = {
  oracle: { control: async () => undefined, try: async () => killed },
  checker: { control: async () => 'it finds what is not there', try: async () => killed },
};

const repository = makeTinyRepository();
const cache = mkdtempSync(join(tmpdir(), 'drift-cache-'));
const { signal } = new AbortController();
let workshops: [Workshop, Workshop];

beforeAll(() => {
  const make = () => new Workshop(repository.root, cache, signal);
  workshops = [make(), make()];
});
afterAll(() => {
  for (const workshop of workshops) workshop.remove();
  repository.remove();
  rmSync(cache, { recursive: true });
});

test('every outcome is told, with its reason', { timeout: 300_000 }, async () => {
  const controls: (string | undefined)[] = [];
  const seen: Tried[] = [];
  const all = await drift(
    { mutants: Object.values(mutants), equivalents, without: undefined, workshops, liveGates },
    {
      onControl: (_done, _of, output) => controls.push(output),
      onTried: (tried) => seen.push(tried),
    },
  );
  const told = all.map(({ fate: { outcome, reason } }, index) => [
    Object.keys(mutants)[index],
    outcome,
    reason,
  ]);
  expect(told).toEqual([
    ['killed', 'KILLED', undefined],
    ['again', 'KILLED', undefined],
    ['survived', 'SURVIVED', 'its gate passed'],
    ['otherTest', 'SURVIVED', 'its gate passed'],
    ['wrongGate', 'WRONG-GATE', 'its gate died without the words: the wrong word'],
    ['broken', 'INVALID', 'a build broke before its gate'],
    ['red', 'INVALID', 'its gate does not pass without a fault: it never passes'],
    ['noTest', 'INVALID', 'no test ran in its gate without a fault'],
    ['misfit', 'INVALID', `${source} has the text to be replaced 0 times, not once: no such text`],
    ['equivalent', 'NOT APPLICABLE', 'equivalent: nobody reads it'],
    ['noEquivalent', 'INVALID', 'equivalent.yaml lists it, but it is KILLED'],
    ['command', 'KILLED', undefined],
    ['built', 'KILLED', undefined],
    ['live', 'KILLED', undefined],
    ['liveRed', 'INVALID', 'it finds what is not there'],
  ]);
  expect(seen).toHaveLength(all.length);
  expect(controls.filter((output) => output?.includes('it never passes'))).toHaveLength(1);
  for (const { root } of workshops) {
    expect(readFileSync(join(root, source), 'utf8')).toBe('the right word\n# a remark\n');
    expect(readFileSync(join(root, 'openapi/dist/bundle.txt'), 'utf8')).toContain('right');
  }
});

test.each(['redocly', gate, 'oracle'] as const)(
  'without %s its faults survive, and those of others are killed',
  { timeout: 120_000 },
  async (without) => {
    const { killed: file, command, live: answer } = mutants;
    const all = await drift(
      { mutants: [file, command, answer], equivalents, without, workshops, liveGates },
      { onControl: () => undefined, onTried: () => undefined },
    );
    const fates = all.map(({ mutant: it, fate: { outcome } }) => [it.gate, outcome]);
    expect(fates).toEqual(
      [gate, 'redocly', 'oracle'].map((each) => [each, each === without ? 'SURVIVED' : 'KILLED']),
    );
  },
);

function mutant(own: Partial<FileMutant> & Pick<FileMutant, 'changes'>): FileMutant {
  const title = JSON.stringify(own);
  return { operator: 'A1', gate, says: ['the word is the right one'], title, ...own };
}

function live(name: LiveMutant['gate']): LiveMutant {
  return { operator: 'E1', title: name, gate: name, fault: 'E1', says: ['status'] };
}

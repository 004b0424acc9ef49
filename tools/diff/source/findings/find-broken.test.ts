import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { writtenProgram } from '../emit/written-programs.ts';
import { changedContract } from '../testing/changed.ts';
import { lamps } from '../testing/lamps.ts';
import { findBroken } from './find-broken.ts';

const released = readContract(lamps);
const unchanged = changedContract(lamps, () => undefined);
const changed = changedContract(lamps, ({ components }) => {
  const { properties } = components.schemas['Shade']!;
  properties!['shape'] = properties!['form']!;
  delete properties!['form'];
});

/** A program that reads a member of `Shade`. */
const reader = (member: string) =>
  writtenProgram(
    'programs/reader.ts',
    `/**
 * Draws a lamp.
 *
 * @about Shade
 */
import type { Shade } from '@agent-conversation/types';

export const draw = (it: Shade): string | undefined => it.${member};
`,
    [released],
  );

test('a program for the released contract is told along with the member by which it breaks', async () => {
  const [{ findings } = { findings: [] }] = await findBroken(released, [changed], [reader('form')]);
  const names = findings.map(({ pointer, failures }) => ({
    pointer,
    isTold: failures.some(
      ({ program, use }) => program.name === 'programs/reader.ts' && use.purpose === 'draws a lamp',
    ),
  }));
  expect(names).toEqual([{ pointer: '/components/schemas/Shade/properties/form', isTold: true }]);
});

test('a program may be mended before the break is released', async () => {
  const [broken] = await findBroken(released, [changed], [reader('shape')]);
  expect(broken!.findings.map(({ pointer }) => pointer)).toEqual([
    '/components/schemas/Shade/properties/form',
  ]);
});

test.each([
  { name: 'neither contract', current: changed, member: 'shpae' },
  {
    name: 'the released contract, from which nothing has changed',
    current: unchanged,
    member: 'shape',
  },
])('a program that compiles against $name is a mistake', async ({ current, member }) => {
  await expect(findBroken(released, [current], [reader(member)])).rejects.toThrow(
    new RegExp(
      `^programs/reader\\.ts:8: the consumer program does not compile against the released contract, .*TS2\\d+: Property '${member}' does not exist`,
    ),
  );
});

import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { writtenProgram } from '../emit/written-programs.ts';
import { contractWith, releasedDocument } from '../testing/released.ts';
import { findBroken } from './find-broken.ts';

const released = readContract(releasedDocument);
const unchanged = contractWith(() => undefined);
const changed = contractWith(({ components }) => {
  const { properties } = components.schemas['ExposedURL']!;
  properties!['address'] = properties!['url']!;
  delete properties!['url'];
});

/** A program that reads a member of `ExposedURL`. */
const reader = (member: string) =>
  writtenProgram(
    'programs/reader.ts',
    `/**
 * Opens a page.
 *
 * @about ExposedURL
 */
import type { ExposedURL } from '@agent-conversation/types';

export const open = (it: ExposedURL): string | undefined => it.${member};
`,
    [released],
  );

test('a program for the released contract is told along with the member by which it breaks', async () => {
  const [{ findings } = { findings: [] }] = await findBroken(released, [changed], [reader('url')]);
  const names = findings.map(({ pointer, failures }) => ({
    pointer,
    isTold: failures.some(
      ({ program, use }) => program.name === 'programs/reader.ts' && use.purpose === 'opens a page',
    ),
  }));
  expect(names).toEqual([
    { pointer: '/components/schemas/ExposedURL/properties/url', isTold: true },
  ]);
});

test('a program may be mended before the break is released', async () => {
  const [broken] = await findBroken(released, [changed], [reader('address')]);
  expect(broken!.findings.map(({ pointer }) => pointer)).toEqual([
    '/components/schemas/ExposedURL/properties/url',
  ]);
});

test.each([
  { name: 'neither contract', current: changed, member: 'adress' },
  {
    name: 'the released contract, from which nothing has changed',
    current: unchanged,
    member: 'address',
  },
])('a program that compiles against $name is a mistake', async ({ current, member }) => {
  await expect(findBroken(released, [current], [reader(member)])).rejects.toThrow(
    new RegExp(
      `^the consumer program programs/reader\\.ts:8 does not compile against the released contract, .*TS2\\d+: Property '${member}' does not exist`,
    ),
  );
});

import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { writtenProgram } from '../emit/written-programs.ts';
import { changedContract } from '../testing/changed.ts';
import { lamps } from '../testing/lamps.ts';
import { findBroken } from './find-broken.ts';

const released = readContract(lamps);
const without = changedContract(lamps, ({ components }) => {
  const { properties } = components.schemas['Shade']!;
  properties!['shape'] = properties!['form']!;
  delete properties!['form'];
});

/** A program about a member of `Shade`, which uses another one or the same. */
const drawing = (used: string) =>
  writtenProgram(
    'programs/drawing.ts',
    `/** Looks at lamps. @about Shade */
import type { Shade } from '@agent-conversation/types';

/**
 * Draws a lamp.
 *
 * @about Shade.form
 */
export const draw = (it: Shade): unknown => it${used};
`,
    [released],
  );

test('a program may be about what is gone as long as it uses it', async () => {
  const [broken] = await findBroken(released, [without], [drawing('.form')]);
  expect(broken!.findings).toHaveLength(1);
});

test('one that goes on without it has to say what it is about now', async () => {
  await expect(findBroken(released, [without], [drawing('')])).rejects.toThrow(
    expect.objectContaining({
      name: 'DiffInputError',
      message: expect.stringMatching(
        /^programs\/drawing\.ts:7: @about names Shade\.form, which is no/,
      ),
    }),
  );
});

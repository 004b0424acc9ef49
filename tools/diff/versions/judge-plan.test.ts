import { expect, test } from 'vitest';
import type { PlannedChangeset } from '../model/review.ts';
import { change } from '../testing/samples.ts';
import { judgePlan } from './judge-plan.ts';

const minor = { step: 'minor', version: '0.2.0' } as const;
const small: PlannedChangeset = {
  file: '.changeset/a.md',
  step: 'patch',
  summary: 'Lamps.',
  packages: [
    { name: 'lamps', step: 'patch', isPublished: true },
    { name: 'shop', step: 'patch', isPublished: false },
    { name: 'bulbs', step: 'none', isPublished: true },
  ],
};
const inside: PlannedChangeset = {
  file: '.changeset/0.md',
  step: 'none',
  summary: 'Inside.',
  packages: [{ name: 'shop', step: 'major', isPublished: false }],
};

test('nothing is said when the changesets plan as much, or more', () => {
  for (const version of ['0.2.0', '0.3.0', '1.0.0']) {
    const plan = { step: 'minor', version, changesets: [{ ...small, step: 'minor' }] } as const;
    expect(judgePlan([change()], minor, plan)).toEqual([]);
  }
});

test('a changeset without a change is in order', () => {
  const plan = { step: 'patch', version: '0.1.1', changesets: [small] } as const;
  expect(judgePlan([], { step: 'none', version: '0.1.0' }, plan)).toEqual([]);
});

test.each([
  { given: 'no changeset', changesets: [] },
  { given: 'one of a private package alone', changesets: [inside] },
])('with $given, the one that is missing is printed', ({ changesets }) => {
  const plan = { step: 'none', version: '0.1.0', changesets } as const;
  const [missing] = judgePlan([change()], minor, plan);
  expect(missing).toEqual({
    kind: 'changeset-missing',
    place: change().place,
    message:
      'The least step is minor, to 0.2.0, as this is a breaking change, and no changeset plans it: add .changeset/contract-0123456789abcdef.md',
    paste: {
      file: '.changeset/contract-0123456789abcdef.md',
      text: "---\n'@agent-conversation/openapi': minor\n---\n\nSay in a sentence or two what changes for those who use the contract.\n",
    },
  });
});

test('of changesets that are too small, the largest is to be raised, with its prose and packages', () => {
  const plan = { step: 'patch', version: '0.1.1', changesets: [inside, small] } as const;
  expect(judgePlan([change()], minor, plan)).toEqual([
    {
      kind: 'changeset-too-small',
      place: { file: '.changeset/a.md', line: 1 },
      message:
        'The least step is minor, to 0.2.0: openapi/components/schemas/Lamp.yaml:5 has a breaking change. The changesets plan patch, to 0.1.1: raise .changeset/a.md',
      paste: {
        file: '.changeset/a.md',
        text: "---\n'lamps': minor\n'shop': patch\n'bulbs': minor\n---\n\nLamps.\n",
      },
    },
    expect.objectContaining({ kind: 'changeset-needless' }),
  ]);
});

test.each<readonly [Partial<PlannedChangeset>, string]>([
  [{ summary: '' }, 'changeset-wordless'],
  [
    { summary: 'Say in a sentence or two what changes for those who use the contract.' },
    'changeset-wordless',
  ],
  [{ step: 'none' }, 'changeset-needless'],
  [{ step: 'none', summary: '' }, 'changeset-needless'],
])('a changeset with %j is refused', (given, kind) => {
  const plan = { step: 'patch', version: '0.1.1', changesets: [{ ...small, ...given }] } as const;
  expect(judgePlan([], { step: 'none', version: '0.1.0' }, plan)).toMatchObject([
    { kind, place: { file: '.changeset/a.md', line: 1 } },
  ]);
});

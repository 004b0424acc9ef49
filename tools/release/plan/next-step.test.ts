import { expect, test } from 'vitest';
import { nextStep } from './next-step.ts';

const versions = { released: '0.2.0', current: '0.2.0', packages: {} };
const changeset = {
  file: '.changeset/lamps.md',
  step: 'patch',
  summary: 'Lamps.',
  packages: [],
} as const;
const refusal = expect.stringMatching(
  /^\.changeset\/lamps\.md: is for the release after 0\.2\.0, and origin has no tag v0\.2\.0: .+$/,
) as string;

test.each([
  { isTagged: false, changesets: 0, isNewest: true, want: { step: 'publish' } },
  { isTagged: false, changesets: 0, isNewest: false, want: { step: 'publish' } },
  { isTagged: false, changesets: 1, isNewest: true, want: { refusal } },
  { isTagged: false, changesets: 1, isNewest: false, want: { step: 'nothing' } },
  { isTagged: true, changesets: 0, isNewest: true, want: { step: 'nothing' } },
  { isTagged: true, changesets: 1, isNewest: true, want: { step: 'propose' } },
  { isTagged: true, changesets: 1, isNewest: false, want: { step: 'nothing' } },
])(
  'tagged: $isTagged, changesets: $changesets, newest: $isNewest: $want',
  ({ changesets, want, ...standing }) => {
    const all = Array.from({ length: changesets }, () => changeset);
    const planned = { step: 'none', version: '0.2.0', changesets: all } as const;
    expect(nextStep({ versions, planned }, standing)).toEqual(want);
  },
);

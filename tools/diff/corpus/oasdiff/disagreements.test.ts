import { expect, test } from 'vitest';
import { complaintsAbout, disagreementsOf } from './disagreements.ts';

const verdict = { kind: 'member removed', breaks: true, byDefault: false, withSeverities: true };

test.each([
  { given: {}, want: [{ oasdiff: 'misses', severities: 'mends' }] },
  { given: { withSeverities: false }, want: [{ oasdiff: 'misses', severities: 'leaves' }] },
  {
    given: { byDefault: true, withSeverities: false },
    want: [{ oasdiff: 'misses', severities: 'causes' }],
  },
  {
    given: { breaks: false, byDefault: true },
    want: [{ oasdiff: 'exaggerates', severities: 'leaves' }],
  },
  { given: { breaks: false }, want: [{ oasdiff: 'exaggerates', severities: 'causes' }] },
  { given: { byDefault: true }, want: [] },
])('a verdict of $given is the disagreement $want', ({ given, want }) => {
  expect(disagreementsOf([{ ...verdict, ...given }])).toEqual(
    want.map((disagreement) => ({ kind: 'member removed', ...disagreement })),
  );
});

test('a disagreement is told once, however many changes show it', () => {
  expect(disagreementsOf([verdict, verdict])).toHaveLength(1);
});

const found = disagreementsOf([verdict]);
const reasoned = {
  oasdiff: 'misses',
  severities: 'mends',
  reason: 'It warns only.',
  kinds: ['member removed'],
} as const;

test.each([
  { name: 'all have a reason', given: [reasoned], want: [] },
  {
    name: 'one has none',
    given: [],
    want: ['No reason is given: oasdiff misses "member removed", and our severity file mends it.'],
  },
  {
    name: 'one has a reason that no change shows now',
    given: [{ ...reasoned, kinds: ['member removed', 'link removed'] }],
    want: [],
  },
  {
    name: 'it is of the other sort',
    given: [{ ...reasoned, severities: 'leaves' as const }],
    want: ['No reason is given: oasdiff misses "member removed", and our severity file mends it.'],
  },
  {
    name: 'one has two reasons',
    given: [reasoned, reasoned],
    want: ['It is listed twice: oasdiff misses "member removed", and our severity file mends it.'],
  },
])('reasons are complained about when $name', ({ given, want }) => {
  expect(complaintsAbout(found, given)).toEqual(want);
});

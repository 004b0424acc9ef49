import { expect, test } from 'vitest';
import type { Change } from '../model/change.ts';
import type { Approval } from '../model/review.ts';
import { approval, change } from '../testing/samples.ts';
import { judgeApprovals } from './judge-approvals.ts';

const today = '2026-12-24';

interface Case {
  readonly given: string;
  readonly changes: readonly Change[];
  readonly approvals: readonly Approval[];
  /** The states of the changes. */
  readonly states: readonly string[];
  /** The complaints: kind, place and a part of the message. */
  readonly want: readonly (readonly [kind: string, place: string, words: string])[];
}

test.each<Case>([
  { given: 'nothing', changes: [], approvals: [], states: [], want: [] },
  {
    given: 'an approval on its last day',
    changes: [change()],
    approvals: [approval()],
    states: ['approved'],
    want: [],
  },
  {
    given: 'an approval on the day after',
    changes: [change()],
    approvals: [approval({ expires: '2026-12-23' })],
    states: ['expired'],
    want: [['approval-expired', 'openapi/approvals.yaml:2', 'held until 2026-12-23: @ada']],
  },
  {
    given: 'a breaking change without an approval',
    changes: [change()],
    approvals: [],
    states: ['missing'],
    want: [
      [
        'approval-missing',
        'openapi/components/schemas/Lamp.yaml:5',
        'Lamp.colour must be sent (request-member-required) This breaks senders, and nobody',
      ],
    ],
  },
  {
    given: 'a breaking change of something assumed',
    changes: [change({ needsApproval: false })],
    approvals: [],
    states: ['not needed'],
    want: [],
  },
  {
    given: 'the same, with a reason for the changelog',
    changes: [change({ needsApproval: false })],
    approvals: [approval()],
    states: ['not needed'],
    want: [],
  },
  {
    given: 'an approval of a change that was taken back',
    changes: [],
    approvals: [approval()],
    states: [],
    want: [['approval-unknown', 'openapi/approvals.yaml:2', '0123456789abcdef']],
  },
  {
    given: 'an approval of a change that has gone further since',
    changes: [change({ message: 'Lamp.colour must be sent, as a number' })],
    approvals: [approval()],
    states: ['stale'],
    want: [['approval-stale', 'openapi/approvals.yaml:2', 'is now "Lamp.colour must be sent, as']],
  },
  {
    given: 'an approval of what breaks nobody',
    changes: [change({ effect: 'compatible', breaks: [], needsApproval: false })],
    approvals: [approval()],
    states: ['not needed'],
    want: [['approval-needless', 'openapi/approvals.yaml:2', 'breaks nobody']],
  },
  {
    given: 'an approval of another change',
    changes: [change()],
    approvals: [approval({ fingerprint: 'ffffffffffffffff' })],
    states: ['missing'],
    want: [
      ['approval-missing', 'openapi/components/schemas/Lamp.yaml:5', 'nobody has approved it'],
      ['approval-unknown', 'openapi/approvals.yaml:2', 'ffffffffffffffff'],
    ],
  },
])('$given', ({ changes, approvals, states, want }) => {
  const judged = judgeApprovals(changes, approvals, today);
  expect(judged.changes.map(({ approvalState }) => approvalState)).toEqual(states);
  expect(
    judged.complaints.map(({ kind, place, message }) => [
      kind,
      `${place.file}:${place.line}`,
      message,
    ]),
  ).toEqual(want.map(([kind, place, words]) => [kind, place, expect.stringContaining(words)]));
});

test('what is missing can be pasted, filled in and read', () => {
  const message = "It's 'colour' that\n  reason: ''\nmust be sent: #1";
  const { complaints } = judgeApprovals([change({ message })], [], today);
  expect(complaints[0]?.paste).toEqual({
    file: 'openapi/approvals.yaml',
    text: expect.stringMatching(/^ {2}- fingerprint: 0123456789abcdef\n/),
  });
});

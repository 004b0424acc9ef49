import type { ReviewedChange } from '@agent-conversation/diff';
import { expect, test } from 'vitest';
import { changeKind } from './change-kind.ts';
import { changelogEntry } from './changelog-entry.ts';

const change: ReviewedChange = {
  rule: 'member-added',
  effect: 'compatible',
  breaks: [],
  needsApproval: false,
  pointer: '/components/schemas/Lamp/properties/level',
  place: { file: 'openapi/components/schemas/Lamp.yaml', line: 7 },
  operations: ['dimLamp', 'readLamp'],
  generation: 'v1',
  provenance: 'documented',
  message: 'The member `level` is new',
  migration: '',
  fingerprint: '0123456789abcdef',
  seenBy: ['own'],
  approvalState: 'not needed',
  approval: undefined,
};

const entryOf = (...changes: readonly ReviewedChange[]) =>
  changelogEntry({ version: '0.2.0', date: '2026-12-24', changesets: [], changes });

test('the summary is the prose of all changesets, a line each', () => {
  const changesets = ['Lamps can\nbe dimmed.', ' They tell their level.\n'].map((summary) => ({
    file: '.changeset/x.md',
    step: 'minor' as const,
    summary,
    packages: [],
  }));
  expect(changelogEntry({ version: '0.2.0', date: '2026-12-24', changesets, changes: [] })).toEqual(
    {
      version: '0.2.0',
      date: '2026-12-24',
      summary: 'Lamps can be dimmed. They tell their level.',
    },
  );
});

test('a change stands under each operation that it reaches', () => {
  const { operations, other } = entryOf(change, { ...change, operations: ['readLamp'] });
  const told = { added: 'The member `level` is new.' };
  expect(operations).toEqual({ dimLamp: [told], readLamp: [told, told] });
  expect(other).toBeUndefined();
});

test('what reaches no operation, or only people who read, is told once', () => {
  const server = {
    ...change,
    rule: 'server-removed',
    operations: [],
    message: 'The server is gone!',
  };
  const text = { ...change, rule: 'text-changed', effect: 'editorial' as const };
  const { operations, other } = entryOf(server, text);
  expect(operations).toBeUndefined();
  expect(other).toEqual([
    { removed: 'The server is gone!' },
    { changed: 'The member `level` is new.' },
  ]);
});

const breaking: ReviewedChange = {
  ...change,
  effect: 'breaking',
  breaks: ['sender', 'source'],
  migration: 'Send it.',
  operations: ['dimLamp'],
};
const approval = {
  fingerprint: change.fingerprint,
  change: change.message,
  reason: 'Lamps have\nlevels.',
  migration: 'Send the level, from 0 to 9.',
  owner: '@ada',
  expires: '2026-12-31',
  place: { file: 'openapi/approvals.yaml', line: 4 },
};

test.each([
  ['an assumed one, which needs none', undefined, { migration: 'Send it.' }],
  [
    'an approved one',
    approval,
    { migration: 'Send the level, from 0 to 9.', reason: 'Lamps have levels.' },
  ],
])('a breaking change tells who breaks, what to do and why: %s', (_, given, means) => {
  const { operations } = entryOf({ ...breaking, approval: given });
  expect(operations?.['dimLamp']).toEqual([
    { added: 'The member `level` is new.', breaks: ['sender', 'source'], ...means },
  ]);
});

test.each([
  ['operation-added', 'added'],
  ['member-added-required', 'added'],
  ['enum-value-removed', 'removed'],
  ['deprecated', 'deprecated'],
  ['no-longer-deprecated', 'changed'],
  ['bound-tightened', 'changed'],
])('%s is %s', (rule, kind) => {
  expect(changeKind(rule)).toBe(kind);
});

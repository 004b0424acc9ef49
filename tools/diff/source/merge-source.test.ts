import { expect, test } from 'vitest';
import type { Change } from '../model/change.ts';
import { mergeSource } from './merge-source.ts';

const member = '/components/schemas/Sandbox/properties/title';

function change(pointer: string, more: Partial<Change> = {}): Change {
  return {
    rule: 'type-changed',
    effect: 'breaking',
    breaks: ['receiver'],
    needsApproval: true,
    pointer,
    place: { file: 'openapi/components/schemas/Sandbox.yaml', line: 1 },
    operations: [],
    generation: 'v1',
    provenance: 'observed',
    message: 'It is another type.',
    migration: 'Read the other type.',
    fingerprint: '0123456789abcdef',
    seenBy: ['own'],
    ...more,
  };
}

const seen = change(member, {
  rule: 'source-read',
  breaks: ['source'],
  message: 'A program does not compile.',
  fingerprint: 'fedcba9876543210',
  seenBy: ['compiler'],
});

test.each<{ name: string; changes: Change[]; want: Change[] }>([
  {
    name: 'a breaking change of the element explains it',
    changes: [change(member)],
    want: [change(member, { breaks: ['receiver', 'source'], seenBy: ['own', 'compiler'] })],
  },
  {
    name: 'a breaking change of a part of the element explains it',
    changes: [change(`${member}/items`)],
    want: [
      change(`${member}/items`, { breaks: ['receiver', 'source'], seenBy: ['own', 'compiler'] }),
    ],
  },
  {
    name: 'the element itself is a better reason than a part of it',
    changes: [change(`${member}/items`), change(member)],
    want: [
      change(`${member}/items`),
      change(member, { breaks: ['receiver', 'source'], seenBy: ['own', 'compiler'] }),
    ],
  },
  {
    name: 'what breaks source already does so once',
    changes: [change(member, { breaks: ['source'], seenBy: ['own', 'compiler'] })],
    want: [change(member, { breaks: ['source'], seenBy: ['own', 'compiler'] })],
  },
  {
    name: 'a compatible change of the element does not explain it',
    changes: [change(member, { effect: 'compatible', breaks: [] })],
    want: [change(member, { effect: 'compatible', breaks: [] }), seen],
  },
  {
    name: 'a change of what is around the element does not explain it',
    changes: [change('/components/schemas/Sandbox')],
    want: [change('/components/schemas/Sandbox'), seen],
  },
  {
    name: 'a change of an element whose name only begins alike does not explain it',
    changes: [change(`${member}s`)],
    want: [change(`${member}s`), seen],
  },
])('$name', ({ changes, want }) => {
  expect(mergeSource(changes, [seen])).toEqual(want);
});

test('a change explains all that the compiler says of its element', () => {
  const merged = change(member, { breaks: ['receiver', 'source'], seenBy: ['own', 'compiler'] });
  expect(mergeSource([change(member)], [seen, seen])).toEqual([merged]);
});

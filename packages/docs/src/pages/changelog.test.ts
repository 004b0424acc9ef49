import type { Release } from '@agent-conversation/cli/changelog';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { changelogPage, historyOf, releasePage } from './changelog.ts';
import type { Context } from './links.ts';

const operations = ['pausePet', 'resumePet'].map((operationId) => ({
  operationId,
}));
const text = `releases:
  - version: 0.10.0
    date: 2026-12-24
    summary: Fewer operations.
    changes:
      - fixed: Its response was wrong.
        operations: [pausePet, resumePet]
      - changed: It is
          quicker.
        operations: [pausePet]
        breaks: [receiver, source]
        migration: Wait
          less.
        reason: Time is money.
      - removed: There are no pets.
        operations: [feedPet]
      - fixed: An example.
  - version: 0.9.0
    date: 2026-11-21
    summary: The first.
    changes:
      - added: Feeds a pet.
        operations: [feedPet]
      - added: Pauses.
        operations: [pausePet]
`;
const { releases } = parse(text) as { readonly releases: readonly Release[] };

test('the index has the releases, newest first', () => {
  expect(changelogPage(releases)).toContain(`
| [0.10.0](changelog/0.10.0.md) | 2026-12-24 | Fewer operations. |
| [0.9.0](changelog/0.9.0.md) | 2026-11-21 | The first. |`);
});

test('a release has all changes, and links what has a page', () => {
  const linkTo = (kind: string, name: string) => `${kind}:${name}`;
  const context = { operations, linkTo } as unknown as Context;
  const page = releasePage(releases[0]!, context).replaceAll('\n\n', '\n');
  expect(page).toBe(`# Release 0.10.0
Fewer operations.
Released on 2026-12-24.
## Breaking changes
- [\`pausePet\`](operation:pausePet), changed: It is quicker.
  - Breaks programs that read responses and TypeScript programs, which no longer compile.
  - To do: Wait less.
  - Reason: Time is money.
## Operations
- [\`pausePet\`](operation:pausePet), [\`resumePet\`](operation:resumePet), fixed: Its response was wrong.
- \`feedPet\`, removed: There are no pets.
## Everything else
- Fixed: An example.`);
});

test('the history of an operation has all releases that touched it', () => {
  const history = historyOf('pausePet', releases).split('\n');
  expect(history.filter((line) => line.startsWith('- '))).toEqual([
    '- [0.10.0](../changelog/0.10.0.md), 2026-12-24, fixed: Its response was wrong.',
    '- [0.10.0](../changelog/0.10.0.md), 2026-12-24, changed: It is quicker.',
    '- [0.9.0](../changelog/0.9.0.md), 2026-11-21, added: Pauses.',
  ]);
  expect(history).toContain('  - To do: Wait less.');
  expect(historyOf('getSettings', releases)).toBe('');
});

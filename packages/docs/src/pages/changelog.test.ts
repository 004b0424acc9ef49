import { expect, test } from 'vitest';
import { changelogPage, historyOf, readChangelog, releasePage } from './changelog.ts';
import type { Context } from './links.ts';

const operations = ['pausePet', 'resumePet'].map((operationId) => ({ operationId }));
const text = `releases:
  - version: 0.10.0
    date: 2026-12-24
    summary: Fewer operations.
    operations:
      pausePet:
        - fixed: Its response was wrong.
        - changed: It is
            quicker.
          breaks: [receiver, source]
          migration: Wait
            less.
          reason: Time is money.
      feedPet:
        - removed: There are no pets.
      resumePet:
        - fixed: Its response was wrong.
    other:
      - fixed: An example.
  - version: 0.9.0
    date: 2026-11-21
    summary: The first.
    operations:
      feedPet:
        - added: Feeds a pet.
      pausePet:
        - added: Pauses.
`;
const releases = readChangelog(text);

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
## Operations
- [\`pausePet\`](operation:pausePet), fixed: Its response was wrong.
- [\`pausePet\`](operation:pausePet), changed: It is quicker.
  - Breaks programs that read responses and TypeScript programs, which no longer compile.
  - To do: Wait less.
  - Reason: Time is money.
- \`feedPet\`, removed: There are no pets.
- [\`resumePet\`](operation:resumePet), fixed: Its response was wrong.
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

test.each([
  ['summary: The first.', 'sumary: The first.', 20, "must have required property 'summary'"],
  ['summary: Fewer', 'summary: a: Fewer', 4, 'Nested mappings are not allowed'],
])('%j -> %j is rejected in line %i', (from, to, line, message) => {
  expect(text).toContain(from);
  const read = () => readChangelog(text.replace(from, to));
  expect(read).toThrow(`openapi/changelog.yaml:${line}: `);
  expect(read).toThrow(message);
});

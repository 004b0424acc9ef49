import { expect, test } from 'vitest';
import { calls } from '../contract.ts';
import { changelogMarkdown, historyOf, readChangelog, releaseMarkdown } from './changelog.ts';
import { contract } from '../testing.ts';
import { linkTo, readSource } from './testing.ts';

const releases = readChangelog(readSource('changelog.yaml'), contract);
const operationIds = calls(contract).map(({ operation }) => operation.operationId);

test('the real changelog tells when each operation was added', () => {
  const untold = operationIds.filter((id) => !/, added: /.test(historyOf(id, releases)));
  expect(untold, 'add these to openapi/changelog.yaml').toEqual([]);
});

test('every sentence of the real changelog stands on the page of its release', () => {
  for (const release of releases) {
    const page = releaseMarkdown(release, contract, linkTo);
    const changes = [
      ...release.operations.flatMap((operation) => operation.changes),
      ...release.other,
    ];
    for (const { text } of changes) expect(page).toContain(text);
    for (const { operationId } of release.operations) {
      expect(page).toContain(`[\`${operationId}\`](operation:${operationId}): `);
    }
  }
});

const lamps = { ...contract, info: { ...contract.info, version: '0.10.0' } };
const text = `releases:
  - version: 0.10.0
    date: 2026-12-24
    summary: Fewer operations.
    operations:
      pauseSandbox:
        - fixed: Its answer was wrong.
        - changed: It is
            quicker.
      switchLamp:
        - removed: There are no lamps.
    other:
      - fixed: An example.
  - version: 0.9.0
    date: 2026-11-21
    summary: The first.
    operations:
      switchLamp:
        - added: Switches a lamp.
      pauseSandbox:
        - added: Pauses.
`;
const invented = readChangelog(text, lamps);

test('the index has the releases, newest first', () => {
  const rows = [
    ...changelogMarkdown(invented).matchAll(/^\| \[(\S+)\]\((\S+)\) \| (\S+) \| (.+) \|$/gm),
  ];
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['0.10.0', 'changelog/0.10.0.md', '2026-12-24', 'Fewer operations.'],
    ['0.9.0', 'changelog/0.9.0.md', '2026-11-21', 'The first.'],
  ]);
});

test('a release groups its changes by kind, and links what has a page', () => {
  expect(releaseMarkdown(invented[0]!, lamps, linkTo)).toBe(`# Release 0.10.0

Fewer operations.

Released on 2026-12-24.

## Operations

Changed:

- [\`pauseSandbox\`](operation:pauseSandbox): It is quicker.

Removed:

- \`switchLamp\`: There are no lamps.

Fixed:

- [\`pauseSandbox\`](operation:pauseSandbox): Its answer was wrong.

## Everything else

Fixed:

- An example.`);
});

test('the history of an operation has all releases that touched it', () => {
  expect(historyOf('pauseSandbox', invented).split('\n')).toEqual([
    '- [0.10.0](../changelog/0.10.0.md), 2026-12-24, fixed: Its answer was wrong.',
    '- [0.10.0](../changelog/0.10.0.md), 2026-12-24, changed: It is quicker.',
    '- [0.9.0](../changelog/0.9.0.md), 2026-11-21, added: Pauses.',
  ]);
  expect(historyOf('getSettings', invented)).toBe('');
});

test.each([
  ['version: 0.10.0', 'version: 0.11.0', 2, 'the first release must be 0.10.0, the version in'],
  ['version: 0.9.0', 'version: 0.10.0', 14, '0.10.0 must be older than 0.10.0 above it'],
  ['version: 0.9.0', 'version: 0.9', 14, '`version` must be a version such as 0.1.0'],
  ['2026-11-21', '2026-12-25', 15, '2026-12-25 must not be later than 2026-12-24'],
  ['2026-11-21', '2026-11-31x', 15, '`date` must be a day'],
  ['2026-11-21', '2026-13-01', 15, '2026-13-01 is no day'],
  ['    summary: The first.\n', '', 14, '`summary` must be a sentence'],
  ['summary: The first.', 'sumary: The first.', 16, 'a release has no `sumary`'],
  ['fixed: Its', 'repaired: Its', 7, 'one of added, changed, deprecated, removed, fixed'],
  ['        - changed', '          changed', 7, 'nothing else'],
  ['added: Pauses.', 'added:', 21, '`added` must be a sentence'],
  ['- fixed: An example.', 'fixed: An example.', 12, 'changes must be a list'],
  [
    'pauseSandbox:\n        - fixed',
    'pauseSandbx:\n        - fixed',
    6,
    'no operation `pauseSandbx`',
  ],
  ['- removed: There', '- changed: There', 10, 'no operation `switchLamp`'],
  ['- fixed: Its', '- removed: Its', 6, '`pauseSandbox` is `removed` here'],
  ['summary: Fewer', 'summary: a: Fewer', 4, 'this is not YAML'],
  ['releases:', 'release:', 1, '`releases` must be a list'],
])('%j -> %j is refused in line %i', (from, to, line, message) => {
  expect(text).toContain(from);
  const read = () => readChangelog(text.replace(from, to), lamps);
  expect(read).toThrow(`openapi/changelog.yaml:${line}: `);
  expect(read).toThrow(message);
});

import { expect, test } from 'vitest';
import { addEntry, entryText } from './add-entry.ts';

const entry = { version: '0.2.0', date: '2026-12-24', summary: 'Lamps: they can be dimmed.' };

test.each([
  [
    '# Newest first.\nreleases:\n  # The first.\n  - version: 0.1.0\n    date: 2026-11-21 # early\n',
    "# Newest first.\nreleases:\n  # The first.\n  - version: 0.2.0\n    date: 2026-12-24\n    summary: 'Lamps: they can be dimmed.'\n  - version: 0.1.0\n    date: 2026-11-21 # early\n",
  ],
  [
    'releases:\n- version: 0.1.0\n',
    "releases:\n- version: 0.2.0\n  date: 2026-12-24\n  summary: 'Lamps: they can be dimmed.'\n- version: 0.1.0\n",
  ],
])('the entry stands on top of the others, which stay as they are', (text, want) => {
  expect(addEntry(text, entry)).toBe(want);
});

test('a change of several operations is written out for each', () => {
  const change = { changed: 'It is quicker.' };
  const operations = { dimLamp: [change], readLamp: [change] };
  expect(entryText({ ...entry, operations })).toContain(`  operations:
    dimLamp:
      - changed: It is quicker.
    readLamp:
      - changed: It is quicker.
`);
});

test.each([
  ['releases: []\n', 'openapi/changelog.yaml:1: `releases` must not be empty'],
  ['releases:\n', 'openapi/changelog.yaml:1: `releases` must be a list'],
  ['versions:\n  - version: 0.1.0\n', 'openapi/changelog.yaml:1: `releases` must be a list'],
  [
    'releases: [{ version: 0.1.0 }]\n',
    'openapi/changelog.yaml:1: each release must begin with a dash',
  ],
  ['releases:\n  - version: 0.1.0\n   date: x\n', 'openapi/changelog.yaml:3: this is not YAML: '],
])('%j is refused with its place', (text, message) => {
  expect(() => addEntry(text, entry)).toThrow(message);
});

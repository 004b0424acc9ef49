import { expect, test } from 'vitest';
import { readChangelog } from './changelog.ts';

const editor = new URL('../../openapi/editor/', import.meta.url);
const text = `releases:
  - version: 0.10.0
    date: 2026-12-24
    summary: Fewer operations.
    changes:
      - changed: It is
          quicker.
        operations: [pausePet]
        breaks: [receiver]
  - version: 0.9.0
    date: 2026-11-21
    summary: The first.
`;

test('reads the releases in the order of the file', () => {
  const [newest, first] = readChangelog(text, editor);
  expect(newest?.changes).toEqual([
    {
      changed: 'It is quicker.',
      operations: ['pausePet'],
      breaks: ['receiver'],
    },
  ]);
  expect(first).toEqual({
    version: '0.9.0',
    date: '2026-11-21',
    summary: 'The first.',
  });
});

test.each([
  {
    replaced: 'summary: The first.',
    by: 'sumary: The first.',
    line: 10,
    message: "must have required property 'summary'",
  },
  {
    replaced: 'summary: Fewer',
    by: 'summary: a: Fewer',
    line: 4,
    message: 'Nested mappings are not allowed',
  },
])(
  '$replaced -> $by is rejected in line $line',
  ({ replaced, by, line, message }) => {
    expect(text).toContain(replaced);
    const read = () => readChangelog(text.replace(replaced, by), editor);
    expect(read).toThrow(`openapi/changelog.yaml:${line}: `);
    expect(read).toThrow(message);
  },
);

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readBlocks, stepsOf } from './guide.ts';
import { fillIn, visible } from './guide-prints.ts';

const guides = new URL('../../../docs/guides/', import.meta.url);

test.each(readdirSync(guides))('%s begins with its title and a sentence', (name) => {
  const text = readFileSync(new URL(name, guides), 'utf8');
  expect(text).toMatch(/^# [A-Z][^\n]+\n\n[A-Z][^.]+\.\n\n/);
});

describe('a block that nothing would check is refused', () => {
  test.each([
    ['of an unknown language', '```python\nprint()\n```', 'g.md:1: a block begins with ```sh,'],
    ['of no language', 'a\n\n```\nls\n```', 'g.md:3: a block begins with'],
    ['within a list', '- a\n\n  ```sh\n  ls\n  ```', 'g.md:3: a block begins with'],
    ['with tildes', '~~~sh\nls\n~~~', 'g.md:1: a block begins with'],
    ['that does not end', '```sh\nls', 'g.md:1: a block begins with'],
    ['that prints, without one before it', '```text\na\n```', 'g.md:1: there is no block that'],
    [
      'that is printed twice',
      '```sh\nls\n```\n```text\na\n```\n```text\na\n```',
      'g.md:7: there is no block that',
    ],
    ['in a file that is not used', '```ts\n// a.ts\n```', 'g.md:1: no sh block that follows uses'],
  ])('%s', (_, text, message) => {
    expect(() => stepsOf(readBlocks(text, 'g.md'), 'g.md')).toThrow(message);
  });
});

test('a program is the blocks from one with an import to the next', () => {
  const text = [
    '```ts\nimport {} from "a";\n```',
    '```ts\nb();\n```',
    '```sh\nls\n```',
    '```text\nfirst.txt\n```',
    '```ts\nc();\n```',
    '```ts\nimport {} from "d";\n```',
  ].join('\n');
  const steps = stepsOf(readBlocks(text, 'g.md'), 'g.md');
  expect(steps.map((step) => step.map(({ line, prints }) => [line, prints]))).toEqual([
    [
      [1, undefined],
      [4, undefined],
      [13, undefined],
    ],
    [[7, 'first.txt\n']],
    [[16, undefined]],
  ]);
});

test.each([
  ['a\n', 'a\n'],
  ['sbx-…\n', 'sbx-4kq7m2xw\n'],
  ['a (…) b.c\n', 'a (1 ms) b.c\n'],
  ['…\nb\n…\n', 'a\na\nb\nc\n'],
  ['a\n…\n', 'a\n'],
])('%j is what %j says', (expected, printed) => {
  expect(fillIn(expected, printed)).toBe(printed);
});

test.each([
  ['a\n', 'b\n'],
  ['a\n', 'a\nb\n'],
  ['a…c\n', 'a\nc\n'],
  ['a.c\n', 'abc\n'],
  ['…\nb\n', 'a\nc\n'],
])('%j is not what %j says', (expected, printed) => {
  expect(fillIn(expected, printed)).toBe(expected);
});

test('what cannot be seen at the ends does not count', () => {
  expect(visible('\n\n a \t\n\nb\n\n')).toBe(' a\n\nb\n');
});

import { readFileSync } from 'node:fs';
import { edit } from '@agent-conversation/testing/editor';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const source = readFileSync(new URL('testing/mistakes.ts', import.meta.url), 'utf8');
const lines = source.split('\n');
const directive = '// @ts-expect-error ';
const mistakes = lines.flatMap((text, index) =>
  text.startsWith(directive)
    ? [{ message: text.slice(directive.length), code: lines[index + 1]!, line: index + 2 }]
    : [],
);
const faults = edit(folder, source.replaceAll(directive, '// ')).faults();

test.each(mistakes)('$code says: $message', ({ message, line }) => {
  const found = faults.filter((it) => it.line === line).map((it) => it.message);
  expect(found).toHaveLength(1);
  for (const part of message.split(' … ')) expect(found[0]).toContain(part);
});

test('there is no other fault', () => {
  expect(faults.map(({ line }) => line)).toEqual(mistakes.map(({ line }) => line));
});

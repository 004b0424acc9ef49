import { readFileSync } from 'node:fs';
import { edit } from '@agent-conversation/editor';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const example = /```ts\n(.*?)```/s.exec(readme)![1]!;

test('the example of the README compiles', () => {
  expect(edit(folder, example).faults()).toEqual([]);
});

test('the example of the README does not compile once a known value is forgotten', () => {
  const forgetful = example.replace("    case 'PAUSED':\n", '');
  expect(forgetful).not.toBe(example);
  const [fault, ...others] = edit(folder, forgetful).faults();
  expect(fault?.message).toContain('lacks ending return');
  expect(others).toEqual([]);
});

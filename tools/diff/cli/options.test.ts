import { expect, test } from 'vitest';
import { readOptions, UsageError } from './options.ts';

test.each([
  [[], { format: 'pretty', output: undefined, base: undefined, help: false }],
  [
    ['--format', 'json', '--output=a.json', '--base', 'b.yaml'],
    { format: 'json', output: 'a.json', base: 'b.yaml', help: false },
  ],
  [['--help'], { format: 'pretty', output: undefined, base: undefined, help: true }],
])('%j', (args, want) => {
  expect(readOptions(args)).toEqual(want);
});

test.each([
  [['--fromat', 'json'], "Unknown option '--fromat'"],
  [['--format', 'html'], "--format takes pretty, markdown, json, not 'html'"],
  [['--output='], '--output takes a file'],
  [['--base='], '--base takes a file'],
  [['openapi.yaml'], "Unexpected argument 'openapi.yaml'"],
])('%j is refused in one line', (args, message) => {
  expect(() => readOptions(args)).toThrow(UsageError);
  expect(() => readOptions(args)).toThrow(message);
});

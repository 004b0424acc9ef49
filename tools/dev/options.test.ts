import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test.each([
  [[], { docsPort: 4000, mockPort: 4010 }],
  [['--docs-port', '0', '--mock-port=5'], { docsPort: 0, mockPort: 5 }],
  [['--docs-only'], { docsPort: 4000, mockPort: undefined }],
  [['--help'], undefined],
])('%j', (args, want) => {
  expect(readOptions(args)).toEqual(want);
});

test.each([
  [['--dosc-port', '1'], "Unknown option '--dosc-port'"],
  [['--docs-port', 'x'], "--docs-port takes a number from 0 to 65535, not 'x'"],
  [['--mock-port', '65536'], "--mock-port takes a number from 0 to 65535, not '65536'"],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

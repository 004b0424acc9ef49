import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test.each([
  [['--help'], { command: 'help' }],
  [['publish', '--help'], { command: 'help' }],
  [['--dry-run'], { command: 'dry-run' }],
  [['plan'], { command: 'plan' }],
  [['version'], { command: 'version' }],
  [['pack', 'out'], { command: 'pack', folder: 'out' }],
  [['publish', '--from', 'out'], { command: 'publish', folder: 'out' }],
])('%j is understood', (args, want) => {
  expect(readOptions(args)).toEqual(want);
});

test.each([
  [[], 'Say what to do: plan, version, pack, publish or --dry-run'],
  [['verison'], "There is no command 'verison'"],
  [['plan', 'out'], 'plan takes nothing more'],
  [['version', '0.2.0'], 'version takes nothing more'],
  [['pack'], 'pack takes one folder'],
  [['pack', 'a', 'b'], 'pack takes one folder'],
  [['publish'], 'publish takes --from FOLDER'],
  [['publish', '--from', ''], 'publish takes --from FOLDER'],
  [['publish', 'out'], 'publish takes --from FOLDER'],
  [['version', '--from', 'out'], '--from goes with publish alone'],
  [['version', '--dry-run'], '--dry-run shows the whole release: it takes no command'],
  [['--dry'], "Unknown option '--dry'"],
])('%j is refused in one line', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
  expect(() => readOptions(args)).toThrow(/^[^\n]+\. See npm run release -- --help$/);
});

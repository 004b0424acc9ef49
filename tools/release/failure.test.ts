import { expect, test } from 'vitest';
import { failure } from './failure.ts';

test.each([
  { says: 'one line\n', line: 'one line', rest: undefined },
  { says: '', line: 'it says nothing', rest: undefined },
  {
    says: 'Reading lamps\n\nfatal: no lamps\nThe end\n',
    line: 'fatal: no lamps',
    rest: 'Reading lamps\nfatal: no lamps\nThe end',
  },
  {
    says: 'lamps.ts:1\nthrow it\n\nTypeError: no lamps\n    at lamps.ts:1:1\n',
    line: 'TypeError: no lamps',
    rest: 'lamps.ts:1\nthrow it\nTypeError: no lamps\n    at lamps.ts:1:1',
  },
  { says: 'First\nSecond\n', line: 'First', rest: 'First\nSecond' },
  {
    says: 'npm error code E401\nnpm error Bearer c0ffee\nnpm error A complete log of this run is in /x\n',
    line: 'code E401 Bearer ***',
    rest: undefined,
  },
  {
    says: '{"_auth": "c0ffee"}\nnpm error code E401\n',
    line: 'code E401',
    rest: '{"_auth": "***"}\nnpm error code E401',
  },
])('of $says is told: $line', ({ says, line, rest }) => {
  const { message, cause } = failure('No lamp', says);
  expect(message).toBe(`No lamp: ${line}`);
  expect(cause).toBe(rest);
});

import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { DiffInputError } from '../model/diff-input-error.ts';
import { approval } from '../testing/samples.ts';
import { readApprovals } from './read-approvals.ts';

const { place, ...record } = approval();
const sound = `# Approvals\n${stringify({ approvals: [record] })}`;

test('a record is read, with its place', () => {
  expect(readApprovals(sound)).toEqual([{ ...record, place: { ...place, line: 3 } }]);
});

test('there may be none', () => {
  expect(readApprovals('approvals: []\n')).toEqual([]);
});

test.each<readonly [what: string, from: string | RegExp, to: string, want: string]>([
  ['no YAML', 'approvals:', 'approvals: [', 'openapi/approvals.yaml:3: '],
  ['an empty file', /[^]*/, '', 'openapi/approvals.yaml:1: the file: must be object'],
  [
    'another member',
    'approvals:',
    'approvals: []\nexceptions:',
    'openapi/approvals.yaml:3: the file: must NOT have additional properties: "exceptions"',
  ],
  [
    'an unknown member of a record',
    'expires:',
    'expire:',
    "openapi/approvals.yaml:3: /approvals/0: must have required property 'expires'",
  ],
  [
    'one member too many',
    'owner:',
    'ticket: 5\n    owner:',
    'openapi/approvals.yaml:7: /approvals/0: must NOT have additional properties: "ticket"',
  ],
  [
    'a fingerprint that is a number',
    '0123456789abcdef',
    '1234567890123456',
    'openapi/approvals.yaml:3: /approvals/0/fingerprint: must be string',
  ],
  [
    'a fingerprint that is too short',
    '0123456789abcdef',
    'abc',
    'openapi/approvals.yaml:3: /approvals/0/fingerprint: A fingerprint has 16 hexadecimal digits, as `npm run diff` prints it.',
  ],
  [
    'no reason',
    'Lamps without a colour burn',
    "''",
    'openapi/approvals.yaml:5: /approvals/0/reason: must NOT have fewer than 1 characters',
  ],
  [
    'nobody who answers for it',
    '"@ada"',
    'somebody',
    'openapi/approvals.yaml:7: /approvals/0/owner: An owner is an e-mail address, or a handle such as @ada.',
  ],
  [
    'a day that is none',
    '2026-12-24',
    '2026-02-30',
    'openapi/approvals.yaml:8: /approvals/0/expires: must match format "date"',
  ],
  [
    'an alias that grows without bounds',
    /[^]*/,
    `a: &a [x, x, x, x, x, x, x, x, x]\n${Array.from('bcdefgh', (name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]}, `.repeat(9)}]`).join('\n')}\n`,
    'openapi/approvals.yaml:1: Excessive alias count',
  ],
])('%s is refused with its place', (_, from, to, want) => {
  const text = sound.replace(from, () => to);
  expect(text).not.toBe(sound);
  expect(() => readApprovals(text)).toThrow(DiffInputError);
  expect(() => readApprovals(text)).toThrow(want);
});

test('a change is approved once', () => {
  const twice = stringify({ approvals: [record, { ...record }] });
  expect(() => readApprovals(twice)).toThrow(
    'openapi/approvals.yaml:8: 0123456789abcdef is approved twice: leave one of the records',
  );
});

describe('whatever the file has', () => {
  const runs = { numRuns: Number(process.env['FC_RUNS'] ?? 500) };

  /** What is read, or what is said of it; anything else that goes wrong is thrown. */
  function read(text: string): readonly unknown[] | string {
    try {
      return readApprovals(text);
    } catch (error) {
      if (error instanceof DiffInputError) return error.message;
      throw error;
    }
  }
  const isOneLine = (result: unknown) =>
    typeof result === 'string' && /^openapi\/approvals\.yaml:\d+: [^\n]+$/.test(result);

  test('garbage does not pass, and is told in one line', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('-:[]{}&*!|>\'"#%@`,? \n\tab0')) }),
      fc.json(),
      fc.jsonValue().map((value) => stringify({ approvals: [value] })),
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => stringify(value)),
    );
    fc.assert(
      fc.property(garbage, (text) => {
        expect(isOneLine(read(text))).toBe(true);
      }),
      runs,
    );
  });

  test('a record with another value passes only if it is whole', () => {
    const changed = fc.tuple(
      fc.constantFrom(...Object.keys(record), 'ticket'),
      fc.oneof(fc.string(), fc.jsonValue(), fc.constant(undefined)),
    );
    fc.assert(
      fc.property(changed, ([member, value]) => {
        // What is undefined is left out, by JSON and YAML alike.
        const given = JSON.parse(JSON.stringify({ ...record, [member]: value })) as object;
        const result = read(stringify({ approvals: [given] }));
        const want = [{ ...given, place: { ...place, line: 2 } }];
        expect(isOneLine(result) || isDeepStrictEqual(result, want)).toBe(true);
      }),
      runs,
    );
  });

  test('a sound file in which characters were lost or changed is never a crash', () => {
    const edit = fc.tuple(fc.nat(sound.length), fc.nat(9), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(edit, ([at, length, put]) => {
        const result = read(sound.slice(0, at) + put + sound.slice(at + length));
        expect(isOneLine(result) || result.length < 2).toBe(true);
      }),
      runs,
    );
  });
});

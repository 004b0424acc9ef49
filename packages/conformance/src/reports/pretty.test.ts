import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { finding, result, richKey, richRun, runOf } from '../testing/rich-run.ts';
import { reportPretty } from './pretty.ts';

const plain = { secrets: [richKey], color: false };

test('a run with everything', async () => {
  const report = reportPretty(richRun, {
    ...plain,
    width: 80,
    coverage: '612 of 874 points of the contract were touched (70 %)',
  });
  await expect(report).toMatchFileSnapshot('samples/pretty.txt');
});

test('colours change nothing else', () => {
  const report = reportPretty(richRun, { ...plain, color: true });
  expect(report).toContain('\u001b[31m✗\u001b[39m searchSandboxes.answer');
  expect(stripVTControlCharacters(report)).toBe(reportPretty(richRun, plain));
});

test.each([60, 80, 120])(
  'no line is wider than %d columns, but for what is to be copied',
  (width) => {
    const lines = reportPretty(richRun, { ...plain, width }).split('\n');
    const wide = lines.filter((line) => line.length > width);
    expect(wide.filter((line) => !line.startsWith('      again:  npx '))).toEqual([]);
  },
);

test.each([
  [{ kind: 'conforms' }, 'Verdict    the server conforms'],
  [{ kind: 'violations' }, 'Verdict    the server does not conform'],
  [
    { kind: 'could not run', reason: 'nothing listens on localhost:1' },
    'Verdict    could not be determined: nothing listens on localhost:1',
  ],
] as const)('the verdict of a run without checks: %j', (verdict, line) => {
  expect(reportPretty(runOf({ verdict }), plain)).toContain(`${line}\nChecks     0 passed`);
});

/** A report of a run in which a server says something. */
const saying = (text: string) =>
  reportPretty(
    runOf({
      results: [
        result('a.b', 'c', {
          outcome: 'failed',
          findings: [finding({ pointer: `/${text}`, message: text })],
        }),
        result('a.c', 'd', { outcome: 'skipped', reason: text }),
      ],
      leftovers: [{ kind: 'sandbox', id: text, reason: text }],
      verdict: { kind: 'could not run', reason: text },
    }),
    plain,
  );

test.each([
  ['colours', '\u001b[31mred\u001b[0m', '\\u{1b}[31mred'],
  ['a title for the window', '\u001b]0;title\u0007', '\\u{1b}]0;title\\u{7}'],
  ['the same in one character', '\u009b2J', '\\u{9b}2J'],
  ['a line that is written over', 'all is well\r', 'all is well\\u{d}'],
  ['text from right to left', '\u202egpj.exe', '\\u{202e}gpj.exe'],
  ['half a character', 'a\ud800b', 'a\\u{d800}b'],
  ['another line', 'a\u2028b\nVerdict c', 'a\\u{2028}b\\u{a}Verdict c'],
])('what a server says does not steer the terminal: %s', (_, text, want) => {
  const report = saying(text);
  expect(report).toContain(want);
  expect(report.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
});

test('what a server says does not fill the terminal', () => {
  expect(saying('x'.repeat(1_000_000)).length).toBeLessThan(5000);
});

test('the line that makes a check again is whole', () => {
  const again = `npx ${'a'.repeat(2000)}`;
  const failed = result('a.b', 'c', { outcome: 'failed', again });
  expect(reportPretty(runOf({ results: [failed] }), plain)).toContain(`      again:  ${again}\n`);
});

test('escapes names that look alike', () => {
  const report = reportPretty(
    runOf({ leftovers: [{ kind: 'sandbox', id: 's\u0430', reason: 'it is there' }] }),
    plain,
  );
  expect(report).toContain('sandbox s\\u{430}: it is there');
});

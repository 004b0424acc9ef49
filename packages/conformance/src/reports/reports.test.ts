import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import {
  exchange,
  violation,
  result,
  richKey,
  richRun,
  runOf,
} from '../testing/rich-run.ts';
import { reportHar } from './har.ts';
import { type JsonReport, reportJson } from './json.ts';
import { reportJunit } from './junit.ts';
import { reportPretty } from './pretty.ts';
import { createProgress } from './progress.ts';

const options = { secrets: [richKey], color: false };
const coverage = '612 of 874 points of the contract were touched (70 %)';

test.each([
  ['pretty.txt', reportPretty(richRun, { ...options, width: 80, coverage })],
  ['report.json', reportJson(richRun, options)],
  ['junit.xml', reportJunit(richRun, options)],
  ['exchanges.har', reportHar(richRun, options)],
])('reports a run with everything: %s', async (file, report) => {
  await expect(report).toMatchFileSnapshot(`samples/${file}`);
});

test('HAR lists a query in pairs, locations, sizes in bytes, and exchanges in the order of their start', () => {
  const results = [
    result('a.b', 'c', {
      exchanges: [
        exchange('GET', '/a?b=c%20d&b=e+f&g', 299, { a: 'é' }, { after: 500 }),
        exchange('GET', '/', 307, '', {
          headers: { Location: '/b' },
          after: 2000,
        }),
      ],
    }),
    result('a.d', 'e', {
      exchanges: [exchange('GET', '/first', 200, {}, { after: 20 })],
    }),
  ];
  const { log } = JSON.parse(reportHar(runOf({ results }), options)) as {
    log: object;
  };
  const pairs = ['b=c d', 'b=e f', 'g='].map((pair) => pair.split('='));
  const queryString = pairs.map(([name, value]) => ({ name, value }));
  expect(log).toMatchObject({
    entries: [
      { request: { url: 'http://127.0.0.1:4010/first' }, comment: 'a.d' },
      {
        request: {
          url: 'http://127.0.0.1:4010/a?b=c%20d&b=e+f&g',
          queryString,
        },
        response: {
          status: 299,
          statusText: '',
          content: { text: '{"a":"é"}', size: 10 },
        },
      },
      {
        response: {
          status: 307,
          statusText: 'Temporary Redirect',
          redirectURL: '/b',
        },
      },
    ],
  });
});

test('JSON has its properties in the same order, however the run was made', () => {
  const backwards = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(backwards) as T;
    if (value?.constructor !== Object) return value;
    const entries = Object.entries(value).toReversed();
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, backwards(inner)]),
    ) as T;
  };
  expect(reportJson(backwards(richRun), options)).toBe(
    reportJson(richRun, options),
  );
});

const unknown = runOf({
  generations: { v0: undefined, v1: false },
  verdict: {
    kind: 'could not run',
    reason: 'nothing listens on "localhost:1"',
  },
});

test('JSON has null for what is not known', () => {
  const report = JSON.parse(reportJson(unknown, options)) as JsonReport;
  const { verdict, reason, generations } = report;
  expect({ verdict, reason, generations }).toEqual({
    verdict: 'could not run',
    reason: 'nothing listens on "localhost:1"',
    generations: { v0: null, v1: false },
  });
});

test('JUnit has an error for a verdict that could not be determined', () => {
  const report = reportJunit(unknown, options);
  expect(report).toContain('tests="1" failures="0" errors="1"');
  const message = 'nothing listens on &quot;localhost:1&quot;';
  expect(report).toContain(
    `<error message="${message}" type="could not run"/>`,
  );
});

test('JUnit passes a check that only has warnings', () => {
  const results = [
    result('a.b', 'c', { violations: [violation({ severity: 'warning' })] }),
  ];
  const report = reportJunit(runOf({ results }), options);
  expect(report).toContain(
    '<testcase name="a.b: c" classname="a" time="0.032"/>',
  );
  expect(report).toContain(
    '<system-out>a.b: warning: response body /items/0/status must be',
  );
});

/** A run in which a server says something. */
const saying = (text: string) =>
  runOf({
    results: [
      result('a.b', 'c', {
        outcome: 'failed',
        violations: [violation({ pointer: `/${text}`, message: text })],
      }),
      result('a.c', 'd', { outcome: 'skipped', reason: text }),
    ],
    leftovers: [{ kind: 'sandbox', id: text, reason: text }],
    verdict: { kind: 'could not run', reason: text },
  });

test('JUnit escapes what XML cannot have', () => {
  const report = reportJunit(
    saying('a\u0000b\u000bc\ufffed\ud800e\u{1f680}]]>&<'),
    options,
  );
  expect(report).toContain(
    'a\\u{0}b\\u{b}c\\u{fffe}d\\u{d800}e\u{1f680}]]&gt;&amp;&lt;',
  );
});

test('colours change nothing else', () => {
  const report = reportPretty(richRun, { ...options, color: true });
  expect(report).toContain('\u001b[31m✗\u001b[39m searchSandboxes.response');
  expect(stripVTControlCharacters(report)).toBe(reportPretty(richRun, options));
});

test.each([60, 80, 120])(
  'no line is wider than %d columns, but for commands',
  (width) => {
    const lines = reportPretty(richRun, { ...options, width }).split('\n');
    const wide = lines.filter((line) => line.length > width);
    expect(
      wide.filter((line) => !line.startsWith('      rerun:  npm ')),
    ).toEqual([]);
  },
);

test.each([
  [{ kind: 'conforms' }, 'the server conforms'],
  [{ kind: 'violations' }, 'the server does not conform'],
  [
    { kind: 'could not run', reason: 'no server' },
    'could not be determined: no server',
  ],
] as const)(
  'states the verdict of a run without checks: %j',
  (verdict, line) => {
    const report = reportPretty(runOf({ verdict }), options);
    expect(report).toContain(`Verdict    ${line}\nChecks     0 passed`);
  },
);

test.each([
  ['colours', '\u001b[31mred\u001b[0m', '\\u{1b}[31mred'],
  ['a title for the window', '\u001b]0;title\u0007', '\\u{1b}]0;title\\u{7}'],
  ['the same in one character', '\u009b2J', '\\u{9b}2J'],
  ['a line that is written over', 'all is well\r', 'all is well\\u{d}'],
  ['text from right to left', '\u202egpj.exe', '\\u{202e}gpj.exe'],
  ['half a character', 'a\ud800b', 'a\\u{d800}b'],
  ['another line', 'a\u2028b\nVerdict c', 'a\\u{2028}b\\u{a}Verdict c'],
  ['an id that looks like another', 's\u0430', 'sandbox s\\u{430}: '],
])('what a server says does not steer the terminal: %s', (_, text, want) => {
  const report = reportPretty(saying(text), options);
  expect(report).toContain(want);
  expect(report.replaceAll('\n', '')).not.toMatch(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u,
  );
});

test('what a server says does not fill the terminal, and a command is whole', () => {
  expect(
    reportPretty(saying('x'.repeat(1_000_000)), options).length,
  ).toBeLessThan(5000);
  const rerun = `npm exec ${'a'.repeat(2000)}`;
  const results = [result('a.b', 'c', { outcome: 'failed', rerun })];
  expect(reportPretty(runOf({ results }), options)).toContain(
    `      rerun:  ${rerun}\n`,
  );
});

/** Shows some progress, and returns what is written. */
function progressOn(
  stream: { isTTY?: boolean; columns?: number },
  of: number,
  last: string,
) {
  const written: string[] = [];
  const progress = createProgress({
    ...stream,
    write: (text) => written.push(text),
  });
  for (let done = 1; done <= of; done += 1) progress.show(done, of, last);
  progress.clear();
  progress.clear();
  return written;
}

test.each([
  {
    what: 'one line on a terminal',
    stream: { isTTY: true },
    of: 1,
    last: 'a.b',
    want: ['\r\u001b[K1 of 1  a.b', '\r\u001b[K'],
  },
  {
    what: 'no wider than it',
    stream: { isTTY: true, columns: 20 },
    of: 1,
    last: '\u001b[2Jabcdefg',
    want: ['\r\u001b[K1 of 1  \\u{1b}[2Jab', '\r\u001b[K'],
  },
  {
    what: 'a line for each of a few',
    stream: {},
    of: 3,
    last: 'a.b',
    want: ['1 of 3\n', '2 of 3\n', '3 of 3\n'],
  },
  {
    what: 'a line for each tenth',
    stream: {},
    of: 100,
    last: 'a.b',
    want: Array.from({ length: 10 }, (_, at) => `${at + 1}0 of 100\n`),
  },
])('shows progress as $what', ({ stream, of, last, want }) => {
  expect(progressOn(stream, of, last)).toEqual(want);
});

import { printable } from '@agent-conversation/cli/text';
import { createRedactor } from '@agent-conversation/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedExchange } from '../checker/run.ts';
import { escapes, formsOf, wrappers } from '../testing/encodings.ts';
import { secretRun } from '../testing/random-run.ts';
import { exchange, violation, result, runOf } from '../testing/rich-run.ts';
import { reportHar } from './har.ts';
import { reportJson } from './json.ts';
import { reportJunit } from './junit.ts';
import { reportPretty } from './pretty.ts';
import { redactRun } from './redact-run.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261122);
const numRuns = Number(process.env['FC_RUNS'] ?? 40);

/** All texts within a text that is JSON; else the text. */
function textsIn(text: string): string[] {
  const found = [text];
  try {
    JSON.parse(text, (name, value: unknown) => {
      found.push(name);
      if (typeof value === 'string') found.push(...textsIn(value));
    });
  } catch {
    // No JSON.
  }
  return found;
}

test.each([reportHar, reportJson, reportJunit, reportPretty])(
  '%o shows no secret',
  (render) => {
    fc.assert(
      fc.property(secretRun, fc.boolean(), ({ run, key, secrets }, color) => {
        const report = render(run, { secrets: [key], color, width: 40 });
        // Where a line was wrapped, a text goes on.
        const shown = [...textsIn(report), report.replaceAll(/\n +/g, '')].join(
          '\n',
        );
        for (const secret of secrets) {
          const found = [...formsOf(secret), printable(secret)].filter((form) =>
            shown.includes(form),
          );
          expect(found, `of ${JSON.stringify(secret)}`).toEqual([]);
        }
      }),
      { seed, numRuns },
    );
  },
);

const escaped = 'p/q "1"~&<é\\+🅦';

test.each([
  ...Object.keys(escapes).map((name) => [name]),
  ['as JSON', 'as JSON', 'as JSON'],
  ['as JSON', 'percent-encoded'],
  ['as JSON in ASCII', 'percent-encoded throughout'],
  ['percent-encoded throughout', 'as XML in ASCII'],
  ['as XML', 'as JSON in ASCII', 'as a form'],
])('finds a secret that is escaped %s %s %s', (...names) => {
  const text = names.reduce(
    (inner, name) => (name ? escapes[name]!(inner) : inner),
    escaped,
  );
  const want = text === escaped ? 'before [redacted] after' : '[redacted]';
  expect(createRedactor([escaped])(`before ${text} after`)).toBe(want);
});

test.each(Object.entries(wrappers))('finds a secret in %s', (_, wrap) => {
  const text = createRedactor([escaped])(`Basic ${wrap(escaped)}.`);
  expect(text).toMatch(/^Basic [\w-]{0,4}\[redacted\][\w-]{0,2}=*\.$/);
});

test.each([
  {
    title: 'partly escaped',
    secrets: ['abc/defgh'],
    text: '%61bc%2Fd&#101;\\u0066gh!',
    want: '[redacted]',
  },
  {
    title: 'as it is sent, where it is no Unicode',
    secrets: ['half \ud83d of one'],
    text: 'x=half%20%EF%BF%BD%20of%20one',
    want: '[redacted]',
  },
  {
    title: 'whole, where another one is its beginning',
    secrets: ['abcdefgh', 'abcdefghij'],
    text: 'abcdefghij abcdefgh',
    want: '[redacted] [redacted]',
  },
  {
    title: 'whole, where it overlaps with another one',
    secrets: ['abcdefgh', 'efghijkl'],
    text: 'abcdefghijkl',
    want: '[redacted]',
  },
  {
    title: 'side by side',
    secrets: ['abcdefgh'],
    text: 'abcdefghabcdefgh',
    want: '[redacted][redacted]',
  },
  {
    title: 'by itself, where it is short',
    secrets: ['any'],
    text: 'key: any, "any"; many',
    want: 'key: [redacted], "[redacted]"; many',
  },
  {
    title: 'with signs of a pattern',
    secrets: ['a.b'],
    text: 'a.b a-b',
    want: '[redacted] a-b',
  },
])('finds a secret $title', ({ secrets, text, want }) => {
  expect(createRedactor(secrets)(text)).toBe(want);
});

test.each(['\\', '%25', '&amp;', '~0'])(
  'finds a secret with many readings: %s',
  (escape) => {
    const redact = createRedactor([escape.repeat(60)]);
    expect(redact(`${escape.repeat(1000)}!`)).toBe('[redacted]!');
  },
);

test.each([
  ['only a part of the secret', 'abcdefg'],
  ['other letters', 'ABCDEFGH'],
  ['escapes of another text', '%61bcdefg\\u0069&amp;~1'],
  ['escapes that are none', '%zz\\u00zz&#xzz;&nope;~2%'],
  ['a part of an escape at the end', '%6'],
  ['nothing', ''],
])('keeps a text with %s', (_, text) => {
  expect(createRedactor(['abcdefgh', ''])(text)).toBe(text);
});

const key = 'key-of-ada-5f3a9c';
const secret = 'SECRET-of-sb-1';

/** An exchange without its secrets. */
function clean(given: RecordedExchange): RecordedExchange {
  const run = runOf({
    results: [result('getSettings.response', '', { exchanges: [given] })],
  });
  return redactRun(run, [key]).results[0]!.exchanges[0]!;
}

// prettier-ignore
test.each([
  ['a secret property', { session_api_key: secret }, { session_api_key: '[redacted]' }],
  ['one that is null', { session_api_key: null }, { session_api_key: null }],
  ['one that is an object', { env: { A: 'b' } }, { env: '[redacted]' }],
  ['one that is deep', { items: [{ api_key: 'x' }] }, { items: [{ api_key: '[redacted]' }] }],
  ['one whose value is elsewhere', { a: secret, llm_api_key: secret }, { a: '[redacted]', llm_api_key: '[redacted]' }],
  ['the key', { a: [`my ${key}`] }, { a: ['my [redacted]'] }],
  ['a name that is a secret', { [key]: 1 }, { '[redacted]': 1 }],
  ['a number that is a secret', { a: 123456789, env: { B: 123456789 } }, { a: '[redacted]', env: '[redacted]' }],
  ['a URL with a secret property', { a: 'http://h/?api_key=x&b=1' }, { a: 'http://h/?api_key=[redacted]&b=1' }],
  ['a URL with a password', { a: 'http://me:pass@h/' }, { a: 'http://[redacted]@h/' }],
  ['JSON in a text', { a: '{"b":1,"api_key":"x"}' }, { a: '{"b":1,"api_key":[redacted]' }],
  ['a header in a text', { a: "curl -H 'x-session-api-key: x' h" }, { a: "curl -H 'x-session-api-key: [redacted]' h" }],
  ['what is no secret', { llm_api_key_set: true, a: [1, 'b'] }, { llm_api_key_set: true, a: [1, 'b'] }],
])('of a body: %s', (_, given, want) => {
  expect(JSON.parse(clean(exchange('GET', '/', 200, given)).response.body)).toEqual(want);
});

test.each([
  ['<p>Hello</p>', '[left out: not JSON]'],
  ['['.repeat(50_000) + ']'.repeat(50_000), '[left out: not JSON]'],
  ['', ''],
  ['{"api_key":"first","api_key":"second"}', '{"api_key":"[redacted]"}'],
])('of the body %.40s', (given, want) => {
  expect(clean(exchange('GET', '/', 200, given)).response.body).toBe(want);
});

test('finds the secrets of a response that broke off elsewhere', () => {
  const body = `{"items":[{"session_api_key":"${secret}\\"","x`;
  const { response } = clean(
    exchange('GET', '/', 200, body, { headers: { 'X-Echo': `${secret}"` } }),
  );
  expect(response.headers.get('x-echo')).toBe('[redacted]');
});

test('redacts headers with credentials, and the same values elsewhere', () => {
  const headers = { 'Set-Cookie': 'sid=sid-of-ada-1; Path=/a-long-path' };
  const body = { a: 'sid-of-ada-1 and token-of-ada', b: '/a-long-path' };
  const given = exchange('GET', '/', 200, body, { headers });
  given.request.headers.set('Authorization', 'Bearer token-of-ada');
  const { request, response } = clean(given);
  expect(Object.fromEntries(request.headers)).toEqual({
    authorization: '[redacted]',
    'x-session-api-key': '[redacted]',
  });
  expect(response.headers.get('set-cookie')).toBe('[redacted]');
  expect(JSON.parse(response.body)).toEqual({
    a: '[redacted] and [redacted]',
    b: '/a-long-path',
  });
});

test.each([
  ['/a?api_key=x#y', '/a?api_key=%5Bredacted%5D'],
  ['/a?session%5Fapi%5Fkey=x&b', '/a?session%5Fapi%5Fkey=%5Bredacted%5D&b'],
  [`/a/${key}/b?c=${key}`, '/a/%5Bredacted%5D/b?c=%5Bredacted%5D'],
  ['/a?b=%6Bey-of-ada-5f3a9c&c', '/a?b=%5Bredacted%5D&c'],
  ['/a%2Fb?c=%C3%A9+d&e=f=g', '/a%2Fb?c=%C3%A9+d&e=f=g'],
])('of a URL: %s', (given, want) => {
  expect(clean(exchange('GET', given, 200, {})).request.url).toBe(
    `http://127.0.0.1:4010${want}`,
  );
});

test('a URL stays one where its host is a secret', () => {
  const { request } = clean(
    exchange('GET', '/a', 200, { env: { HOST: '127.0.0.1' } }),
  );
  expect(request.url).toBe('http://redacted:4010/a');
});

test('searches whatever a run has, but for the texts of the contract', () => {
  const run = runOf({
    settings: Object.assign(runOf().settings, {
      include: [key],
      exclude: [key],
      apiKey: key,
    }),
    results: [
      result('a.b', 'With any key', {
        reason: key,
        rerun: `--key ${key}`,
        violations: [
          violation({ pointer: `/${key}`, message: `must be ${key}` }),
        ],
      }),
    ],
    leftovers: [{ kind: 'sandbox', id: key, reason: key }],
    verdict: { kind: 'could not run', reason: key },
  });
  const safe = redactRun(run, [key, 'any']);
  expect(JSON.stringify(safe)).not.toContain(key);
  const [first] = safe.results;
  expect([first?.check.title, first?.rerun]).toEqual([
    'With any key',
    '--key [redacted]',
  ]);
});

test('a run without secrets stays as it is', () => {
  const run = runOf({
    results: [result('a.b', 'c', { violations: [violation()] })],
  });
  expect(redactRun(run, [])).toEqual(run);
});

test('reports of one run have none of the secrets that each is given', () => {
  const title = 'title-of-a-sandbox';
  const run = runOf({
    verdict: { kind: 'could not run', reason: `It is ${title}.` },
  });
  expect(reportJson(run, { secrets: [] })).toContain(title);
  expect(reportJson(run, { secrets: [title] })).not.toContain(title);
  expect(reportJson(run, { secrets: [] })).toContain(title);
});

import { expect, test, vi } from 'vitest';
import {
  createRedactor,
  redactProperties,
  redactQuery,
  redactUrl,
} from './redaction.ts';

test('replaces properties by name, but null', () => {
  const value = {
    key: 'a',
    inner: [{ key: { deep: 1 }, other: 'b' }, { key: null }],
  };
  expect(redactProperties(value, new Set(['key']))).toEqual({
    key: '[redacted]',
    inner: [{ key: '[redacted]', other: 'b' }, { key: null }],
  });
  expect(value.key).toBe('a');
});

test('replaces the query of URLs by the name of their property', () => {
  const value = {
    url: 'https://a.example/?tkn=b&folder=/c',
    inner: [{ url: null }, { url: 5 }],
  };
  expect(redactProperties(value, new Set(), new Set(['url']))).toEqual({
    url: 'https://a.example/?tkn=[redacted]&folder=[redacted]',
    inner: [{ url: null }, { url: 5 }],
  });
  expect(redactUrl('https://a.example/b=c')).toBe('https://a.example/b=c');
});

test.each([
  { query: 'limit=1&key=abc', want: 'limit=1&key=[redacted]' },
  { query: '/a?key=a=b&limit=1', want: '/a?key=[redacted]&limit=1' },
  { query: '?%6Bey=abc', want: '?%6Bey=[redacted]' },
  { query: 'key', want: 'key' },
])('replaces the values of parameters in $query', ({ query, want }) => {
  expect(redactQuery(query, (name) => name === 'key')).toBe(want);
});

const secret = 'p/q "1"~&<é\\+🅦';

test.each([
  { form: 'as it is', text: secret, want: 'at [redacted]!' },
  { form: 'percent-encoded', text: encodeURIComponent(secret) },
  { form: 'as JSON', text: JSON.stringify(secret).slice(1, -1) },
  { form: 'as JSON within JSON', text: JSON.stringify(JSON.stringify(secret)) },
  {
    form: 'as HTML',
    text: secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&#34;'),
  },
  {
    form: 'as a step of a JSON Pointer',
    text: secret.replaceAll('~', '~0').replaceAll('/', '~1'),
  },
])('finds a secret $form', ({ text, want = '[redacted]' }) => {
  expect(createRedactor([secret])(`at ${text}!`)).toBe(want);
});

test('finds a secret where a JSON Pointer is all that escapes it', () => {
  expect(createRedactor(['path/to/it'])('at path~1to~1it')).toBe('[redacted]');
});

test.each([
  { what: 'two digits', text: '%FBTSAKMP%3B%2F!' },
  { what: 'one digit behind one of the text', text: '%aFBTSAKMP%3B%2F!' },
  { what: 'an escape of its own', text: '%2525FBTSAKMP%3B%2F!' },
])('finds a secret behind "%" that takes $what of it', ({ text }) => {
  expect(createRedactor(['FBTSAKMP;/'])(text)).toBe('[redacted]');
});

test.each(['', '1', '12'])('finds a secret in Base64 behind "%s"', (before) => {
  const encoded = Buffer.from(`${before}${secret}`).toString('base64');
  expect(createRedactor([secret])(`Basic ${encoded}`)).toMatch(
    /^Basic \w{0,4}\[redacted\]/,
  );
});

test('replaces a short secret only as a word', () => {
  const redact = createRedactor(['any']);
  expect(redact('any of "any", but not many')).toBe(
    '[redacted] of "[redacted]", but not many',
  );
});

test.each([
  { text: 'e', kept: 'a character' },
  { text: '42', kept: 'two digits' },
])('keeps $kept, which is no secret', ({ text }) => {
  expect(createRedactor([text])(`${text} of "${text}"`)).toBe(
    `${text} of "${text}"`,
  );
});

const long = Array.from({ length: 40 }, (_, at) => `part-${at}`).join('.');

test.each([
  { what: 'whole', text: `${long}!`, want: '[redacted]!' },
  {
    what: 'as far as it is repeated',
    text: `${long.slice(0, 100)}!`,
    want: '[redacted]!',
  },
  {
    what: 'each time',
    text: `${long} ${long}!`,
    want: '[redacted] [redacted]!',
  },
])('replaces a long secret $what', ({ text, want }) => {
  expect(createRedactor([long])(text)).toBe(want);
});

test('replaces secrets that overlap as one', () => {
  const redact = createRedactor(['ghijklmnop', 'ijklmnopqr']);
  expect(redact('xghijklmnopqrx')).toBe('x[redacted]x');
});

test('replaces as much as the longest of the secrets that begin alike', () => {
  const redact = createRedactor([`${long}abc`, `${long}defghi`]);
  expect(redact(`${long}abc and more`)).toMatch(/^\[redacted\]/);
  expect(redact(`${long}defghi`)).toBe('[redacted]');
});

test('finds one of thousands of secrets in megabytes of text', () => {
  const secrets = Array.from(
    { length: 3000 },
    (_, at) => `sk-common-start-${at}-end`,
  );
  const redact = createRedactor(secrets);
  // Looking for each secret on its own would take minutes.
  const text = 'x sk-common-start-none '.repeat(50_000);
  expect(redact(`${text}sk-common-start-7-end`)).toBe(`${text}[redacted]`);
});

/** How many steps it takes to redact a text. */
function stepsOf(redact: (text: string) => string, text: string): number {
  const spies = [
    vi.spyOn(Map.prototype, 'get'),
    vi.spyOn(RegExp.prototype, 'test'),
    vi.spyOn(Set.prototype, 'has'),
    vi.spyOn(String.prototype, 'slice'),
    vi.spyOn(String.prototype, 'replace'),
  ];
  redact(text);
  const steps = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  vi.restoreAllMocks();
  return steps;
}

const numbered = (count: number, start: string) =>
  Array.from({ length: count }, (_, at) =>
    `${start}${at}-`.padEnd(12 + (at % 80), 'a'),
  );

const shortOnes = (count: number) =>
  Array.from({ length: count }, (_, at) => `k${at}`);

const equal = (count: number) =>
  Array.from({ length: count }, (_, at) => 'a'.repeat(8 + at));

const redactorOf = (count: number) =>
  createRedactor([
    ...numbered(count, 'key-'),
    ...shortOnes(count),
    ...equal(count),
  ]);
const redactOf100 = redactorOf(100);
const redactOf3000 = redactorOf(3000);

test.each([
  { what: 'other texts', text: 'key-x value '.repeat(10) },
  { what: 'the secrets themselves', text: numbered(10, 'key-').join(' ') },
  { what: 'characters with which many begin', text: 'key-1'.repeat(20) },
  { what: 'one character', text: 'a'.repeat(100) },
])('takes as many steps for 3,000 secrets as for 100, in $what', ({ text }) => {
  expect(stepsOf(redactOf3000, text)).toBeLessThan(
    1.5 * stepsOf(redactOf100, text),
  );
});

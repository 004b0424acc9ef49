import { describe, expect, test } from 'vitest';
import { escapes, wrappers } from '../testing/encodings.ts';
import { createScrubber } from './find-secrets.ts';

const secret = 'p/q "1"~&<é\\+🅦';
const scrub = createScrubber([secret]);

describe('a secret is found', () => {
  const within = (text: string) => `before ${text} after`;

  test.each(Object.entries(escapes))('%s', (_, escape) => {
    expect(scrub(within(escape(secret)))).toBe(within('[redacted]'));
  });

  test.each([
    ['JSON in JSON in JSON', ['as JSON', 'as JSON', 'as JSON']],
    ['JSON in a query', ['as JSON', 'percent-encoded']],
    ['percent-encoded JSON in ASCII', ['as JSON in ASCII', 'percent-encoded throughout']],
    ['a query in XML', ['percent-encoded throughout', 'as XML in ASCII']],
    ['XML in JSON in a query', ['as XML', 'as JSON in ASCII', 'as a form']],
  ])('as %s', (_, path) => {
    const text = path.reduce((inner, name) => escapes[name]!(inner), secret);
    expect(scrub(within(text))).toBe(within('[redacted]'));
  });

  test.each(Object.entries(wrappers))('in %s', (_, wrap) => {
    expect(scrub(`Basic ${wrap(secret)}.`)).toMatch(/^Basic [\w-]{0,4}\[redacted\][\w-]{0,2}=*\.$/);
  });

  test('partly escaped, each character in another way', () => {
    expect(createScrubber(['abc/defgh'])('%61bc%2Fd&#101;\\u0066gh!')).toBe('[redacted]!');
  });

  test('as it is sent, where it is no Unicode', () => {
    const broken = 'half \ud83d of one';
    expect(createScrubber([broken])(`x=${escapes['percent-encoded']!(broken)}`)).toBe(
      'x=[redacted]',
    );
  });

  test('whole, where another one is its beginning', () => {
    expect(createScrubber(['abcdefgh', 'abcdefghij'])('abcdefghij abcdefgh')).toBe(
      '[redacted] [redacted]',
    );
  });

  test('more than once, side by side', () => {
    expect(createScrubber(['abcdefgh'])('abcdefghabcdefgh')).toBe('[redacted][redacted]');
  });
});

describe('a text stays', () => {
  test.each([
    ['that is only a part of the secret', 'abcdefg'],
    ['with other letters', 'ABCDEFGH'],
    ['with escapes of another text', '%61bcdefg\\u0069&amp;~1'],
    ['with escapes that are none', '%zz\\u00zz&#xzz;&nope;~2%'],
    ['that ends within an escape', '%6'],
    ['that is empty', ''],
  ])('%s', (_, text) => {
    expect(createScrubber(['abcdefgh'])(text)).toBe(text);
  });
});

test('a short secret is found where it stands by itself', () => {
  expect(createScrubber(['any'])('key: any, "any"; many')).toBe(
    'key: [redacted], "[redacted]"; many',
  );
  expect(createScrubber(['a.b'])('a.b a-b')).toBe('[redacted] a-b');
});

test('no secret is an empty one', () => {
  expect(createScrubber([''])('a text')).toBe('a text');
});

test.each(['\\', '%25', '&amp;', '~0'])(
  'a text with many ways to be read is read: %s',
  (escape) => {
    const long = escape.repeat(60);
    expect(createScrubber([long])(`${escape.repeat(1000)}!`)).toBe('[redacted]!');
  },
);

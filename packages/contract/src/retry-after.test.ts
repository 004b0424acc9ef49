import { expect, test } from 'vitest';
import { retryAfterOf } from './retry-after.ts';

const now = Date.parse('2026-11-06T08:49:00Z');

test.each([
  { form: 'a number of seconds', value: '2', milliseconds: 2000 },
  { form: 'zero', value: '0', milliseconds: 0 },
  { form: 'spaces around', value: ' 7 ', milliseconds: 7000 },
  {
    form: 'IMF-fixdate',
    value: 'Fri, 06 Nov 2026 08:49:37 GMT',
    milliseconds: 37_000,
  },
  {
    form: 'RFC 850',
    value: 'Friday, 06-Nov-26 08:49:37 GMT',
    milliseconds: 37_000,
  },
  { form: 'asctime', value: 'Fri Nov  6 08:49:37 2026', milliseconds: 37_000 },
  {
    form: 'asctime with a day of two digits',
    value: 'Mon Nov 16 08:49:37 2026',
    milliseconds: 864_037_000,
  },
  {
    form: 'RFC 850 with a year within 50 years',
    value: 'Wednesday, 06-Nov-75 08:49:00 GMT',
    milliseconds: 1_546_300_800_000,
  },
  {
    form: 'RFC 850 with a year of the last century',
    value: 'Sunday, 06-Nov-94 08:49:37 GMT',
    milliseconds: 0,
  },
  {
    form: 'the IMF-fixdate of RFC 9110',
    value: 'Sun, 06 Nov 1994 08:49:37 GMT',
    milliseconds: 0,
  },
  {
    form: 'the asctime of RFC 9110',
    value: 'Sun Nov  6 08:49:37 1994',
    milliseconds: 0,
  },
  {
    form: 'a date that is past',
    value: 'Sun, 06 Nov 1994 08:49:37 GMT',
    milliseconds: 0,
  },
])('reads $form', ({ value, milliseconds }) => {
  expect(retryAfterOf(new Headers({ 'Retry-After': value }), now)).toBe(
    milliseconds,
  );
});

test.each([
  { what: 'a fraction', value: '1.5' },
  { what: 'a negative number', value: '-1' },
  { what: 'an exponent', value: '1e3' },
  { what: 'a unit', value: '2s' },
  { what: 'two numbers', value: '1, 2' },
  { what: 'a date without a zone', value: 'Fri, 06 Nov 2026 08:49:37' },
  { what: 'another zone', value: 'Fri, 06 Nov 2026 08:49:37 +0100' },
  { what: 'another form of date', value: '2026-11-06T08:49:37Z' },
  {
    what: 'a month that does not exist',
    value: 'Fri, 06 Nop 2026 08:49:37 GMT',
  },
  { what: 'a fraction of nothing', value: '.5' },
  { what: 'a positive sign', value: '+1' },
  { what: 'a negative date', value: '-Fri, 06 Nov 2026 08:49:37 GMT' },
  { what: 'a day of one digit', value: 'Fri, 6 Nov 2026 08:49:37 GMT' },
  { what: 'an hour of one digit', value: 'Fri, 06 Nov 2026 8:49:37 GMT' },
  {
    what: 'an hour that does not exist',
    value: 'Fri, 06 Nov 2026 25:49:37 GMT',
  },
  {
    what: 'the order of another country',
    value: 'Fri, Nov 06 2026 08:49:37 GMT',
  },
  {
    what: 'hyphens with a whole year',
    value: 'Friday, 06-Nov-2026 08:49:37 GMT',
  },
  { what: 'asctime with a zone', value: 'Fri Nov  6 08:49:37 2026 GMT' },
  { what: 'a time without seconds', value: 'Fri, 06 Nov 2026 08:49 GMT' },
  { what: 'a text', value: 'soon' },
  { what: 'nothing', value: '' },
])('ignores $what', ({ value }) => {
  expect(
    retryAfterOf(new Headers({ 'Retry-After': value }), now),
  ).toBeUndefined();
});

test('is undefined without the header', () => {
  expect(retryAfterOf(new Headers())).toBeUndefined();
});

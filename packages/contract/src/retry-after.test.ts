import { expect, test } from 'vitest';
import { retryAfterOf } from './retry-after.ts';

const now = Date.parse('2026-11-06T08:49:00Z');

test.each([
  { form: 'a number of seconds', value: '2', milliseconds: 2000 },
  { form: 'zero', value: '0', milliseconds: 0 },
  { form: 'spaces around', value: ' 7 ', milliseconds: 7000 },
  { form: 'IMF-fixdate', value: 'Fri, 06 Nov 2026 08:49:37 GMT', milliseconds: 37_000 },
  { form: 'RFC 850', value: 'Friday, 06-Nov-26 08:49:37 GMT', milliseconds: 37_000 },
  { form: 'asctime', value: 'Fri Nov  6 08:49:37 2026', milliseconds: 37_000 },
  { form: 'a date that is past', value: 'Sun, 06 Nov 1994 08:49:37 GMT', milliseconds: 0 },
])('reads $form', ({ value, milliseconds }) => {
  expect(retryAfterOf(new Headers({ 'Retry-After': value }), now)).toBe(milliseconds);
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
  { what: 'a month that does not exist', value: 'Fri, 06 Nop 2026 08:49:37 GMT' },
  { what: 'a text', value: 'soon' },
  { what: 'nothing', value: '' },
])('ignores $what', ({ value }) => {
  expect(retryAfterOf(new Headers({ 'Retry-After': value }), now)).toBeUndefined();
});

test('is undefined without the header', () => {
  expect(retryAfterOf(new Headers())).toBeUndefined();
});

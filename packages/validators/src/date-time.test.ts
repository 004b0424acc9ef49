import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { isDateTime } from './date-time.ts';

const { validate } = fullFormats['date-time'] as { validate: (text: string) => boolean };
const two = (numbers: readonly number[]) => numbers.map((it) => String(it).padStart(2, '0'));
const join = (first: readonly string[], ...others: readonly (readonly string[])[]): string[] =>
  others.reduce<string[]>((all, next) => all.flatMap((a) => next.map((b) => a + b)), [...first]);

const parts = two([0, 1, 15, 23, 24, 59, 60, 61, 99]);
const minutes = parts.map((it) => `:${it}`);
const days = two([0, 1, 28, 29, 30, 31, 32]).map((it) => `-${it}`);
const months = two([...Array(14).keys()]).map((it) => `-${it}`);
const zones = ['Z', 'z', '', '+00:01', '-08:00', '+23:59', '-2359', '+2400', '+01', '+00:60'];

test.each([
  ['day', join(['1900', '2000', '2023', '2024', '0000', '0096'], months, days, ['T00:00:00Z'])],
  ['time and offset', join(['1998-12-31T'], parts, minutes, minutes, zones)],
  [
    'other form',
    join(['2026-11-02'], ['T', 't', ' ', '', 'x'], ['09:14:07', '09:14:07.5', ''], zones),
  ],
])('every %s is valid exactly if it is for ajv-formats', (_, texts) => {
  expect(texts.filter(validate).length).toBeGreaterThan(4);
  expect(texts.filter((text) => isDateTime(text) !== validate(text))).toEqual([]);
});

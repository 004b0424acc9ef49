import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { isDateTime } from './date-time.ts';

const { validate } = fullFormats['date-time'] as { validate: (text: string) => boolean };

test.each([
  ['2026-11-02T09:14:07Z', true],
  ['2026-11-02t09:14:07z', true],
  ['2026-11-02 09:14:07Z', true],
  ['2026-11-02T09:14:07.123456789Z', true],
  ['2026-11-02T09:14:07+01:00', true],
  ['2026-11-02T09:14:07-2359', true],
  ['2026-11-02T09:14:07+01', true],
  ['2024-02-29T00:00:00Z', true],
  ['2000-02-29T00:00:00Z', true],
  ['1998-12-31T23:59:60Z', true],
  ['1998-12-31T15:59:60.5-08:00', true],
  ['1998-12-31T23:59:61Z', false],
  ['1998-12-31T22:59:60Z', false],
  ['2023-02-29T00:00:00Z', false],
  ['1900-02-29T00:00:00Z', false],
  ['2026-04-31T00:00:00Z', false],
  ['2026-00-01T00:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-01-00T00:00:00Z', false],
  ['2026-01-32T00:00:00Z', false],
  ['yesterday', false],
  ['', false],
])('%j is a date-time: %j, for us as for ajv-formats', (text, want) => {
  expect(isDateTime(text)).toBe(want);
  expect(validate(text)).toBe(want);
});

test('every time of day and offset is seen as ajv-formats sees it', () => {
  const parts = ['00', '01', '23', '24', '59', '60', '99'];
  const texts = parts.flatMap((hour) =>
    parts.flatMap((minute) =>
      parts.flatMap((second) =>
        ['Z', '+00:01', '-01:00', '+23:59', '+2400'].map(
          (offset) => `2026-11-02T${hour}:${minute}:${second}${offset}`,
        ),
      ),
    ),
  );
  expect(texts.filter((text) => isDateTime(text) !== validate(text))).toEqual([]);
});

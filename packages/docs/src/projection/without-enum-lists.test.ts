import { expect, test } from 'vitest';
import { withoutEnumLists } from './without-enum-lists.ts';

const meanings = { on: 'It runs.', off: 'It rests.' };
const list = '- `on`: It runs.\n- `off`: It rests.';

test.each([
  ['a list at the end', `The state.\n\n${list}`, 'The state.'],
  ['a list in between', `The state.\n\n${list}\n\n*Observed.*`, 'The state.\n\n*Observed.*'],
  ['a list of some values', 'The state.\n\n- `off`: It rests.', 'The state.'],
  ['a list alone', list, ''],
  ['another list', 'Either:\n\n- `up`: It is up.', 'Either:\n\n- `up`: It is up.'],
  ['values in a sentence', 'Either `on` or `off`.', 'Either `on` or `off`.'],
])('%s', (_, given, want) => {
  const schema = { 'x-enumDescriptions': meanings, enum: ['on', 'off'] };
  expect(withoutEnumLists([{ a: { ...schema, description: given } }])).toEqual([
    { a: { ...schema, description: want } },
  ]);
});

test('a list stays where Redoc makes no table, and the given document stays as it is', () => {
  const given = { description: list, deep: { description: list, 'x-enumDescriptions': meanings } };
  const copy = structuredClone(given);
  expect(withoutEnumLists(given).description).toBe(list);
  expect(given).toEqual(copy);
});

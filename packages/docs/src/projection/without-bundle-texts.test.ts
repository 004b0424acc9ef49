import { expect, test } from 'vitest';
import { withoutBundleTexts } from './without-bundle-texts.ts';

const meanings = { on: 'It runs.', off: 'It rests.' };
const list = '- `on`: It runs.\n- `off`: It rests.';

test.each([
  ['a list at the end', `The state.\n\n${list}`, 'The state.'],
  ['a list of some values', 'The state.\n\n- `off`: It rests.', 'The state.'],
  ['a list alone', list, ''],
  ['another list', 'Either:\n\n- `up`: It is up.', 'Either:\n\n- `up`: It is up.'],
  ['values in a sentence', 'Either `on` or `off`.', 'Either `on` or `off`.'],
  ['a stressed sentence', 'Do this.\n\n*Never do that.*', 'Do this.\n\n*Never do that.*'],
])('%s', (_, description, want) => {
  const schema = { 'x-enumDescriptions': meanings };
  expect(withoutBundleTexts({ ...schema, description }).description).toBe(want);
});

test('a list stays where no extension has it, and the given part stays as it is', () => {
  const given = { description: list };
  expect(withoutBundleTexts(given)).toEqual(given);
});

import { expect, test } from 'vitest';
import { withoutBundleTexts } from './contract.ts';

const meanings = { on: 'It runs.', off: 'It rests.' };
const list = '- `on`: It runs.\n- `off`: It rests.';

test.each([
  ['a list at the end', `The state.\n\n${list}`, meanings, 'The state.'],
  ['a list of some values', 'The state.\n\n- `off`: It rests.', meanings, 'The state.'],
  ['a list alone', list, meanings, ''],
  ['another list', 'Either:\n\n- `up`: Up.', meanings, 'Either:\n\n- `up`: Up.'],
  ['values in a sentence', 'Either `on` or `off`.', meanings, 'Either `on` or `off`.'],
  ['a list without the extension', list, undefined, list],
])('without what the bundle adds: %s', (_, description, values, want) => {
  const node = { description, ...(values && { 'x-enumDescriptions': values }) };
  expect(withoutBundleTexts(node).description).toBe(want);
});

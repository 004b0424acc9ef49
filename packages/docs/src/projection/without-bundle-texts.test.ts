import { expect, test } from 'vitest';
import { withoutBundleTexts } from './without-bundle-texts.ts';

const meanings = { on: 'It runs.', off: 'It rests.' };
const list = '- `on`: It runs.\n- `off`: It rests.';

test.each([
  ['a list at the end', `The state.\n\n${list}`, 'The state.'],
  ['both', `The state.\n\n${list}\n\n*Observed of deployments.*`, 'The state.'],
  ['a list of some values', 'The state.\n\n- `off`: It rests.', 'The state.'],
  ['a list alone', list, ''],
  ['another list', 'Either:\n\n- `up`: It is up.', 'Either:\n\n- `up`: It is up.'],
  ['values in a sentence', 'Either `on` or `off`.', 'Either `on` or `off`.'],
  ['a stressed sentence', 'Do this.\n\n*Never do that.*', 'Do this.\n\n*Never do that.*'],
])('%s', (_, description, want) => {
  const schema = { 'x-enumDescriptions': meanings, 'x-provenance': 'observed' };
  expect(withoutBundleTexts({ ...schema, description }).description).toBe(want);
});

test('texts stay where no extension tells them, and the given part stays as it is', () => {
  const given = { description: `${list}\n\n*Documented.*` };
  expect(withoutBundleTexts(given)).toEqual(given);
});

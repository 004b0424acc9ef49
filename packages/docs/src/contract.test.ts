import { expect, test } from 'vitest';
import { calls, withoutBundleTexts, type Contract } from './contract.ts';
import { schemaUses } from './machines/schema-uses.ts';

const kind = { name: 'kind', in: 'query', schema: { $ref: '#/components/schemas/Kind' } };
const ownKinds = [
  { ...kind, schema: {} },
  { ...kind, in: 'header' },
];

const contract = {
  paths: {
    '/pets/{id}': {
      parameters: [{ $ref: '#/components/parameters/Kind' }],
      put: { operationId: 'replacePet', responses: {} },
      get: { operationId: 'getPet', parameters: ownKinds, responses: {} },
    },
  },
  components: {
    parameters: { Kind: kind },
    schemas: { Kind: {} },
  },
} as unknown as Contract;

test('an operation has the parameters of its path, unless it has one of that name and location', () => {
  const [get, put] = calls(contract);
  expect(get).toMatchObject({ method: 'get', parameters: ownKinds });
  expect(put).toMatchObject({ method: 'put', parameters: [kind] });
  const uses = { operations: ['getPet', 'replacePet'], schemas: [] };
  expect(schemaUses(contract).get('Kind')).toEqual(uses);
});

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

import { expect, test } from 'vitest';
import { calls, dereference, references, withoutBundleTexts, type Contract } from './contract.ts';
import { schemaUses } from './machines/schema-uses.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = { name: 'kind', in: 'query', schema: schema('Kind') };
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
    parameters: { Kind: kind, Alias: { $ref: '#/components/parameters/Kind', summary: 'Of it.' } },
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

test('the texts of a reference override those of its target, at every step', () => {
  const reference = { $ref: '#/components/parameters/Alias', description: 'Mine.' };
  const want = { ...kind, summary: 'Of it.', description: 'Mine.' };
  expect(dereference(contract, reference)).toEqual(want);
});

test('finds references in every keyword that holds schemas', () => {
  const found = references({
    ...schema('Itself'),
    properties: { a: { items: schema('Item') } },
    additionalProperties: schema('Value'),
    prefixItems: [schema('First')],
    anyOf: [schema('Any')],
    oneOf: [schema('One')],
    allOf: [{ properties: { b: schema('Deep') } }],
    default: schema('NoSchema'),
  });
  expect(found).toEqual(['Itself', 'Item', 'Value', 'First', 'Any', 'One', 'Deep']);
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

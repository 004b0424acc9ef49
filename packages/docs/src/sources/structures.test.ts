import { expect, test } from 'vitest';
import { structuresIn } from './structures.ts';

const pet = { $ref: '#/components/schemas/Pet' };
const contract = {
  paths: {
    '/pets': {
      get: {
        operationId: 'getPet',
        summary: 'Reads a pet',
        responses: {
          200: {
            content: {
              json: { schema: pet, examples: { one: { $ref: '#/components/examples/One' } } },
            },
          },
        } as Record<string, object>,
      },
      post: { operationId: 'ping', responses: {} },
    },
  },
  components: {
    examples: { One: { value: 1 } },
    schemas: {
      Pet: { description: 'A pet', properties: { state: { $ref: '#/components/schemas/State' } } },
      State: { enum: ['on'], 'x-lifecycle': { transitions: [] as object[] } },
    },
  },
};
type Edit = (copy: typeof contract) => unknown;

// prettier-ignore
test.each<[string, Edit, string[]]>([
  ['a new property', (it) => Object.assign(it.components.schemas.Pet.properties, { a: {} }), ['getPet']],
  ['a property called description', (it) => Object.assign(it.components.schemas.Pet.properties, { description: {} }), ['getPet']],
  ['a new status', (it) => (it.paths['/pets'].get.responses[404] = {}), ['getPet']],
  ['a new value', (it) => it.components.schemas.State.enum.push('off'), ['getPet']],
  ['a new change of state', (it) => it.components.schemas.State['x-lifecycle'].transitions.push({ to: 'on' }), ['State']],
  ['another description', (it) => (it.components.schemas.Pet.description = 'Other'), []],
  ['another summary', (it) => (it.paths['/pets'].get.summary = 'Other'), []],
  ['another value of an example', (it) => (it.components.examples.One.value = 2), []],
])('%s changes what has it', (_, edit, names) => {
  const copy = structuredClone(contract);
  edit(copy);
  const before = structuresIn(JSON.stringify(contract));
  const after = structuresIn(JSON.stringify(copy));
  expect([...after.keys()].filter((name) => before.get(name) !== after.get(name))).toEqual(names);
});

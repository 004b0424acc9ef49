import { expect, test } from 'vitest';
import { emitContract } from './emit-contract.ts';
import { readOperations } from './operations.ts';
import { type Changes, zoo } from './testing/zoo.ts';

function emitted(changes: Changes = {}): string {
  const document = zoo(changes);
  return emitContract(document, readOperations(document));
}

test('the header of the key is in lower case', () => {
  expect(emitted()).toContain(`\nexport const keyHeader = 'x-zoo-key';\n`);
});

test('an operation has what the client needs of it at run time', () => {
  expect(emitted({ operation: { 'x-retry': 'never' } })).toContain(
    `\nexport const getAnimal: Operation = {"id":"getAnimal","method":"GET","path":"/api/v1/animals/{animal_id}","retry":"never","statuses":[200,404]};\n`,
  );
});

const secret = { type: 'string', 'x-secret': true };
const open = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });

test.each<[string, object, string[]]>([
  ['of an object', object({ b: secret, open, a: secret }), ['a', 'b']],
  ['that is an object', object({ a: { type: 'object', 'x-secret': true } }), ['a']],
  ['of an object in an object', object({ open: object({ a: secret }) }), ['a']],
  ['of the items of a list', { type: 'array', items: object({ a: secret }) }, ['a']],
  ['of one of several', { oneOf: [object({ open }), object({ a: secret })] }, ['a']],
  ['of an object that may be null', { anyOf: [object({ a: secret }), { type: 'null' }] }, ['a']],
  ['of all of several', { allOf: [object({ open }), object({ a: secret })] }, ['a']],
  ['of unlisted members', { type: 'object', additionalProperties: object({ a: secret }) }, ['a']],
  ['whose schema has a name', object({ a: { $ref: '#/components/schemas/Key' } }), ['a']],
  ['that may be null', object({ a: { anyOf: [secret, { type: 'null' }] } }), ['a']],
  ['that is a list of secrets', object({ a: { type: 'array', items: secret } }), ['a']],
  ['that is an object of secrets', object({ a: { additionalProperties: secret } }), ['a']],
  ['is not one', object({ a: open, b: { 'x-secret': false }, c: object({ d: open }) }), []],
])('a secret member %s is named', (_, schema, want) => {
  const text = emitted({ schemas: { Thing: schema, Key: secret } });
  expect(text).toContain(
    `export const secretNames: readonly string[] = ${JSON.stringify(want)};\n`,
  );
});

test('a lifecycle gives the calls that lead from each state to each other one', () => {
  const Mood = {
    type: 'string',
    enum: ['ASLEEP', 'AWAKE', 'FED', 'GONE'],
    'x-lifecycle': {
      transitions: [
        { from: 'ASLEEP', to: 'AWAKE', operation: 'wakeAnimal' },
        { from: 'ASLEEP', to: 'FED', operation: 'feedAnimal' },
        { from: 'AWAKE', to: 'ASLEEP', cause: 'time' },
        { from: 'AWAKE', to: 'GONE', cause: 'external' },
        { from: 'FED', to: 'AWAKE', cause: 'time' },
      ],
    },
  };
  const ways = {
    ASLEEP: { AWAKE: 'wakeAnimal', FED: 'feedAnimal', GONE: 'wakeAnimal or feedAnimal' },
    AWAKE: { ASLEEP: '', FED: 'feedAnimal', GONE: '' },
    FED: { ASLEEP: '', AWAKE: '', GONE: '' },
    GONE: {},
  };
  expect(emitted({ schemas: { Mood } })).toContain(
    `export const moodWays: Ways = ${JSON.stringify(ways)};\n`,
  );
});

test('a state without a lifecycle has no table', () => {
  expect(emitted({ schemas: { Mood: { type: 'string', enum: ['AWAKE'] } } })).not.toContain(
    'moodWays',
  );
});

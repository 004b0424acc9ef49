import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { type OperationId, operations } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { startPrism, type Prism } from './prism.ts';

type Schema = Readonly<Record<string, unknown>>;

const prism = await startPrism(document);

function make(from: Prism, method: string, path: string, code: number, seed: string) {
  return from({ method, path }, { code, dynamic: true }, seed);
}

test.each(Object.keys(operations) as OperationId[])(
  'made-up responses of %s match the contract and have no other properties',
  async (id) => {
    const { method, path, statuses } = operations[id];
    for (const status of statuses) {
      for (const seed of ['a', 'b', 'c', 'd', 'e']) {
        const made = await make(prism, method, path.replaceAll(/\{.*?\}/g, 'x'), status, seed);
        const contentType = 'application/json';
        const message = { ...made, contentType };
        expect(operations[id].validateAnswer(message, { closed: true }).valid).toBe(true);
      }
    }
  },
);

const anything = /^("[\w ]{8,}"|\d{1,4}|true|false)$/;

/** Schemas, and what their data looks like: all are properties of one response. */
const kinds: Readonly<Record<string, readonly [Schema, RegExp]>> = {
  any: [{}, anything],
  described: [{ description: 'Any', 'x-a': 1 }, anything],
  time: [{ type: 'string', format: 'date-time' }, /^"202\d-[\dT:-]+Z"$/],
  word: [{ type: 'string', enum: ['a', 'b'] }, /^"[ab]"$/],
  short: [{ type: 'string', maxLength: 3 }, /^"[\w ]{0,3}"$/],
  text: [{ type: 'string' }, /^"[\w ]{8,}"$/],
  number: [{ type: 'number', minimum: 5 }, /^\d{1,4}(\.\d+)?$/],
  base_url: [{ type: 'string' }, /^"https:\/\/\w+\.example\/\w+"$/],
  url: [{ type: ['string', 'null'] }, /^("https:.*|null)$/],
  closed: [{ type: 'object', properties: {} }, /^\{\}$/],
  list: [
    { anyOf: [{ type: 'array', items: { type: 'object', properties: {} } }] },
    /^\[(\{\},?)*\]$/,
  ],
  faker: [{ type: 'string', 'x-faker': 'string.uuid' }, /^"[\w ]{8,}"$/],
};

test('made-up data is readable, has no writeOnly property, and depends on the seed alone', async () => {
  const properties = {
    ...Object.fromEntries(Object.entries(kinds).map(([name, [schema]]) => [name, schema])),
    secret: { type: 'string', writeOnly: true },
  };
  const other = await startPrism(
    responding({ type: 'object', properties, required: Object.keys(properties) }),
  );
  for (const seed of 'abcdefgh') {
    const { body } = await make(other, 'GET', '/x', 200, seed);
    const made = body as Record<string, unknown>;
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(kinds).toSorted());
    for (const [name, [, want]] of Object.entries(kinds)) {
      expect(JSON.stringify(made[name]), name).toMatch(want);
    }
    expect((await make(other, 'GET', '/x', 200, seed)).body).toEqual(body);
  }
});

/** A document with one operation, `GET /x`, that responds with a schema. */
function responding(schema: Schema) {
  const response = { description: '', content: { 'application/json': { schema } } };
  return {
    openapi: '3.1.1',
    info: { title: 'Test', version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths: { '/x': { get: { responses: { 200: response } } } },
  };
}

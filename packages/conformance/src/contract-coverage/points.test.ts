import { expect, test } from 'vitest';
import { contract, type Schema } from '../contract.ts';
import { rootOf } from '../oracle/rules.ts';
import { addValue } from './points.ts';

const sandboxStatus = '#/components/schemas/SandboxStatus';
const schema: Schema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    status: { anyOf: [{ $ref: sandboxStatus }, { type: 'null' }] },
    names: { type: 'array', items: { type: ['string', 'integer'] } },
    parts: {
      type: 'array',
      items: {
        anyOf: [
          { $ref: '#/components/schemas/TextContent' },
          { $ref: '#/components/schemas/ImageContent' },
        ],
      },
    },
    hosts: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
  },
};
/** The pointer of each point of a response with the schema, and whether the body of the exchange shows it. */
function pointsOf(body?: unknown) {
  const found = new Map<string, { readonly pointer: string; readonly isShown: boolean }>();
  const exchange = { status: '200', request: undefined, response: { mediaType: '', body } };
  const element = { ...rootOf(contract), contract: '#/here', value: schema };
  addValue(
    (_, id, { contract: pointer }, valuesIn, isShown) =>
      found.set(id, { pointer, isShown: valuesIn(exchange).some(isShown) }),
    element,
    { path: '', valuesIn: ({ response }) => [response?.body] },
  );
  return found;
}

const points = pointsOf();
const ids = [...points.keys()];
// prettier-ignore
test.each([
  ['a required property', '/id ', ['/id present']],
  ['an enumeration that may be null or absent', '/status ', ['/status present', '/status absent', '/status null', ...['STARTING', 'RUNNING', 'PAUSED', 'ERROR', 'MISSING'].map((it) => `/status = ${it}`)]],
  ['a list', '/names ', ['/names present', '/names empty', '/names absent']],
  ['items of several types', '/names/* ', ['/names/* is string', '/names/* is integer']],
  ['items of several schemas', '/parts/* ', ['/parts/* is TextContent', '/parts/* is ImageContent']],
  ['the values of a map', '/hosts/* ', ['/hosts/* present', '/hosts/* null']],
])('%s has its points', (_, place, want) => {
  expect(ids.filter((id) => id.startsWith(place))).toEqual(want);
});

test('distinguishes properties of the schemas of a union', () => {
  expect(ids).toContain('/parts/*(TextContent)/text present');
  expect(ids).toContain('/parts/*(ImageContent)/image_urls present');
});

test('each point has the pointer of its declaration', () => {
  expect(points.get('/id present')?.pointer).toBe('#/here/properties/id');
  expect(points.get('/parts/*(TextContent)/text present')?.pointer).toBe(
    '#/components/schemas/TextContent/properties/text',
  );
});

test.each([
  [{ id: 'a' }, []],
  [{ id: 'a', status: null }, ['/status null']],
  [{ id: 'a', status: 'PAUSED' }, ['/status present', '/status = PAUSED']],
  [{ id: 'a', names: [] }, ['/names empty']],
  [{ id: 'a', names: ['b', 1] }, ['/names present', '/names/* is string', '/names/* is integer']],
  [
    { id: 'a', parts: [{ type: 'text', text: 'b' }] },
    ['/parts present', '/parts/* is TextContent', '/parts/*(TextContent)/text present'],
  ],
  [{ id: 'a', hosts: { 'a.example': null } }, ['/hosts present', '/hosts/* null']],
])('%j shows what is in it', (value, want) => {
  const shown = [...pointsOf(value)]
    .filter(([, { isShown }]) => isShown)
    .map(([id]) => id)
    // The contract may get other properties there.
    .filter((id) => !/\)\/(?!text )/.test(id));
  const absent = ['status', 'names', 'parts', 'hosts'].filter((name) => !(name in value));
  const all = ['/id present', ...want, ...absent.map((name) => `/${name} absent`)];
  expect(shown.toSorted()).toEqual(all.toSorted());
});

test('a union that has null beside one schema has no choice', () => {
  expect(ids.filter((id) => id.startsWith('/status is'))).toEqual([]);
});

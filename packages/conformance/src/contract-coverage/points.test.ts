import { expect, test } from 'vitest';
import { contract, type Schema } from '../contract.ts';
import { bodyPoints, shownByValue } from './points.ts';

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
const points = new Map(bodyPoints(contract, schema, '#/here').map(([, id, at]) => [id, at]));
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
  expect(points.get('/id present')).toBe('#/here/properties/id');
  expect(points.get('/parts/*(TextContent)/text present')).toBe(
    '#/components/schemas/TextContent/properties/text',
  );
});

test.each([
  [
    { id: 'a' },
    ['/id present', '/status absent', '/names absent', '/parts absent', '/hosts absent'],
  ],
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
  const shown = shownByValue(contract, schema, value).filter((id) => ids.includes(id));
  expect(shown).toEqual(expect.arrayContaining(want));
  const names = Object.keys(value);
  const others = shown.filter((id) => names.some((name) => id.startsWith(`/${name} absent`)));
  expect(others).toEqual([]);
});

test('a union that has null beside one schema has no choice', () => {
  expect(ids.filter((id) => id.startsWith('/status is'))).toEqual([]);
});

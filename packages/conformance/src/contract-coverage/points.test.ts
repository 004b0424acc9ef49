import type { Schema } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { elementAt } from '../oracle/rules.ts';
import { aspectsOf } from './points.ts';

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schema: Schema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    status: { anyOf: [component('SandboxStatus'), { type: 'null' }] },
    names: { type: 'array', items: { type: ['string', 'integer'] } },
    parts: {
      type: 'array',
      items: { anyOf: [component('TextContent'), component('ImageContent')] },
    },
    hosts: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
  },
};

/** The points of a response with the schema, by their ids; with a body, whether it shows them. */
function pointsOf(body?: unknown) {
  const entered = new Map();
  const element = { ...elementAt(''), contract: '#/here', value: schema, entered };
  const aspects = [...aspectsOf(element, '', body === undefined ? undefined : [body])];
  return new Map(
    aspects.map(([, id, { contract: pointer }, isShown]) => [id, { pointer, isShown }]),
  );
}

const points = pointsOf();

// prettier-ignore
test.each([
  ['a required property', '/id ', ['/id present']],
  ['an enumeration that may be null or absent', '/status ', ['/status present', '/status absent', '/status null', ...['STARTING', 'RUNNING', 'PAUSED', 'ERROR', 'MISSING'].map((it) => `/status = ${it}`)]],
  ['a list', '/names ', ['/names present', '/names empty', '/names absent']],
  ['items of several types', '/names/* ', ['/names/* is string', '/names/* is integer']],
  ['items of several schemas', '/parts/* ', ['/parts/* is TextContent', '/parts/* is ImageContent']],
  ['a property of one of them', '/parts/*(TextContent)/text ', ['/parts/*(TextContent)/text present']],
  ['the values of a map', '/hosts/* ', ['/hosts/* present', '/hosts/* null']],
])('%s has its points', (_, location, want) => {
  expect([...points.keys()].filter((id) => id.startsWith(location))).toEqual(want);
});

test.each([
  ['/id present', '#/here/properties/id'],
  ['/parts/*(TextContent)/text present', '#/components/schemas/TextContent/properties/text'],
])('%s is declared at %s', (id, pointer) => {
  expect(points.get(id)?.pointer).toBe(pointer);
});

// prettier-ignore
test.each([
  [{}, []],
  [{ status: null }, ['/status null']],
  [{ status: 'PAUSED' }, ['/status present', '/status = PAUSED']],
  [{ names: [] }, ['/names empty']],
  [{ names: ['b', 1] }, ['/names present', '/names/* is string', '/names/* is integer']],
  [{ parts: [{ type: 'text', text: 'b' }] }, ['/parts present', '/parts/* is TextContent', '/parts/*(TextContent)/text present']],
  [{ hosts: { 'a.example': null } }, ['/hosts present', '/hosts/* null']],
])('%j shows what is in it', (value, want) => {
  const shown = [...pointsOf({ id: 'a', ...value })]
    .filter(([, { isShown }]) => isShown)
    .map(([id]) => id)
    // The contract may get other properties there.
    .filter((id) => !/\)\/(?!text )/.test(id));
  const absent = ['status', 'names', 'parts', 'hosts'].filter((name) => !(name in value));
  const all = ['/id present', ...want, ...absent.map((name) => `/${name} absent`)];
  expect(shown.toSorted()).toEqual(all.toSorted());
});

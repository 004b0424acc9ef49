import type { Schema } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { schemaPoints } from './points.ts';

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
    hosts: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
    },
  },
};

/** The points of the schema by their locations and kinds; with a body, whether it shows them. */
function pointsOf(...bodies: readonly unknown[]): Map<string, boolean> {
  return new Map(
    Array.from(schemaPoints(schema, 'body ', bodies), ({ id, isShown }) => [
      id.replace('body ', ''),
      isShown,
    ]),
  );
}

const points = pointsOf();
const names = ['STARTING', 'RUNNING', 'PAUSED', 'ERROR', 'MISSING'];
const statuses = names.map((name) => `/status = ${name}`);

test.each([
  {
    title: 'a required property',
    location: '/id ',
    want: ['/id present'],
  },
  {
    title: 'an enumeration that may be null or absent',
    location: '/status ',
    want: ['/status present', '/status absent', '/status null', ...statuses],
  },
  {
    title: 'a list',
    location: '/names ',
    want: ['/names present', '/names empty', '/names absent'],
  },
  {
    title: 'items of several types',
    location: '/names/* ',
    want: ['/names/* is string', '/names/* is integer'],
  },
  {
    title: 'items of several schemas',
    location: '/parts/* ',
    want: ['/parts/* is TextContent', '/parts/* is ImageContent'],
  },
  {
    title: 'a property of one of them',
    location: '/parts/*(TextContent)/text ',
    want: ['/parts/*(TextContent)/text present'],
  },
  {
    title: 'the values of a map',
    location: '/hosts/* ',
    want: ['/hosts/* present', '/hosts/* null'],
  },
])('$title has its points', ({ location, want }) => {
  expect([...points.keys()].filter((id) => id.startsWith(location))).toEqual(
    want,
  );
});

test.each([
  {
    value: {},
    want: [],
  },
  {
    value: { status: null },
    want: ['/status null'],
  },
  {
    value: { status: 'PAUSED' },
    want: ['/status present', '/status = PAUSED'],
  },
  {
    value: { names: [] },
    want: ['/names empty'],
  },
  {
    value: { names: ['b', 1] },
    want: ['/names present', '/names/* is string', '/names/* is integer'],
  },
  {
    value: { parts: [{ type: 'text', text: 'b' }] },
    want: [
      '/parts present',
      '/parts/* is TextContent',
      '/parts/*(TextContent)/text present',
    ],
  },
  {
    value: { hosts: { 'a.example': null } },
    want: ['/hosts present', '/hosts/* null'],
  },
])('$value shows what is in it', ({ value, want }) => {
  const shown = [...pointsOf({ id: 'a', ...value })]
    .filter(([, isShown]) => isShown)
    .map(([id]) => id)
    // The contract may get other properties there.
    .filter((id) => !/\)\/(?!text )/.test(id));
  const absent = ['status', 'names', 'parts', 'hosts'].filter(
    (name) => !(name in value),
  );
  const all = [
    '/id present',
    ...want,
    ...absent.map((name) => `/${name} absent`),
  ];
  expect(shown.toSorted()).toEqual(all.toSorted());
});

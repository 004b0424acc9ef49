import type { Message, Parameter, Schema } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import type { Context } from './links.ts';
import {
  bodyProperties,
  bodyType,
  headerList,
  parameterList,
  properties,
} from './properties.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pet = ref('Pet');
const none = { type: 'null' };

const schemas: Readonly<Record<string, Schema>> = {
  Pet: {
    type: 'object',
    required: ['id'],
    properties: {
      id: {
        type: 'string',
        minLength: 2,
        description: 'Its\nid.',
        'x-provenance': 'documented',
      },
      state: { anyOf: [ref('State'), none], 'x-assumed': { meaning: 'D02' } },
      mother: {
        ...pet,
        description: 'Another.',
        'x-provenance': 'assumed',
        'x-decision': 'D01',
      },
      homes: { type: 'array', items: ref('Home') },
      names: {
        type: 'object',
        additionalProperties: { type: 'string', description: 'A name.' },
      },
      toys: {
        type: 'array',
        items: { oneOf: [ref('Ball'), { type: 'string' }, ref('Bone')] },
      },
      place: { type: 'object', properties: { x: { type: 'number' } } },
    },
  },
  State: {
    enum: ['on', 'off'],
    'x-enumDescriptions': { on: 'It\nruns.', off: 'It sleeps.' },
  },
  Home: {
    type: 'object',
    properties: { street: { type: 'string' }, pets: { items: pet } },
  },
  Ball: { type: 'object', properties: { size: { type: 'integer' } } },
  Bone: { type: 'object', properties: { age: { type: 'integer' } } },
  Pets: { type: 'array', items: { anyOf: [pet, none] }, maxItems: 20 },
};
const context = {
  contract: { components: { schemas } },
  linkTo: (kind, name) => `${kind}:${name}`,
} as Context;

/** The lines of a text without empty ones. */
const linesOf = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '');

test('properties: what is in place is listed, what a link leads to is folded, without an end', () => {
  expect(linesOf(properties(context, 'getPet.200', pet))).toEqual([
    ':::::properties{id="getPet.200"}',
    '- `id` *string*, required, at least 2 characters',
    '  Its',
    '  id.',
    '- `state` *[State](schema:State) or null*',
    '  *Meaning assumed ([D02](decision:D02)).*',
    '  :::expansion[Values of State]',
    '  - `on`: It runs.',
    '  - `off`: It sleeps.',
    '  :::',
    '- `mother` *[Pet](schema:Pet)*',
    '  Another.',
    '  *Assumed ([D01](decision:D01)).*',
    '- `homes` *array of [Home](schema:Home)*',
    '  ::::expansion[Properties of Home]',
    '  :::properties{id="getPet.200.homes"}',
    '  - `street` *string*',
    '  - `pets` *array of [Pet](schema:Pet)*',
    '  :::',
    '  ::::',
    '- `names` *map of string to string*',
    '  *string*: A name.',
    '- `toys` *array of ([Ball](schema:Ball) or string or [Bone](schema:Bone))*',
    '  ::::expansion[Properties of Ball]',
    '  :::properties{id="getPet.200.toys.Ball"}',
    '  - `size` *integer*',
    '  :::',
    '  ::::',
    '  ::::expansion[Properties of Bone]',
    '  :::properties{id="getPet.200.toys.Bone"}',
    '  - `age` *integer*',
    '  :::',
    '  ::::',
    '- `place` *object*',
    '  :::properties{id="getPet.200.place"}',
    '  - `x` *number*',
    '  :::',
    ':::::',
  ]);
});

test('the properties of the items of a body are in place', () => {
  expect(properties(context, 'listPets.200', ref('Pets'))).toBe(
    properties(context, 'listPets.200', pet),
  );
  expect(properties(context, 'getState.200', { type: 'string' })).toBe('');
});

test('the type of a body is that of its component, or the name of an object', () => {
  const content = {
    'application/json': { schema: ref('Pets') },
    'text/xml': { schema: pet },
  };
  expect(
    linesOf(
      bodyType(context, { content, required: true } as unknown as Message),
    ),
  ).toEqual([
    'Body: *array of ([Pet](schema:Pet) or null)*, `application/json`, required, at most 20 items',
    'Body: *[Pet](schema:Pet)*, `text/xml`, required',
  ]);
  expect(bodyType(context, {} as Message)).toBe('No body.');
});

test('each content type of a body has its properties, in other addresses; equal ones are listed once', () => {
  const name = { properties: { name: { type: 'string' } } };
  const file = { properties: { file: {}, name: {} } };
  const content = {
    'application/json': { schema: name },
    'text/xml': { schema: name },
    'multipart/form-data': { schema: file },
    'text/csv': {},
  };
  const body = { content } as unknown as Message;
  expect(linesOf(bodyProperties(context, 'addPet.body', body))).toEqual([
    ':::properties{id="addPet.body"}',
    '- `name` *string*',
    ':::',
    '`multipart/form-data`:',
    ':::properties{id="addPet.body.multipart/form-data"}',
    '- `file` *any value*',
    '- `name` *any value*',
    ':::',
  ]);
  expect(linesOf(bodyType(context, body)).at(-1)).toBe(
    'Body: *any value*, `text/csv`',
  );
});

test('the encoding of properties is shown as it is written', () => {
  const encoding = { file: { contentType: 'image/png' } };
  const body = {
    content: { 'multipart/form-data': { schema: pet, encoding } },
  };
  expect(linesOf(bodyType(context, body as unknown as Message))).toEqual([
    'Body: *[Pet](schema:Pet)*, `multipart/form-data`',
    '- `file` is encoded with `{"contentType":"image/png"}`',
  ]);
});

test('what a type means has lines of its own if it begins with a block', () => {
  const meaningOfItems = (description: string) => {
    const names = { type: 'array', items: { type: 'string', description } };
    const schema: Schema = { properties: { names } };
    return linesOf(properties(context, 'a', schema)).slice(2, -1);
  };
  expect(meaningOfItems('A name.')).toEqual(['  *string*: A name.']);
  expect(meaningOfItems('1. A name.')).toEqual(['  *string*:', '  1. A name.']);
  expect(meaningOfItems('```\nA name.')).toEqual([
    '  *string*:',
    '  ```',
    '  A name.',
    '  ```',
  ]);
});

test('properties of one name in several schemas of a value have addresses of their own', () => {
  const named = () => ({ properties: { name: {} } });
  const schema = { allOf: [named(), named()], oneOf: [named(), named()] };
  const text = properties(context, 'addPet.body', schema);
  const ids = [...text.matchAll(/id="(.*)"/g)].map(([, id]) => id);
  expect(ids).toEqual([
    'addPet.body',
    'addPet.body-2',
    'addPet.body.object',
    'addPet.body.object-2',
  ]);
});

test('a parameter says what it is', () => {
  const parameter = {
    name: 'ids',
    in: 'query',
    required: true,
    deprecated: true,
    description: 'Ids.',
    example: ['a'],
    schema: {
      type: 'array',
      items: ref('State'),
      maxItems: 3,
      description: 'At once.',
    },
    'x-assumed': { omission: 'D03' },
  } as Parameter;
  expect(linesOf(parameterList(context, 'getPet.query', [parameter]))).toEqual([
    '::::properties{id="getPet.query"}',
    '- `ids` *array of [State](schema:State)*, required, deprecated, at most 3 items, ' +
      'repeated for each item, for example `["a"]`',
    '  Ids.',
    '  *Behavior without it assumed ([D03](decision:D03)).*',
    '  At once.',
    '  :::expansion[Values of State]',
    '  - `on`: It runs.',
    '  - `off`: It sleeps.',
    '  :::',
    '::::',
  ]);
});

interface StyleCase extends Pick<Parameter, 'in' | 'style' | 'explode'> {
  readonly type: string | readonly string[];
  readonly sent: string;
}

test.each<StyleCase>([
  { type: 'string', in: 'query', sent: '' },
  { type: 'array', in: 'query', sent: 'repeated for each item' },
  { type: ['array', 'null'], in: 'cookie', sent: 'repeated for each item' },
  { type: 'array', in: 'query', explode: false, sent: 'comma-separated' },
  {
    type: 'array',
    in: 'query',
    style: 'spaceDelimited',
    sent: 'space-separated',
  },
  {
    type: 'array',
    in: 'query',
    style: 'pipeDelimited',
    sent: 'separated by `|`',
  },
  { type: 'array', in: 'path', sent: 'comma-separated' },
  { type: 'array', in: 'header', explode: true, sent: 'comma-separated' },
  { type: 'object', in: 'query', sent: 'one parameter for each property' },
  {
    type: 'string',
    in: 'path',
    style: 'matrix',
    sent: 'sent in the style `matrix` without `explode`',
  },
  {
    type: 'array',
    in: 'query',
    style: 'pipeDelimited',
    explode: true,
    sent: 'sent in the style `pipeDelimited` with `explode`',
  },
  {
    type: 'object',
    in: 'query',
    style: 'deepObject',
    explode: true,
    sent: 'sent as `parameter[name]=value`',
  },
])(
  '$type in $in with style $style and explode $explode is $sent',
  ({ type, sent, ...parameter }) => {
    const schema = { type, items: { type: 'string' } };
    const text = parameterList(context, 'x', [
      { name: 'a', schema, ...parameter },
    ]);
    const [, facts = ''] = /^- `a` \*[^*]*\*(?:, (.*))?$/m.exec(text)!;
    expect(facts).toBe(sent);
  },
);

test('headers are listed as parameters are', () => {
  const headers = {
    'Retry-After': {
      description: 'Seconds.',
      schema: { type: 'integer', minimum: 0 },
    },
  };
  expect(
    linesOf(
      headerList(context, 'getPet.429.header', {
        headers,
      } as unknown as Message),
    ),
  ).toEqual([
    ':::properties{id="getPet.429.header"}',
    '- `Retry-After` *integer*, at least 0',
    '  Seconds.',
    ':::',
  ]);
});

test('components that share others are listed a hundred times in one place, and linked beyond', () => {
  const levels = 40;
  const entries = Array.from({ length: levels }, (_, level) => {
    const next = ref(`Level${level + 1}`);
    return [
      `Level${level}`,
      { properties: { a: next, b: next }, allOf: [next, next] },
    ] as const;
  });
  const end = [`Level${levels}`, { properties: { z: {} } }] as const;
  const shared = {
    components: { schemas: Object.fromEntries([...entries, end]) },
  };
  const text = properties(
    { ...context, contract: shared } as Context,
    'a',
    ref('Level0'),
  );
  expect(text.match(/^ *:+expansion\[/gm)!.length).toBeLessThanOrEqual(100);
  expect(text).toContain('- `a` *[Level1](schema:Level1)*');
});

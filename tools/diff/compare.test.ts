import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '@agent-conversation/contract';
import { compareContracts } from './compare.ts';
import {
  changesOf,
  contract,
  type Edits,
  edited,
  readFixture,
} from './testing/edited-contract.ts';

const cases = Object.entries(
  parse(readFixture('cases.yaml')) as Record<string, [Edits, ...string[]]>,
);

test.each(cases)('%s', (_, [edits, ...want]) => {
  const changes = changesOf(edits);
  const got = changes.map(({ effect, rule, breaks }) =>
    [effect, rule, ...breaks].join(' '),
  );
  // A star: further changes may be reported. Without names of those who are affected, anybody may be.
  const exact = want.filter((it) => !it.startsWith('*'));
  expect(got.length).toBeGreaterThanOrEqual(want.length);
  expect(
    got.slice(exact.length === want.length ? want.length : got.length),
  ).toEqual([]);
  for (const each of want)
    expect(got).toContainEqual(
      expect.stringContaining(each.replace(/^\*/, '')),
    );
  expect(new Set(changes.map(({ fingerprint }) => fingerprint)).size).toBe(
    changes.length,
  );
});

test('reports everything that a maintainer needs about a change', () => {
  const [change] = changesOf({
    '/components/parameters/Limit/schema/maximum': 50,
  });
  expect(change).toEqual({
    rule: 'schema',
    effect: 'breaking',
    breaks: ['sender'],
    needsApproval: true,
    pointer: '/components/parameters/Limit/schema',
    location: { file: 'current.json', line: 1 },
    operations: ['listThings'],
    generation: 'v0',
    provenance: 'documented',
    message: 'parameter `limit`: `maximum` is 50, was 100.',
    migration: 'Send only values that are valid now.',
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    evidence: { value: 51, error: 'must be <= 50', direction: 'request' },
    sources: [],
  });
});

test('the migration is that of those who read where a response alone has other values', () => {
  const pointer = '/components/schemas/Thing/properties/code';
  const code = { type: 'string', enum: ['ON', 'OFF'] };
  const [change] = changesOf(
    { [pointer]: { ...code, enum: ['ON'] } },
    { [pointer]: code },
  );
  expect(change).toMatchObject({
    rule: 'enum-value-removed',
    breaks: ['source'],
  });
  expect(change!.migration).toBe('Remove OFF from your program.');
});

test('a value is reported for the direction in which it was found', () => {
  const type = (version: string, name: string) => {
    const schema = {
      'application/json': { schema: { $ref: '#/components/schemas/Code' } },
    };
    return {
      file: version,
      text: JSON.stringify({
        openapi: '3.1.1',
        info: { title: 'Codes', version },
        paths: {
          '/codes': {
            post: {
              operationId: 'makeCode',
              requestBody: { content: schema },
              responses: { 200: { description: 'Made.', content: schema } },
            },
          },
        },
        components: { schemas: { Code: { $anchor: 'Code', type: name } } },
      }),
    };
  };
  const [change] = compareContracts(type('1', 'string'), type('2', 'integer'));
  expect(change).toMatchObject({
    breaks: ['sender', 'receiver'],
    evidence: { value: '', error: 'must be integer', direction: 'request' },
  });
});

test('what cannot be decided is breaking, with the keyword', () => {
  const [change] = changesOf({ '/components/schemas/Start/oddness': 3 });
  expect(change).toMatchObject({
    effect: 'breaking',
    evidence: { undecided: 'oddness' },
  });
  expect(change!.message).toBe('`Start`: `oddness` is 3, was none.');
});

test('what is only assumed needs no approval', () => {
  const [change] = changesOf({ '/components/responses/Missing/content': null });
  expect(change).toMatchObject({
    effect: 'breaking',
    provenance: 'assumed',
    needsApproval: false,
  });
});

const provenances = ['documented', 'observed', 'assumed'];
const transitions = provenances.flatMap((released) =>
  provenances.map((current) => ({ released, current })),
);

test.each(transitions)(
  '$released becomes $current: a breaking change',
  ({ released, current }) => {
    const limit = '/components/parameters/Limit';
    const changes = changesOf(
      { [`${limit}/schema/maximum`]: 50, [`${limit}/x-provenance`]: current },
      { [`${limit}/x-provenance`]: released },
    );
    const breaking = changes.filter(({ effect }) => effect === 'breaking');
    const isLessSure = released !== 'assumed' && current === 'assumed';
    expect(
      breaking.map(({ rule }) => rule).includes('provenance-assumed'),
    ).toBe(isLessSure);
    expect(breaking.length).toBe(isLessSure ? 2 : 1);
    // Nobody could rely on what both contracts only assume. What the release stated is approved, whatever it becomes.
    const needsApproval = released !== 'assumed' || current !== 'assumed';
    for (const change of breaking)
      expect(change).toMatchObject({ provenance: released, needsApproval });
  },
);

test.each(provenances)(
  'an element that is %s is removed, or added',
  (provenance) => {
    const pointer = '/paths/~1things/post';
    const operation = (
      parse(contract) as { paths: Record<string, { post: JsonObject }> }
    ).paths['/things']!.post;
    const stated = { [pointer]: { ...operation, 'x-provenance': provenance } };
    const [removed] = changesOf({ [pointer]: null }, stated);
    const needsApproval = provenance !== 'assumed';
    expect(removed).toMatchObject({
      effect: 'breaking',
      provenance,
      needsApproval,
    });
    const [added] = changesOf(stated, { [pointer]: null });
    expect(added).toMatchObject({
      effect: 'compatible',
      provenance,
      needsApproval: false,
    });
  },
);

test('a removed element has its location in the base, line by line', () => {
  const lines = contract.split('\n');
  const line = lines.findIndex((it) => it.includes('operationId: startThing'));
  const [change] = compareContracts(
    { file: 'base.yaml', text: contract },
    { file: 'current.yaml', text: edited({ '/paths/~1things/post': null }) },
  );
  expect(change!.location).toEqual({ file: 'base.yaml', line });
});

test('the fingerprint stays when something else changes, and follows the values', () => {
  const print = (edits: Edits) =>
    changesOf(edits).find(({ rule }) => rule === 'schema')!.fingerprint;
  const maximum = '/components/parameters/Limit/schema/maximum';
  const first = print({ [maximum]: 50 });
  expect(print({ [maximum]: 50, '/info/title': 'Stuff' })).toBe(first);
  expect(print({ [maximum]: 40 })).not.toBe(first);
});

test('a component whose only use is new affects no client', () => {
  const [change] = changesOf(
    { '/components/schemas/Alone/maxLength': 5 },
    { '/components/schemas/Alone': { type: 'string' } },
  );
  expect(change).toMatchObject({ operations: [], generation: 'none' });
});

/** Two operations that respond with the same or with equal schemas. */
function contractOf(
  schema: Json,
  schemas: Json = {},
  mediaType = 'application/json',
): string {
  const get = (operationId: string) => ({
    operationId,
    responses: {
      200: { description: 'Things.', content: { [mediaType]: { schema } } },
    },
  });
  const paths = { '/a': { get: get('getA') }, '/b': { get: get('getB') } };
  const info = { title: 'Things', version: '1.0.0' };
  return JSON.stringify({
    openapi: '3.1.1',
    info,
    paths,
    components: { schemas },
  });
}

const between = (base: string, current: string) =>
  compareContracts(
    { file: 'base.json', text: base },
    { file: 'current.json', text: current },
  );

const thing = { $ref: '#/components/schemas/Thing' };

test('a removed property is one change of all operations, also in a composition and in a circle', () => {
  const size = { type: 'string' };
  const before = {
    type: 'object',
    required: ['size'],
    properties: { size, part: thing },
  };
  const after = { type: 'object', properties: { part: thing } };
  for (const schema of [
    thing,
    { allOf: [thing, { properties: { name: { type: 'string' } } }] },
  ]) {
    const changes = between(
      contractOf(schema, { Thing: before }),
      contractOf(schema, { Thing: after }),
    );
    expect(changes).toMatchObject([
      { rule: 'property-removed', operations: ['getA', 'getB'] },
    ]);
  }
});

test('operations that enter a circle at different schemas have all of its changes', () => {
  const other = { $ref: '#/components/schemas/Other' };
  const withSize = (type: string) => {
    const Thing = { type: 'object', properties: { other, size: { type } } };
    const Other = { type: 'object', properties: { thing } };
    const twice = contractOf(thing, { Thing, Other });
    return twice.replace(/("\/b".*?schemas\/)Thing/, '$1Other');
  };
  expect(between(withSize('string'), withSize('integer'))).toMatchObject([
    { rule: 'schema', operations: ['getA', 'getB'] },
  ]);
});

test('of a composition, only the members that differ are named', () => {
  const member = (type: string) => ({ properties: { [type]: { type } } });
  const [change] = between(
    contractOf({ allOf: [member('string'), member('integer')] }),
    contractOf({
      allOf: [{ minProperties: 2 }, { maxProperties: 3 }, member('string')],
    }),
  );
  expect(change?.message).toContain(
    '`allOf` is [{"minProperties":2},{"maxProperties":3}], was',
  );
});

test.each([
  ['application/json', 'editorial'],
  ['application/xml', 'breaking'],
  ['application/atom+xml; charset=utf-8', 'breaking'],
])('another name in XML is, in %s, %s', (mediaType, effect) => {
  const named = (name: string) =>
    contractOf({ type: 'string', xml: { name } }, {}, mediaType);
  const changes = between(named('one'), named('other'));
  expect(new Set(changes.map((change) => change.effect))).toEqual(
    new Set([effect]),
  );
});

const start = 'openapi: 3.1.0\ninfo: {}\n';

test.each([
  {
    title: 'invalid YAML',
    text: 'a: [1',
    want: 'x.yaml:1: ',
  },
  {
    title: 'a list',
    text: '- 1',
    want: 'x.yaml:1: the document must be an object',
  },
  {
    title: 'another version',
    text: 'info: {}\nopenapi: 4.0.0',
    want: 'x.yaml:2: `openapi` must be',
  },
  {
    title: 'a lost reference',
    text: `${start}paths:\n  /a:\n    $ref: ./a.yaml`,
    want: 'x.yaml:5: `$ref` leads nowhere',
  },
])('rejects $title with file and line', ({ text, want }) => {
  const base = { file: 'y.yaml', text: contract };
  expect(() => compareContracts({ file: 'x.yaml', text }, base)).toThrow(want);
});

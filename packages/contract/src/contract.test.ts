import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UnsupportedError, writeGenerated } from './generate.ts';
import {
  contractOperations,
  isLoopback,
  isOfType,
  matchesBranch,
  operationsOf,
  normalizedPath,
  pointerTo,
  referencesIn,
  resolve,
  routerOf,
  secretNamesIn,
  secretQueryNamesIn,
  stepsOf,
  targetsFrom,
  textOf,
  valueAt,
  withHyphens,
} from './index.ts';

const root = {
  paths: {
    '/jobs/{job_id}': {
      parameters: [{ $ref: '#/components/parameters/JobId' }],
      get: { operationId: 'getJob', responses: {} },
    },
    '/jobs/search': {
      get: { operationId: 'searchJobs' },
      summary: 'no operation',
    },
  },
  components: {
    parameters: { JobId: { name: 'job_id', in: 'path' } },
    schemas: {
      Job: { $ref: '#/components/schemas/Base', description: 'A job' },
      Base: {
        type: 'object',
        description: 'A base',
        properties: { $ref: { type: 'string' } },
      },
      'a/b~c': {},
    },
  },
};

test('escapes and unescapes the steps of a JSON Pointer (RFC 6901, section 3)', () => {
  const pointer = pointerTo('/components/schemas', 'a/b~c');
  expect(pointer).toBe('/components/schemas/a~1b~0c');
  expect(stepsOf(pointer)).toEqual(['components', 'schemas', 'a/b~c']);
  expect(valueAt(root, pointer)).toEqual({});
  expect(valueAt(root, '/components/nothing/here')).toBeUndefined();
  expect(valueAt(root, '/constructor')).toBeUndefined();
});

test('follows references and keeps what stands beside them', () => {
  expect(resolve(root, { $ref: '#/components/schemas/Job' })).toMatchObject({
    pointer: '/components/schemas/Base',
    value: { type: 'object', description: 'A job' },
  });
  const circle = { a: { $ref: '#/a' } };
  expect(resolve(circle, circle.a).value).toBeDefined();
});

test('lists references, but not names and data that look like one', () => {
  const part = {
    properties: { $ref: { $ref: '#/a' }, example: { $ref: '#/b' } },
    example: { $ref: '#/data' },
    'x-note': { $ref: '#/data' },
    examples: { first: { $ref: '#/c' } },
  };
  expect(referencesIn(part).map(({ target }) => target)).toEqual([
    '/a',
    '/b',
    '/c',
  ]);
  expect(referencesIn(part)[0]?.pointer).toBe('/properties/$ref/$ref');
});

test('lists what references lead to, also in a circle', () => {
  const circle = {
    a: { $ref: '#/b' },
    b: [{ $ref: '#/a' }, { $ref: '#/none' }],
  };
  expect([...targetsFrom(circle, circle.a)]).toEqual(['/b', '/a', '/none']);
});

test('finds operations with their parameters, and those of their path that they do not replace', () => {
  expect(operationsOf(root).map(({ id }) => id)).toEqual([
    'getJob',
    'searchJobs',
  ]);
  expect(contractOperations(root)[0]?.parameters).toEqual([
    { name: 'job_id', in: 'path' },
  ]);
  const shared = { name: 'kind', in: 'query' };
  const own = [
    { ...shared, required: true },
    { name: 'kind', in: 'header' },
  ];
  const get = { operationId: 'search', parameters: own, responses: {} };
  const [search] = contractOperations({
    paths: { '/': { parameters: [shared], get } },
  });
  expect(search?.parameters).toEqual(own);
});

test('finds path templates: literal ones first, then those with the fewest parameters', () => {
  const paths = ['/a/{x}/{y}', '/a/{x}/b.c', '/{x}.json', '/a/search/b.c'];
  const match = routerOf(paths.map((path) => ({ method: 'get', path })));
  expect(match('/a/search/b.c')).toMatchObject({
    path: '/a/search/b.c',
    parameters: {},
  });
  expect(match('/a/1%20/b.c')).toMatchObject({
    path: '/a/{x}/b.c',
    parameters: { x: '1 ' },
  });
  expect(match('/a/1/bxc')).toMatchObject({ path: '/a/{x}/{y}' });
  expect(match('/all.json')).toMatchObject({
    path: '/{x}.json',
    parameters: { x: 'all' },
  });
  expect([...match('/all.json')!.operations.keys()]).toEqual(['GET', 'HEAD']);
  const { operations } = match('/all.json')!;
  expect(operations.get('HEAD')).toEqual({ method: 'get', path: '/{x}.json' });
  for (const path of ['/all_json', '/a/1/', '/a/%ff/b.c'])
    expect(match(path)).toBeUndefined();
});

test.each([
  // RFC 3986, section 2.3: ALPHA, DIGIT, "-", ".", "_" and "~".
  ['/%61%5A%30%2D%2e%5f%7E', '/aZ0-._~'],
  ['/a%2Fb%3F%23%25%20%2b%7b', '/a%2Fb%3F%23%25%20%2b%7b'],
  ['/%2561', '/%2561'],
  ['/%c3%a4%ff%', '/%c3%a4%ff%'],
])('the path %s is the same as %s', (path, normalized) => {
  expect(normalizedPath(path)).toBe(normalized);
});

test('knows the names of this machine, with and without a port', () => {
  const names = ['localhost', 'LOCALHOST:80', 'a.localhost', 'localhost.'];
  const addresses = ['127.0.0.1', '127.1.2.3:4010', '[::1]', '[::1]:80'];
  const others = ['localhost.example', '127.0.0.1.example', '10.0.0.1', '::1'];
  expect([...names, ...addresses].filter((it) => !isLoopback(it))).toEqual([]);
  expect(others.filter(isLoopback)).toEqual([]);
});

test('writes a UUID with hyphens', () => {
  expect(withHyphens('0f6b8c1e3a444d0e9a517c2e5b9d1f36')).toBe(
    '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36',
  );
});

test('reads what an operation declares for its responses', () => {
  const schema = { $ref: '#/components/schemas/Job' };
  const Made = {
    headers: { 'X-Count': { $ref: '#/components/headers/Count' } },
    content: {
      'application/json': { schema, examples: { First: { value: { id: 1 } } } },
    },
  };
  const responses = { 200: { $ref: '#/components/responses/Made' }, 204: {} };
  const components = {
    responses: { Made },
    headers: { Count: { example: 1 } },
  };
  const document = { components, paths: { '/jobs': { get: { responses } } } };
  expect(contractOperations(document)[0]?.responses).toMatchObject({
    200: {
      headers: { 'X-Count': { example: 1 } },
      mediaType: 'application/json',
      schema,
      examples: new Map([['First', { id: 1 }]]),
    },
    204: { mediaType: undefined, schema: undefined },
  });
});

test.each([
  { value: 'a text', text: 'a text' },
  { value: ['a'], text: '["a"]' },
  { value: null, text: 'null' },
  { value: false, text: 'false' },
  { value: undefined, text: '' },
])('writes $value as $text', ({ value, text }) => {
  expect(textOf(value)).toBe(text);
});

test('knows the types of JSON Schema', () => {
  const types = ['null', 'array', 'object', 'integer', 'number', 'string'];
  const values = [null, [], {}, 1, 1.5, 'a'];
  const names = values.map((value) =>
    types.filter((it) => isOfType(value, it)).join(),
  );
  expect(names).toEqual([
    'null',
    'array',
    'object',
    'integer,number',
    'number',
    'string',
  ]);
});

test('matches a value with a branch by type, required and constant properties', () => {
  const kind = { $ref: '#/components/schemas/Kind' };
  const document = { components: { schemas: { Kind: { const: 'text' } } } };
  const branch = {
    type: 'object',
    required: ['id'],
    properties: { id: {}, kind },
  };
  const matches = (value: unknown) => matchesBranch(document, branch, value);
  expect([{ id: 1 }, { id: 1, kind: 'text' }].every(matches)).toBe(true);
  const others = [undefined, null, 'text', {}, { id: 1, kind: 'image' }];
  expect(others.filter(matches)).toEqual([]);
});

test('names the properties with a secret in their query', () => {
  const url = { type: 'string', 'x-secret': 'query' };
  const properties = { url, key: { 'x-secret': true }, urls: { items: url } };
  const things = { components: { schemas: { Thing: { properties } } } };
  expect(secretQueryNamesIn(things)).toEqual(['url', 'urls']);
});

const secret = { type: 'string', 'x-secret': true };
const object = (properties: object) => ({ type: 'object', properties });

test('names the secret properties, however their schemas are nested or combined', () => {
  const own = object({
    b: secret,
    open: { type: 'string' },
    a: { 'x-secret': true },
  });
  const Thing = {
    ...own,
    oneOf: [
      object({ inOneOf: secret, not: { 'x-secret': false } }),
      object({ items: own }),
    ],
    allOf: [object({ inAllOf: { $ref: '#/components/schemas/Key' } })],
    additionalProperties: object({
      nullable: { anyOf: [secret, { type: 'null' }] },
    }),
    items: object({
      list: { items: secret },
      map: { additionalProperties: secret },
      part: own,
    }),
  };
  expect(
    secretNamesIn({ components: { schemas: { Thing, Key: secret } } }),
  ).toEqual(['a', 'b', 'inAllOf', 'inOneOf', 'list', 'map', 'nullable']);
});

test('generated files replace all others, unless the contract is not supported', async () => {
  const target = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'contract-'))}/`);
  onTestFinished(() => rmSync(target, { recursive: true }));
  await writeGenerated(target, () => ({ 'old.ts': '' }));
  await writeGenerated(target, () => ({ 'new.ts': 'export {};' }));
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const isWritten = await writeGenerated(target, () => {
    throw new UnsupportedError('/paths', 'is empty');
  });
  expect(isWritten).toBe(false);
  expect(process.exitCode).toBe(1);
  process.exitCode = 0;
  expect(log.mock.lastCall).toEqual([
    'No code can be generated from openapi/dist/openapi.json#/paths: is empty',
  ]);
  expect(readdirSync(target)).toEqual(['new.ts']);
  expect(readFileSync(new URL('new.ts', target), 'utf8')).toMatch(
    /^\/\/ Generated .*\n\nexport/,
  );
});

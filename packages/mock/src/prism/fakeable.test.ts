import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { startPrism, type Prism } from './prism.ts';

type Schema = Readonly<Record<string, unknown>>;

const prism = await startPrism(document);

function make(from: Prism, method: string, path: string, code: number, seed: string) {
  const request = { method, path, query: new URLSearchParams(), body: undefined };
  return from(request, { code, dynamic: true }, seed);
}

/** Every answer that the contract declares. */
const answers = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries<{ responses: Record<string, Schema> }>(methods).flatMap(
    ([method, { responses }]) =>
      Object.entries(responses).map(([status, response]) => ({
        method: method.toUpperCase(),
        path: template.replaceAll(/\{[^}]+\}/g, 'x'),
        code: Number(status),
        content: resolve(response)['content'] as { 'application/json': { schema: Schema } },
      })),
  ),
);

test.each(answers)(
  'data made up for $method $path $code is as the contract says',
  async ({ method, path, code, content }) => {
    const seeds = Array.from({ length: 200 }, (_, index) => `${index}`);
    const made = await Promise.all(seeds.map((seed) => make(prism, method, path, code, seed)));
    for (const { status, body } of made) {
      expect(status).toBe(code);
      expect(faults(content['application/json'].schema, body), JSON.stringify(body)).toEqual([]);
    }
  },
);

test.each<[string, Schema, RegExp]>([
  ['anything at all', {}, /^("[\w ]{8,}"|\d{1,4}|true|false)$/],
  ['anything, described', { description: 'Any', 'x-a': 1 }, /^("[\w ]{8,}"|\d{1,4}|true|false)$/],
  ['a time', { type: 'string', format: 'date-time' }, /^"202\d-[\dT:-]+Z"$/],
  ['a word', { type: 'string', enum: ['a', 'b'] }, /^"[ab]"$/],
  ['a short text', { type: 'string', maxLength: 3 }, /^"[\w ]{0,3}"$/],
  ['a text', { type: 'string' }, /^"[\w ]{8,}"$/],
  ['a number', { type: 'number', minimum: 5 }, /^\d{1,4}(\.\d+)?$/],
  ['an address', object({ base_url: { type: 'string' } }), /"https:\/\/\w+\.example\/\w+"/],
  ['an address or null', object({ url: { type: ['string', 'null'] } }), /"https:|null/],
  ['a closed object', object({}), /^\{\}$/],
  ['a closed list', { anyOf: [{ type: 'array', items: object({}) }] }, /^\[(\{\},?)*\]$/],
  [
    'no secret',
    { ...object({ secret: { type: 'string', writeOnly: true } }), required: ['secret'] },
    /^\{\}$/,
  ],
])('%s is made for a reader', async (_, schema, want) => {
  const other = await startPrism(answering(schema));
  for (const seed of 'abcdefgh') {
    const { body } = await make(other, 'GET', '/x', 200, seed);
    expect(JSON.stringify(body)).toMatch(want);
  }
});

test('no value is taken from where it could not be seeded', async () => {
  const other = await startPrism(answering({ type: 'string', 'x-faker': 'string.uuid' }));
  const first = await make(other, 'GET', '/x', 200, 'a');
  expect(await make(other, 'GET', '/x', 200, 'a')).toEqual(first);
});

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties };
}

/** A document with one operation, `GET /x`, that answers as the schema says. */
function answering(schema: Schema) {
  const response = { description: '', content: { 'application/json': { schema } } };
  return {
    openapi: '3.1.1',
    info: { title: 'Test', version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths: { '/x': { get: { responses: { 200: response } } } },
  };
}

/** The keywords that `faults` knows, and those that say nothing of a value. */
const keywords =
  /^(x-.*|title|description|default|discriminator|type|enum|const|minimum|format|items|properties|required|additionalProperties|anyOf|oneOf)$/;

/** Where a value breaks a schema, when objects take no members but those that they list. */
function faults(unresolved: unknown, value: unknown, at = ''): string[] {
  if (unresolved === true) return [];
  const schema = resolve(unresolved as Schema);
  const strange = Object.keys(schema).filter((keyword) => !keywords.test(keyword));
  if (strange.length > 0) throw new Error(`teach this check what ${strange.join(', ')} means`);

  const { type, minimum, format, items, properties, required, additionalProperties } = schema;
  const members = (properties ?? {}) as Schema;
  const says = (keyword: string, isMet: boolean) => (isMet ? [] : [`${at}: ${keyword}`]);
  const among = (list: unknown) =>
    (list as Schema[]).filter((option) => faults(option, value).length === 0).length;
  return [
    ...says('type', type === undefined || [type].flat().some((name) => isOf(name, value))),
    ...says('enum', !schema['enum'] || (schema['enum'] as unknown[]).includes(value)),
    ...says('const', !('const' in schema) || schema['const'] === value),
    ...says('minimum', typeof value !== 'number' || value >= Number(minimum ?? -Infinity)),
    ...says('format', typeof value !== 'string' || isFormatted(format, value)),
    ...says('anyOf', !schema['anyOf'] || among(schema['anyOf']) > 0),
    ...says('oneOf', !schema['oneOf'] || among(schema['oneOf']) === 1),
    ...(Array.isArray(value) && items
      ? value.flatMap((item, index) => faults(items, item, `${at}/${index}`))
      : []),
    ...(isOf('object', value) && (properties || additionalProperties !== undefined)
      ? [
          ...((required as string[] | undefined) ?? []).flatMap((name) =>
            says(`required ${name}`, name in (value as object)),
          ),
          ...Object.entries(value as object).flatMap(([name, member]) => {
            const ofMember = members[name] ?? additionalProperties;
            return ofMember
              ? faults(ofMember, member, `${at}/${name}`)
              : says(`no member ${name}`, false);
          }),
        ]
      : []),
  ];
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object')
    return typeof value === 'object' && value !== null && !isOf('array', value);
  return typeof value === type;
}

const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  password: /^/,
};

function isFormatted(format: unknown, value: string): boolean {
  if (format === undefined) return true;
  return formats[format as string]?.test(value) ?? false;
}

/** A schema or an answer, with what it refers to taken in. */
function resolve({ $ref, ...own }: Schema): Schema {
  if (typeof $ref !== 'string') return own;
  const steps = $ref.slice('#/'.length).split('/');
  const target = steps.reduce<unknown>((at, step) => (at as Schema)[step], document);
  return { ...resolve(target as Schema), ...own };
}

/**
 * Compares the contract with the service's interface document (`operations.yaml`, `schemas.yaml`). Where the contract
 * has `x-provenance: observed`, it may allow more than is documented: another type, null, or more enum values. It never
 * allows less, so no request is stricter than the interface document.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly 'x-provenance'?: string;
  readonly [keyword: string]: unknown;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Contract {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly 'x-provenance'?: string;
            readonly security?: readonly object[];
            readonly requestBody?: Body;
            readonly responses?: Readonly<Record<string, Body>>;
          }
        >
      >
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

interface Documented {
  readonly security: object;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly request?: string;
    readonly response?: string;
  }[];
}

function read(file: string): unknown {
  return parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

const contract = read('../dist/openapi.json') as Contract;
const source = read('../openapi.yaml') as { paths: Record<string, Schema> };
const { operations, security } = read('operations.yaml') as Documented;
const schemas = read('schemas.yaml') as Record<
  string,
  Required<Pick<Schema, 'required' | 'properties'>>
>;

/** Keywords that add no constraint beyond those compared below. */
const compared =
  /^(x-.*|observed|\$ref|description|title|examples?|deprecated|default|type|enum|const|format|items|properties|required|additionalProperties|anyOf|oneOf|discriminator)$/;

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
const fileOf = (path: string) => String(source.paths[path]?.$ref).replace(/^\.\//, '');

/** Returns a line for each difference between a bundled contract and the interface document. */
function differences({ paths, components }: Contract): string[] {
  const found = new Set<string>();
  const differ = (pointer: string, expected: unknown, actual: unknown): void => {
    found.add(`${pointer}: expected ${JSON.stringify(expected)}, is ${JSON.stringify(actual)}`);
  };
  const component = (ref: string): Schema => components.schemas[nameOf(ref)] ?? {};

  /** Returns the alternatives of a schema, each with one type. */
  const branches = (schema: Schema, inherited: boolean): (Schema & { observed: boolean })[] => {
    const provenance = schema['x-provenance'];
    const observed = provenance === undefined ? inherited : provenance === 'observed';
    const target = component(schema.$ref ?? '');
    if (schema.$ref && !target.properties) return branches(target, observed);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return choices.flatMap((it) => branches(it, observed));
    const types = [schema.$ref ? 'object' : schema.type].flat();
    return types.map((type) => ({ ...schema, type: String(type), observed }));
  };

  const compare = (pointer: string, expected: Schema, own: Schema, inherited: boolean): void => {
    const actual = branches(own, inherited);
    const types = [expected.$ref ? 'object' : expected.type].flat();
    const differInType = () =>
      differ(
        `${pointer}/type`,
        types,
        actual.map(({ type }) => type),
      );
    if (actual.some(({ type, observed }) => !observed && !types.includes(String(type))))
      differInType();
    for (const type of types) {
      const match = actual.find((it) => it.type === type);
      if (!match) differInType();
      else if (type !== 'null') compareBranch(pointer, expected, match);
    }
  };

  const compareBranch = (
    pointer: string,
    expected: Schema,
    own: ReturnType<typeof branches>[0],
  ): void => {
    const { observed, additionalProperties = true } = own;
    if (expected.$ref && nameOf(own.$ref ?? '') !== expected.$ref)
      differ(pointer, expected.$ref, own.$ref);
    if (expected.items) compare(`${pointer}/items`, expected.items, own.items ?? {}, observed);
    const values = own.const === undefined ? own.enum : [own.const];
    const isNarrower = expected.enum
      ? values && expected.enum.some((value) => !values.includes(value))
      : values;
    const isWider =
      expected.enum && !values?.every((it) => it === null || expected.enum?.includes(it));
    if (isNarrower || (isWider && !observed)) differ(`${pointer}/enum`, expected.enum, values);
    for (const keyword of ['format', 'default'])
      if (!observed && !isDeepStrictEqual(expected[keyword], own[keyword]))
        differ(`${pointer}/${keyword}`, expected[keyword], own[keyword]);
    const isOpen =
      additionalProperties === true ||
      (additionalProperties !== false && additionalProperties['x-provenance'] === 'observed');
    if (!isOpen && !observed) differ(`${pointer}/additionalProperties`, true, additionalProperties);
    for (const keyword of Object.keys(own))
      if (!compared.test(keyword)) differ(`${pointer}/${keyword}`, undefined, own[keyword]);
  };

  for (const [name, { required, properties }] of Object.entries(schemas)) {
    const pointer = `components/schemas/${name}.yaml#`;
    const own = component(name);
    const observed = own['x-provenance'] === 'observed';
    const actual = (own.required ?? []).toSorted();
    if (!isDeepStrictEqual(actual, required.toSorted()))
      differ(`${pointer}/required`, required, actual);
    compare(pointer, { type: 'object' }, own, observed);
    for (const [property, expected] of Object.entries(properties)) {
      const at = `${pointer}/properties/${property}`;
      const schema = own.properties?.[property];
      if (schema) compare(at, expected, schema, observed);
      else differ(at, expected, schema);
    }
  }

  const schemaOf = (body: Body | undefined) =>
    nameOf(body?.content?.['application/json']?.schema?.$ref ?? '');
  for (const { method, path, request, response } of operations) {
    const pointer = `${fileOf(path)}#/${method}`;
    const own = paths[path]?.[method];
    if (!own) differ(pointer, 'an operation', own);
    const schemes = (own?.security ?? []).flatMap((it) => Object.keys(it));
    const used = schemes.map((it) => {
      const { type, in: where, name } = components.securitySchemes[it] ?? {};
      return { type, in: where, name };
    });
    if (!isDeepStrictEqual(used, [security])) differ(`${pointer}/security`, [security], used);
    const body = schemaOf(own?.requestBody);
    if (request && body !== request) differ(`${pointer}/requestBody`, request, body);
    const success = schemaOf(own?.responses?.['200']);
    if (response && success !== response) differ(`${pointer}/responses/200`, response, success);
  }
  for (const [path, item] of Object.entries(paths))
    for (const [method, own] of Object.entries(item))
      if (
        own['x-provenance'] === 'documented' &&
        !operations.some((it) => it.path === path && it.method === method)
      )
        differ(`${fileOf(path)}#/${method}/x-provenance`, 'observed or assumed', 'documented');
  return [...found];
}

test('the contract matches the interface document', () => {
  expect(differences(contract)).toEqual([]);
});

test('the JSON and YAML bundles are equal', () => {
  expect(read('../dist/openapi.yaml')).toEqual(contract);
});

const settings = 'Settings/properties';
const created = 'CreateConversationResponse/properties';
const request = 'CreateConversationRequest';
const observed = { type: ['string', 'null'], 'x-provenance': 'observed' };

test.each([
  ['allows an observed null', `${created}/status`, observed],
  [
    'allows an observed enum value',
    'ConversationStatus',
    { ...observed, enum: ['STARTING', 'RUNNING', 'STOPPED', 'LOST'] },
  ],
  ['allows an additional optional property', `${settings}/more`, { type: 'string' }],
  ['allows an assumed operation', '/paths/new', { get: { 'x-provenance': 'assumed' } }],
])('%s', (_, pointer, value) => {
  expect(differences(changed(pointer, value))).toEqual([]);
});

// prettier-ignore
test.each([
  ['another type', `${settings}/agent/type`, 'integer', 'expected ["string","null"], is ["integer"]'],
  ['a documented null that is missing', `${settings}/agent/type`, 'string', 'expected ["string","null"], is ["string"]'],
  ['a null that is neither documented nor observed', `${created}/status/type`, ['string', 'null'], 'expected ["string"], is ["string","null"]'],
  ['another default', `${settings}/search_api_key_set/default`, true, 'expected false, is true'],
  ['a missing property', `${settings}/email`, undefined, 'expected {"type":["string","null"]}, is undefined'],
  ['another reference', `${settings}/mcp_config`, { $ref: '#/components/schemas/UserSecrets' }, 'expected "MCPConfig", is "#/components/schemas/UserSecrets"'],
  ['a missing enum value', `${created}/conversation_status/enum`, ['RUNNING'], ''],
  ['a required property of a request', `${request}/required`, ['repository'], 'expected [], is ["repository"]'],
  ['a closed request', `${request}/additionalProperties`, false, 'expected true, is false'],
  ['a maxLength', `${request}/properties/repository/maxLength`, 9, 'expected undefined, is 9'],
])('reports %s', (_, pointer, value, message) => {
  const [schema, ...rest] = pointer.split('/');
  const line = `components/schemas/${schema}.yaml#/${rest.join('/')}: ${message}`;
  const copy = pointer.endsWith('/enum')
    ? changed('ConversationStatus/enum', value)
    : changed(pointer, value);
  expect(differences(copy)).toEqual([expect.stringContaining(line.replace(/: $/, ''))]);
});

// prettier-ignore
test.each([
  ['an operation without an API key', '/paths/~1api~1settings/get/security', [], 'settings.yaml#/get/security'],
  ['a missing operation', '/paths/~1api~1settings', {}, 'settings.yaml#/get: expected "an operation"'],
  ['an undocumented operation with the provenance `documented`', '/paths/new', { get: { 'x-provenance': 'documented' } }, '#/get/x-provenance'],
])('reports %s', (_, pointer, value, message) => {
  expect(differences(changed(pointer, value)).join()).toContain(message);
});

/** Copies the contract and replaces the value at a JSON Pointer; without a leading slash, below `components/schemas`. */
function changed(pointer: string, value: unknown): Contract {
  const copy = structuredClone(contract);
  const steps = (
    pointer.startsWith('/') ? pointer.slice(1) : `components/schemas/${pointer}`
  ).split('/');
  const names = steps.map((it) => it.replaceAll('~1', '/'));
  const last = names.pop()!;
  const parent = names.reduce<object>((at, name) => Reflect.get(at, name) as object, copy);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}

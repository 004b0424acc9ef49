/**
 * Compares the contract with the service's interface document (`operations.yaml`, `schemas.yaml`). Where the contract
 * has `x-provenance: observed`, it may allow more than is documented: another type, null, or more enum values. It never
 * allows less, so no request is stricter than the interface document.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { stepsOf } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

type Table<T> = Readonly<Record<string, T>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Table<Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly 'x-provenance'?: string;
  readonly [keyword: string]: unknown;
}

/** An alternative of a schema. */
type Branch = Schema & { readonly type: string; readonly observed: boolean };

interface Body {
  readonly content?: Table<{ readonly schema?: Schema }>;
}

interface Operation {
  readonly 'x-provenance'?: string;
  readonly security?: readonly object[];
  readonly requestBody?: Body;
  readonly responses?: Table<Body>;
}

interface Contract {
  readonly paths: Table<Table<Operation>>;
  readonly components: {
    readonly schemas: Table<Schema>;
    readonly securitySchemes: Table<Table<unknown>>;
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

const read = (file: string): unknown => parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

const contract = read('../dist/openapi.json') as Contract;
const source = read('../openapi.yaml') as { paths: Record<string, Schema> };
const { operations, security } = read('operations.yaml') as Documented;
const schemas = read('schemas.yaml') as Table<Required<Pick<Schema, 'required' | 'properties'>>>;

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
  const branches = (schema: Schema, inherited: boolean): readonly Branch[] => {
    const provenance = schema['x-provenance'];
    const observed = provenance === undefined ? inherited : provenance === 'observed';
    const target = component(schema.$ref ?? '');
    if (schema.$ref && !target.properties) return branches(target, observed);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return choices.flatMap((it) => branches(it, observed));
    const types = [schema.$ref ? 'object' : schema.type].flat();
    return types.map((type) => ({ ...schema, type: String(type), observed }));
  };

  const compare = (pointer: string, expected: Schema, schema: Schema, inherited: boolean): void => {
    const actual = branches(schema, inherited);
    const types = [expected.$ref ? 'object' : expected.type].flat().map(String);
    const own = actual.map(({ type }) => type);
    if (
      types.some((type) => !own.includes(type)) ||
      actual.some(({ type, observed }) => !observed && !types.includes(type))
    )
      differ(`${pointer}/type`, types, own);
    for (const type of types) {
      const match = actual.find((it) => it.type === type);
      if (match && type !== 'null') compareBranch(pointer, expected, match);
    }
  };

  const compareBranch = (pointer: string, expected: Schema, own: Branch): void => {
    const { observed, additionalProperties = true } = own;
    if (expected.$ref && nameOf(own.$ref ?? '') !== expected.$ref)
      differ(pointer, expected.$ref, own.$ref);
    if (expected.items) compare(`${pointer}/items`, expected.items, own.items ?? {}, observed);
    const values = own.const === undefined ? own.enum : [own.const];
    const { enum: wanted } = expected;
    const isNarrower = values && (!wanted || wanted.some((it) => !values.includes(it)));
    const isWider = wanted && !values?.every((it) => it === null || wanted.includes(it));
    if (isNarrower || (isWider && !observed)) differ(`${pointer}/enum`, wanted, values);
    for (const keyword of ['format', 'default'])
      if (!observed && !isDeepStrictEqual(expected[keyword], own[keyword]))
        differ(`${pointer}/${keyword}`, expected[keyword], own[keyword]);
    const isOpen = Object(additionalProperties)['x-provenance'] === 'observed';
    if (additionalProperties !== true && !isOpen && !observed)
      differ(`${pointer}/additionalProperties`, true, additionalProperties);
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
    for (const [method, { 'x-provenance': provenance }] of Object.entries(item)) {
      const isDocumented = operations.some((it) => it.path === path && it.method === method);
      if (provenance === 'documented' && !isDocumented)
        differ(`${fileOf(path)}#/${method}/x-provenance`, 'observed or assumed', provenance);
    }
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
const statuses = ['STARTING', 'RUNNING', 'STOPPED', 'LOST'];

test.each([
  ['allows an observed null', `${created}/status`, observed],
  ['allows an observed enum value', 'ConversationStatus', { ...observed, enum: statuses }],
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
  // An enum is declared by the schema that the property refers to.
  const copy = changed(pointer.replace(/^.*\/enum$/, 'ConversationStatus/enum'), value);
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
  const names = stepsOf(pointer.startsWith('/') ? pointer : `/components/schemas/${pointer}`);
  const last = names.pop()!;
  const parent = names.reduce<object>((at, name) => Reflect.get(at, name) as object, copy);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}

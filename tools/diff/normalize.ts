/**
 * Gives two documents the same form where they mean the same, so that a rewrite is no difference. Pointers stay valid
 * but for what is lifted out of a single-entry `allOf`, `anyOf` or `oneOf`.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  methods,
  objectOf,
  pointerTo,
  resolve,
  textOf,
} from '@agent-conversation/contract';

/** How the normal form states that null is valid; the differ knows it, and oasdiff ignores it. */
export const nullable = 'x-nullable';

type Value = Json | undefined;
type Draft = Record<string, Value>;

interface Context {
  readonly root: JsonObject;
  /** Names of headers are case-insensitive (RFC 9110, section 5.1): the first spelling of each. */
  readonly headers: Map<string, string>;
  /** Schemes of the current document that have another name in the base. */
  readonly schemes: ReadonlyMap<string, string>;
}

/** Normalizes two documents: the current one takes the names of headers and security schemes of the base. */
export function normalizePair(base: JsonObject, current: JsonObject): [JsonObject, JsonObject] {
  const headers = new Map<string, string>();
  const normalized = (root: JsonObject, schemes: ReadonlyMap<string, string>) => {
    const paths = mapValues(root['paths'], (item) => withInherited(objectOf(item), root));
    return objectOf(visit({ ...root, paths }, { root, headers, schemes }));
  };
  return [normalized(base, new Map()), normalized(current, renamedSchemes(base, current))];
}

/** Gives each operation of a path what it inherits: parameters and servers of the path, security of the document. */
function withInherited({ parameters, servers, ...item }: JsonObject, root: JsonObject): JsonObject {
  const id = (it: Json) => {
    const { value } = resolve(root, it);
    return `${textOf(childOf(value, 'in'))} ${textOf(childOf(value, 'name')).toLowerCase()}`;
  };
  return mapValues(item, (value, name) => {
    if (!methods.includes(name) || !isObject(value)) return value;
    const own = listOf(value['parameters']);
    const ids = own.map(id);
    const inherited = listOf(parameters).filter((it) => !ids.includes(id(it)));
    const security = value['security'] ?? root['security'] ?? [];
    const whole = { ...value, parameters: [...own, ...inherited], security };
    return servers === undefined ? whole : { servers, ...whole };
  });
}

/** Normalizes what is no schema, and the schemas in it. @param kind `parameters` or `headers` for one of them */
function visit(value: Value, context: Context, kind = ''): Value {
  if (isList(value)) return value.map((it) => visit(it, context, kind) ?? null);
  if (!isObject(value)) return value;
  const same = (it: Value) => it;
  const schemeName = (name: string) => context.schemes.get(name) ?? name;
  const out: Draft = mapValues(value, (inner, name) => {
    const names = name === 'headers' ? (it: string) => spelling(it, context) : undefined;
    if (name === 'schema') return schema(inner, context);
    if (name === 'schemas') return mapValues(inner, (it) => schema(it, context));
    if (name.startsWith('x-') || name === 'example' || name === 'value') return inner;
    if (name === 'security') return listOf(inner).map((it) => mapValues(it, same, schemeName));
    if (name === 'securitySchemes') return mapValues(inner, (it) => visit(it, context), schemeName);
    if (isList(inner) || !/^(parameters|headers)$/.test(name)) return visit(inner, context, name);
    return mapValues(inner, (it) => visit(it, context, name), names);
  });
  if (kind === 'parameters' || kind === 'headers') {
    const location = kind === 'headers' ? 'header' : textOf(value['in']);
    const style = location === 'query' || location === 'cookie' ? 'form' : 'simple';
    if (out['style'] === style) delete out['style'];
    if (out['explode'] === ((out['style'] ?? style) === 'form')) delete out['explode'];
  }
  if (out['in'] === 'header') out['name'] = spelling(textOf(out['name']), context);
  for (const name of ['required', 'deprecated', 'allowReserved', 'allowEmptyValue']) {
    if (out[name] === false) delete out[name];
  }
  return out;
}

function spelling(name: string, { headers }: Context): string {
  const known = headers.get(name.toLowerCase()) ?? name;
  headers.set(name.toLowerCase(), known);
  return known;
}

/** Finds schemes that have another name and send the same credentials in the same way. */
function renamedSchemes(base: JsonObject, current: JsonObject): ReadonlyMap<string, string> {
  const [before, after] = [base, current].map((it) =>
    objectOf(childOf(it['components'], 'securitySchemes')),
  ) as [JsonObject, JsonObject];
  const identity = (scheme: Value) => {
    const { description: _, name, ...rest } = objectOf(scheme);
    const isHeader = rest['in'] === 'header' && typeof name === 'string';
    const entries = Object.entries(rest).filter(([it]) => !it.startsWith('x-'));
    return { ...Object.fromEntries(entries), name: isHeader ? name.toLowerCase() : name };
  };
  const removed = Object.keys(before).filter((it) => !(it in after));
  const added = Object.keys(after).filter((it) => !(it in before));
  const isSame = (one: string, other: string) =>
    isDeepStrictEqual(identity(before[one]), identity(after[other]));
  return new Map(added.map((name) => [name, removed.find((it) => isSame(it, name)) ?? name]));
}

// ----- Schemas

const schemaMaps = /^(properties|patternProperties|\$defs|dependentSchemas)$/;
const schemaLists = /^(allOf|anyOf|oneOf|prefixItems)$/;
const schemaValues =
  /^(items|additionalProperties|unevaluated(Items|Properties)|contains|propertyNames|not|if|then|else)$/;
/** What constrains nothing. */
const annotations = /^(title|description|\$comment|examples?|externalDocs|deprecated|x-.*)$/;
/** Keywords whose value is the default, which may as well be left out. */
const idle: readonly (readonly [string, Json])[] = [
  ...['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'].map((it) => [it, false] as const),
  ...['minLength', 'minItems', 'minProperties'].map((it) => [it, 0] as const),
  ['required', []],
  ['additionalProperties', {}],
];

/** Returns the normal form of a schema. */
function schema(value: Value, context: Context): JsonObject {
  if (!isObject(value)) return value === false ? { not: {} } : {};
  let out: Draft = mapValues(value, (inner, name) => {
    if (schemaMaps.test(name)) return mapValues(inner, (it) => schema(it, context));
    if (schemaLists.test(name)) return listOf(inner).map((it) => schema(it, context));
    const isKept = !schemaValues.test(name) || (inner === false && name.endsWith('Properties'));
    return isKept ? inner : schema(inner, context);
  });
  for (const [name, usual] of idle) if (isDeepStrictEqual(out[name], usual)) delete out[name];
  for (const name of ['anyOf', 'oneOf']) {
    const all = listOf(out[name]);
    const rest = all.filter((it) => childOf(it, 'type') !== 'null');
    if (rest.length > 0 && rest.length < all.length) {
      out = { ...out, [name]: rest, [nullable]: true };
    }
  }
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    const [only, ...more] = listOf(out[name]);
    if (only === undefined || more.length > 0) continue;
    const { [name]: _, ...rest } = out;
    const constraints = Object.keys(rest).filter((it) => !annotations.test(it));
    // Constraints on both sides hold together: only an `allOf` says so.
    const isSafe = constraints.every((it) => it !== '$ref' && childOf(only, it) === undefined);
    if (isSafe) out = { ...objectOf(only), ...rest };
  }
  if (isList(out['type'])) {
    const types = [...new Set(out['type'])].filter((it) => it !== 'null');
    if (types.length > 0 && types.length < out['type'].length) out[nullable] = true;
    if (types.length > 0) out['type'] = types.length === 1 ? types[0] : types;
  }
  if (out['const'] !== undefined && out['enum'] === undefined) {
    out['enum'] = [out['const']];
    delete out['const'];
  }
  if (out[nullable] === true && listOf(out['enum']).some((it) => it !== null)) {
    out['enum'] = listOf(out['enum']).filter((it) => it !== null);
  }
  const { discriminator } = out;
  const known = objectOf(childOf(context.root['components'], 'schemas'));
  if (isObject(discriminator) && isObject(discriminator['mapping'])) {
    const mapping = mapValues(discriminator['mapping'], (it) =>
      typeof it === 'string' && it in known ? `#${pointerTo('/components/schemas', it)}` : it,
    );
    out['discriminator'] = { ...discriminator, mapping };
  }
  return out;
}

/** Returns an object with other values, and other names if they are given. */
function mapValues(
  value: Value,
  make: (value: Value, name: string) => Value,
  rename: (name: string) => string = (name) => name,
): JsonObject {
  const entries = Object.entries(objectOf(value));
  return Object.fromEntries(entries.map(([name, it]) => [rename(name), make(it, name)]));
}

/** Returns the document as oasdiff takes it: null and security are compared by the differ. */
export function forOasdiff({ security: _security, ...root }: JsonObject): JsonObject {
  const { securitySchemes: _schemes, ...components } = objectOf(root['components']);
  const paths = mapValues(root['paths'], (item) =>
    mapValues(item, (value, name) => {
      const { security: _own, ...operation } = objectOf(value);
      return methods.includes(name) ? operation : value;
    }),
  );
  return { ...root, paths, components };
}

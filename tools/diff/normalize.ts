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
  objectOf,
  pointerTo,
  targetOf,
  textOf,
  valueAt,
  methods,
} from '@agent-conversation/contract';

/** How the normal form states that null is valid; the differ knows it, and oasdiff ignores it. */
export const nullable = 'x-nullable';

type Draft = Record<string, Json | undefined>;

const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const schemaValues = new Set(
  'items additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else'.split(
    ' ',
  ),
);
/** Keywords whose value is the default, which may as well be left out. */
const idle: Readonly<Record<string, Json>> = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  uniqueItems: false,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  required: [],
};

/** Normalizes two documents: the current one takes the spelling of headers and security schemes of the base. */
export function normalizePair(base: JsonObject, current: JsonObject): [JsonObject, JsonObject] {
  const first = normalizeDocument(base);
  return [first, alignHeaders(first, renameSchemes(first, normalizeDocument(current)))];
}

function normalizeDocument(root: JsonObject): JsonObject {
  const components = objectOf(root['components']);
  const schemas = mapValues(objectOf(components['schemas']), (it) => schema(it, root));
  const others = mapValues(components, (kind, name) =>
    name === 'schemas' ? schemas : mapValues(objectOf(kind), (it) => visit(it, root, kind0(name))),
  );
  const paths = mapValues(objectOf(root['paths']), (item) => pathItem(item, root));
  return { ...root, paths, ...(root['components'] !== undefined && { components: others }) };
}

const kind0 = (name: string) => (name === 'parameters' || name === 'headers' ? name : '');

/** Parameters of the path belong to each of its operations. */
function pathItem(item: Json | undefined, root: JsonObject): Json {
  const { parameters, ...rest } = objectOf(item);
  return mapValues(rest, (value, name) => {
    if (!methods.includes(name)) return visit(value, root, '');
    const operation = objectOf(value);
    const own = listOf(operation['parameters']);
    const names = own.map((it) => nameOfParameter(root, it));
    const shared = listOf(parameters).filter((it) => !names.includes(nameOfParameter(root, it)));
    const all = [...own, ...shared];
    return visit(
      all.length > 0 ? { ...operation, parameters: all } : without(operation, 'parameters'),
      root,
      '',
    );
  });
}

const nameOfParameter = (root: JsonObject, it: Json): string => {
  const $ref = childOf(it, '$ref');
  const value = typeof $ref === 'string' ? valueAt(root, targetOf($ref)) : it;
  return `${textOf(childOf(value, 'in'))} ${textOf(childOf(value, 'name')).toLowerCase()}`;
};

/** Normalizes what is no schema, and the schemas in it. */
function visit(value: Json | undefined, root: JsonObject, kind: string): Json {
  if (isList(value)) return value.map((it) => visit(it, root, kind));
  if (!isObject(value)) return value ?? null;
  const out: Draft = {};
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'schema') out[name] = schema(inner, root);
    else if (name.startsWith('x-') || name === 'example' || name === 'value') out[name] = inner;
    else if (name === 'parameters' || name === 'headers') {
      out[name] = isList(inner)
        ? inner.map((it) => visit(it, root, name))
        : mapValues(objectOf(inner), (it) => visit(it, root, name === 'headers' ? name : 'link'));
    } else out[name] = kind === 'link' ? inner : visit(inner, root, '');
  }
  if (kind === 'parameters' || kind === 'headers') {
    const place = kind === 'headers' ? 'header' : textOf(value['in']);
    const style = place === 'query' || place === 'cookie' ? 'form' : 'simple';
    if (out['style'] === style) delete out['style'];
    if (out['explode'] === ((out['style'] ?? style) === 'form')) delete out['explode'];
  }
  for (const name of ['required', 'deprecated', 'allowReserved', 'allowEmptyValue']) {
    if (out[name] === false) delete out[name];
  }
  return out;
}

/** The normal form of a schema. */
function schema(value: Json | undefined, root: JsonObject): JsonObject {
  if (value === true) return {};
  if (!isObject(value)) return value === false ? { not: {} } : {};
  let out: Draft = {};
  for (const [name, inner] of Object.entries(value)) {
    if (schemaMaps.has(name)) out[name] = mapValues(objectOf(inner), (it) => schema(it, root));
    else if (schemaLists.has(name)) out[name] = listOf(inner).map((it) => schema(it, root));
    else if (schemaValues.has(name)) {
      out[name] = inner === false && name.endsWith('Properties') ? false : schema(inner, root);
    } else out[name] = inner;
  }
  for (const [name, usual] of Object.entries(idle)) {
    if (isDeepStrictEqual(out[name], usual)) delete out[name];
  }
  if (isDeepStrictEqual(out['additionalProperties'], {})) delete out['additionalProperties'];
  for (const name of ['anyOf', 'oneOf']) {
    const all = listOf(out[name]);
    const rest = all.filter((it) => !isDeepStrictEqual(childOf(it, 'type'), 'null'));
    if (rest.length > 0 && rest.length < all.length)
      out = { ...out, [name]: rest, [nullable]: true };
  }
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    const [only, ...more] = listOf(out[name]);
    if (only === undefined || more.length > 0) continue;
    const { [name]: _, ...rest } = out;
    const lifted = objectOf(only);
    const own = Object.keys(rest).filter((it) => !annotations.has(it) && !it.startsWith('x-'));
    // Constraints on both sides hold together: only an `allOf` says so.
    if (own.every((it) => !(it in lifted)) && !('$ref' in rest)) out = { ...lifted, ...rest };
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
  if (out[nullable] === true && isList(out['enum']) && out['enum'].some((it) => it !== null)) {
    out['enum'] = out['enum'].filter((it) => it !== null);
  }
  const mapping = childOf(out['discriminator'], 'mapping');
  if (isObject(mapping)) {
    const known = objectOf(childOf(root['components'], 'schemas'));
    const full = mapValues(mapping, (it) =>
      typeof it === 'string' && it in known ? `#${pointerTo('/components/schemas', it)}` : it,
    );
    out['discriminator'] = { ...objectOf(out['discriminator']), mapping: full };
  }
  return out;
}

/** What constrains nothing. */
const annotations: ReadonlySet<string> = new Set(
  'title description $comment examples example externalDocs deprecated'.split(' '),
);

/** A scheme that has another name and sends the same credentials in the same way is the same scheme. */
function renameSchemes(base: JsonObject, current: JsonObject): JsonObject {
  const [before, after] = [base, current].map((it) =>
    objectOf(childOf(it['components'] ?? {}, 'securitySchemes')),
  ) as [JsonObject, JsonObject];
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(after)) {
    const same = Object.keys(before).find(
      (it) => !(it in after) && isDeepStrictEqual(identity(before[it]), identity(value)),
    );
    if (!(name in before) && same !== undefined) names.set(name, same);
  }
  if (names.size === 0) return current;
  const rename = (value: Json | undefined) =>
    Object.fromEntries(
      Object.entries(objectOf(value)).map(([name, it]) => [names.get(name) ?? name, it]),
    );
  const security = (value: JsonObject): JsonObject =>
    isList(value['security']) ? { ...value, security: value['security'].map(rename) } : value;
  return {
    ...security(current),
    components: { ...objectOf(current['components']), securitySchemes: rename(after) },
    paths: mapValues(objectOf(current['paths']), (item) =>
      mapValues(objectOf(item), (value, name) =>
        methods.includes(name) ? security(objectOf(value)) : value,
      ),
    ),
  };
}

/** How a credential is sent. */
function identity(scheme: Json | undefined): Json {
  const entries = Object.entries(objectOf(scheme)).filter(
    ([name]) => name !== 'description' && !name.startsWith('x-'),
  );
  const { name, in: place } = objectOf(scheme);
  const header = place === 'header' && typeof name === 'string' ? { name: name.toLowerCase() } : {};
  return { ...Object.fromEntries(entries), ...header };
}

/** Names of headers are case-insensitive (RFC 9110, section 5.1). */
function alignHeaders(base: JsonObject, current: JsonObject): JsonObject {
  const known = new Map<string, string>();
  collect(base);
  return align(current) as JsonObject;

  function collect(value: Json | undefined): void {
    if (isList(value)) value.forEach(collect);
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'headers')
        for (const it of Object.keys(objectOf(inner))) known.set(it.toLowerCase(), it);
      collect(inner);
    }
    const { in: place, name } = value;
    if (place === 'header' && typeof name === 'string') known.set(name.toLowerCase(), name);
  }

  function align(value: Json | undefined): Json {
    if (isList(value)) return value.map(align);
    if (!isObject(value)) return value ?? null;
    const out: Draft = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'headers' && isObject(inner) ? align(renameKeys(inner)) : align(inner),
      ]),
    );
    const { in: place, name } = value;
    if (place === 'header' && typeof name === 'string')
      out['name'] = known.get(name.toLowerCase()) ?? name;
    return out;
  }

  function renameKeys(headers: JsonObject): JsonObject {
    const entries = Object.entries(headers);
    return Object.fromEntries(
      entries.map(([name, it]) => [known.get(name.toLowerCase()) ?? name, it]),
    );
  }
}

const without = (value: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = value;
  return rest;
};

/** An object with other values. */
function mapValues(
  value: JsonObject,
  make: (value: Json | undefined, name: string) => Json | undefined,
): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, make(it, name)]));
}

/** The document as oasdiff takes it: null and security are compared by the differ. */
export function forOasdiff(document: JsonObject): JsonObject {
  const root = without(document, 'security');
  const paths = mapValues(objectOf(root['paths']), (item) =>
    mapValues(objectOf(item), (value, name) =>
      methods.includes(name) ? without(objectOf(value), 'security') : value,
    ),
  );
  const { securitySchemes: _schemes, ...components } = objectOf(root['components']);
  return { ...root, paths, components };
}

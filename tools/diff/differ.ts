/**
 * Compares two normalized documents by JSON Pointer and reports each difference once, with the rule that describes it.
 * It decides nothing: `rules.yaml` and oasdiff say what a difference means.
 */
import {
  childOf,
  isList,
  type Json,
  type JsonObject,
  listOf,
  methods,
  objectOf,
  type Operation,
  operationsOf,
  resolve,
  stepsOf,
  textOf,
} from '@agent-conversation/contract';
import {
  type Comparer,
  each,
  element,
  flag,
  followed,
  ignored,
  map,
  object,
  once,
  type Table,
} from './comparers.ts';
import { byPosition, byProperty, type Difference, itemsOf, Pair, type Side } from './pair.ts';
import { schema } from './schemas.ts';

/** Returns every difference between two normalized documents. */
export function differences(base: JsonObject, current: JsonObject): readonly Difference[] {
  const roots = { base, current };
  const sides = { base: { pointer: '', value: base }, current: { pointer: '', value: current } };
  const root = new Pair(sides, { roots, found: [], following: new Set() });
  document(root, root);
  operations(root.child('paths'), root);
  return root.context.found;
}

// ----- Parameters, request bodies and responses

const contents: Table = {
  schema,
  example: 'example-changed',
  examples: map('example', 'example-changed'),
};
const mediaTypes = map('media-type', object(contents));

const serialized: Table = {
  ...contents,
  content: mediaTypes,
  deprecated: 'deprecated',
  ...each('style explode allowReserved allowEmptyValue', 'serialization'),
};

/** Compares a `schema` or `content`, unless one replaces the other. */
const unlessReplaced =
  (compare: Comparer): Comparer =>
  (part, around) =>
    (part.existence ? once('parameter-content') : compare)(part, around);

const parameter = followed(
  object({
    ...serialized,
    schema: unlessReplaced(schema),
    content: unlessReplaced(mediaTypes),
    ...each('name in', 'parameter-renamed'),
    required: 'parameter-required',
  }),
);

const header = followed(
  object({ ...serialized, required: flag('header-required', 'header-optional') }),
);

const requestBody = followed(object({ required: 'request-body-required', content: mediaTypes }));

/** A link to an operation that was renamed leads to the same operation. */
const linkedOperation: Comparer = (part, around) => {
  const { base, current } = part.map(({ value }, root) => {
    return { value, pointer: operationsOf(root).find(({ id }) => id === value)?.pointer ?? '' };
  });
  const isRenamed = base.pointer !== '' && base.pointer === current.pointer;
  around.report(isRenamed ? 'link-renamed' : 'link-changed', part);
};

const link = followed(
  object({
    ...each('operationRef parameters requestBody server', 'link-changed'),
    operationId: linkedOperation,
  }),
);

const response = followed(
  object({ content: mediaTypes, headers: map('header', header), links: map('link', link) }),
);

// ----- Operations

/** Parameters belong together by the same reference, by location and name, or by their position in the path. */
const parameters: Comparer = (list) => {
  const read = (side: Side, root: JsonObject) => {
    const path = stepsOf(side.pointer)[1] ?? '';
    const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
    return itemsOf(side, root).map((it) => {
      const full = resolve(root, it.value).value;
      const name = textOf(childOf(full, 'name'));
      const location = textOf(childOf(full, 'in'));
      const position = location === 'path' ? names.indexOf(name) : undefined;
      return { ...it, id: `${location} ${name}`, name, position };
    });
  };
  const { both, unmatched } = list.match(
    read,
    byProperty('$ref'),
    (one, other) => one.id === other.id,
    (one, other) => one.position !== undefined && one.position === other.position,
  );
  for (const pair of both) {
    const { base, current } = pair;
    const value = `${base.name} to ${current.name}`;
    const isRenamed = base.position !== undefined && base.name !== current.name;
    if (isRenamed) pair.report('path-parameter-renamed', pair.child('name'), { value });
    else parameter(pair, list);
  }
  for (const it of unmatched) it.report(`parameter-${it.existence}`);
};

/** Security is a list of alternatives, each of which demands all of its schemes. */
const security: Comparer = (part, operation) => {
  const [before, after] = [listOf(part.base.value), listOf(part.current.value)];
  const demands = (one: Json, other: Json) =>
    Object.entries(objectOf(other)).every(([name, scopes]) => {
      const granted = childOf(one, name);
      return isList(granted) && listOf(scopes).every((scope) => granted.includes(scope));
    });
  // No alternatives are the same as one that demands nothing.
  const isAccepted = (before.length > 0 ? before : [{}]).every((one) =>
    after.some((other) => demands(one, other)),
  );
  const isUnchanged = after.every((one) => before.some((other) => demands(one, other)));
  if (after.length === 0) operation.report('security-dropped', part);
  else if (!isAccepted) operation.report('security-narrowed', part);
  else if (!isUnchanged) operation.report('security-widened', part);
};

/** Without servers of its own, an operation has those of the document. */
const operationServers: Comparer = (own, operation) => {
  const part = own.map(({ pointer, value }, root) => {
    return { pointer, value: value ?? root['servers'] ?? [] };
  });
  const { unmatched } = part.match(itemsOf, byProperty('url'));
  const isRemoved = unmatched.some(({ existence }) => existence === 'removed');
  const rule = isRemoved ? 'operation-servers' : 'server-added';
  if (!part.isSame) operation.report(rule, part);
};

const tags: Comparer = (part, operation) => {
  const isSameGroup = childOf(part.base.value, 0) === childOf(part.current.value, 0);
  operation.report(isSameGroup ? 'further-tags' : 'operation-tag', part);
};

const operation = object({
  operationId: 'operation-id',
  tags,
  deprecated: 'deprecated',
  parameters,
  requestBody: element('request-body', requestBody),
  responses: map('response', response),
  security,
  servers: operationServers,
});

/** Compares what paths say beside their operations. */
const pathItem = object(each(methods.join(' '), ignored));

const shapeOf = ({ path, method }: Operation) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

const operations: Comparer = (paths) => {
  const { both, unmatched } = paths.match(
    (_, root) => operationsOf(root),
    (one, other) => shapeOf(one) === shapeOf(other),
    (one, other) => one.id === other.id,
  );
  for (const it of unmatched) it.report(`operation-${it.existence}`);
  for (const pair of both) {
    const { base, current } = pair;
    if (shapeOf(base) !== shapeOf(current)) {
      const part = pair.map(({ pointer, method, path }) => {
        return { pointer, value: `${method.toUpperCase()} ${path}` };
      });
      pair.report('operation-moved', part);
    }
    operation(pair, paths);
  }
  for (const item of paths.children) if (!item.existence) pathItem(item, paths);
};

// ----- The document

const serverVariable = object({ default: 'server-changed', enum: 'server-changed' });
const server = object({ variables: map('server-variable', serverVariable) });

const servers: Comparer = (list) => {
  const { both, unmatched } = list.match(itemsOf, byProperty('url'), byPosition);
  for (const pair of both) {
    if (byProperty('url')(pair.base, pair.current)) server(pair, list);
    else pair.report('server-changed');
  }
  for (const it of unmatched) it.report(`server-${it.existence}`);
};

const securityScheme = object(
  each('type in name scheme bearerFormat flows openIdConnectUrl', once('security-scheme')),
);

const components: Comparer = (all) => {
  // Whatever is shared means something only where it is used; schemas have names in the types.
  const kinds = new Map<string, Comparer>([
    ['schemas', map('schema', schema)],
    ['examples', map('example', 'example-changed')],
    ['parameters', map('component', parameter)],
    ['headers', map('component', header)],
    ['responses', map('component', response)],
    ['requestBodies', map('component', requestBody)],
    ['links', map('component', link)],
    ['securitySchemes', map('component', securityScheme)],
  ]);
  const other = map('component', 'unclassified');
  for (const kind of all.children) (kinds.get(kind.name) ?? other)(kind, all);
};

const specification: Comparer = (part, document) => {
  const minor = ({ value }: Side) => textOf(value).split('.', 2).join('.');
  const isPatch = minor(part.base) === minor(part.current);
  document.report(isPatch ? 'specification-patch' : 'specification', part);
};

const info: Comparer = (all) => {
  for (const part of all.children) {
    const isText = part.name !== 'version' && !part.isSame;
    if (isText) part.report('text', part, { value: `info.${part.name}` });
  }
};

const document = object({
  openapi: specification,
  jsonSchemaDialect: 'specification',
  info,
  tags: 'tags',
  servers,
  components,
  ...each('paths security', ignored), // Compared as operations.
});

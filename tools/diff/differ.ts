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
  pointerTo,
  resolve,
  stepsOf,
  textOf,
} from '@agent-conversation/contract';
import {
  byPosition,
  byProperty,
  childPair,
  type Comparer,
  type Context,
  type Difference,
  each,
  element,
  entryOf,
  flag,
  followed,
  ignored,
  isSame,
  itemsOf,
  map,
  matched,
  matchedItems,
  namesIn,
  object,
  once,
  type Pair,
  report,
  type Side,
  type Table,
} from './difference.ts';
import { schema } from './schemas.ts';

/** Returns every difference between two normalized documents. */
export function differences(base: JsonObject, current: JsonObject): readonly Difference[] {
  const root = { base: { pointer: '', value: base }, current: { pointer: '', value: current } };
  const context: Context = { roots: { base, current }, found: [], following: new Set() };
  document(root, root, context);
  operations(childPair(root, 'paths'), root, context);
  return context.found;
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
const rewritable =
  (compare: Comparer): Comparer =>
  (part, around, context) => {
    const isOnBothSides = part.base.value !== undefined && part.current.value !== undefined;
    (isOnBothSides ? compare : once('parameter-content'))(part, around, context);
  };

const parameter = followed(
  object({
    ...serialized,
    schema: rewritable(schema),
    content: rewritable(mediaTypes),
    ...each('name in', 'parameter-renamed'),
    required: 'parameter-required',
  }),
);

const header = followed(
  object({ ...serialized, required: flag('header-required', 'header-optional') }),
);

const requestBody = followed(object({ required: 'request-body-required', content: mediaTypes }));

/** A link to an operation that was renamed leads to the same operation. */
const linkedOperation: Comparer = (part, around, context) => {
  const find = (root: JsonObject, { value }: Side) =>
    operationsOf(root).find(({ id }) => id === value);
  const before = find(context.roots.base, part.base);
  const isRenamed = before && before.pointer === find(context.roots.current, part.current)?.pointer;
  report(context, isRenamed ? 'link-renamed' : 'link-changed', around, part);
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
const parameters: Comparer = (list, _, context) => {
  const read = (side: Side, root: JsonObject) => {
    const path = stepsOf(side.pointer)[1] ?? '';
    const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
    return itemsOf(side).map((item) => {
      const { value } = resolve(root, item.value);
      const name = textOf(childOf(value, 'name'));
      const position = childOf(value, 'in') === 'path' ? names.indexOf(name) : undefined;
      return { ...item, id: `${textOf(childOf(value, 'in'))} ${name}`, name, position };
    });
  };
  const { both, removed, added } = matched(
    list,
    read(list.base, context.roots.base),
    read(list.current, context.roots.current),
    byProperty('$ref'),
    (one, other) => one.id === other.id,
    (one, other) => one.position !== undefined && one.position === other.position,
  );
  for (const { base, current } of both) {
    const pair = { base, current };
    if (base.position === undefined || base.name === current.name) parameter(pair, list, context);
    else {
      const value = `${base.name} to ${current.name}`;
      report(context, 'path-parameter-renamed', pair, childPair(pair, 'name'), { value });
    }
  }
  for (const it of removed) report(context, 'parameter-removed', it);
  for (const it of added) report(context, 'parameter-added', it);
};

/** Security is a list of alternatives, each of which demands all of its schemes. */
const security: Comparer = (part, operation, context) => {
  if (isSame(part)) return;
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
  if (after.length === 0) report(context, 'security-dropped', operation, part);
  else if (!isAccepted) report(context, 'security-narrowed', operation, part);
  else if (!isUnchanged) report(context, 'security-widened', operation, part);
};

const operationServers: Comparer = (part, operation, context) => {
  const { removed } = matchedItems(part, byProperty('url'));
  const rule = removed.length > 0 ? 'operation-servers' : 'server-added';
  if (!isSame(part)) report(context, rule, operation, part);
};

const tags: Comparer = (part, operation, context) => {
  const isSameGroup = childOf(part.base.value, 0) === childOf(part.current.value, 0);
  report(context, isSameGroup ? 'further-tags' : 'operation-tag', operation, part);
};

const operation = object({
  operationId: 'operation-id',
  tags,
  deprecated: 'deprecated',
  parameters,
  requestBody: element('request-body', requestBody),
  responses: map('response', response),
  ...each('security servers', ignored), // Compared with what they inherit.
});

/** Compares what paths say beside their operations; their parameters are normalized into these. */
const pathItem = object(each(`${methods.join(' ')} servers`, ignored));

const shapeOf = ({ path, method }: Operation) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

/** Returns what an operation says; where it does not, its path or the document does. */
function effective(
  { base, current }: { readonly base: Operation; readonly current: Operation },
  name: 'security' | 'servers',
  root: Pair,
): Pair {
  const side = ({ pointer, item, value }: Operation, document: Side): Side => ({
    pointer: pointerTo(pointer, name),
    value: value[name] ?? item[name] ?? childOf(document.value, name) ?? [],
  });
  return { base: side(base, root.base), current: side(current, root.current) };
}

const operations: Comparer = (paths, root, context) => {
  const { both, removed, added } = matched(
    paths,
    operationsOf(root.base.value),
    operationsOf(root.current.value),
    (one, other) => shapeOf(one) === shapeOf(other),
    (one, other) => one.id === other.id,
  );
  for (const it of removed) report(context, 'operation-removed', it);
  for (const it of added) report(context, 'operation-added', it);
  for (const pair of both) {
    const { base, current } = pair;
    if (shapeOf(base) !== shapeOf(current)) {
      const address = ({ pointer, method, path }: Operation): Side => ({
        pointer,
        value: `${method.toUpperCase()} ${path}`,
      });
      const part = { base: address(base), current: address(current) };
      report(context, 'operation-moved', pair, part);
    }
    operation(pair, paths, context);
    security(effective(pair, 'security', root), pair, context);
    const hasServers = [base, current].some(
      ({ item, value }) => value['servers'] ?? item['servers'],
    );
    if (hasServers) operationServers(effective(pair, 'servers', root), pair, context);
  }
  for (const path of namesIn(paths)) {
    const item = childPair(paths, path);
    const isOnBothSides = item.base.value !== undefined && item.current.value !== undefined;
    if (isOnBothSides) pathItem(item, paths, context);
  }
};

// ----- The document

const serverVariable = object({ default: 'server-changed', enum: 'server-changed' });
const server = object({ variables: map('server-variable', serverVariable) });

const servers: Comparer = (list, _, context) => {
  const { both, removed, added } = matchedItems(list, byProperty('url'), byPosition);
  for (const pair of both) {
    if (byProperty('url')(pair.base, pair.current)) server(pair, list, context);
    else report(context, 'server-changed', pair);
  }
  for (const it of removed) report(context, 'server-removed', it);
  for (const it of added) report(context, 'server-added', it);
};

const securityScheme = object(
  each('type in name scheme bearerFormat flows openIdConnectUrl', once('security-scheme')),
);

const componentKinds: Readonly<Record<string, Comparer>> = {
  // Whatever is shared means something only where it is used; schemas have names in the types.
  schemas: map('schema', schema),
  examples: map('example', 'example-changed'),
  parameters: map('component', parameter),
  headers: map('component', header),
  responses: map('component', response),
  requestBodies: map('component', requestBody),
  links: map('component', link),
  securitySchemes: map('component', securityScheme),
};

const components: Comparer = (all, _, context) => {
  for (const kind of namesIn(all)) {
    const compare = entryOf(componentKinds, kind) ?? map('component', 'unclassified');
    compare(childPair(all, kind), all, context);
  }
};

const specification: Comparer = (part, document, context) => {
  const [before, after] = [part.base, part.current].map(({ value }) =>
    textOf(value).split('.', 2).join('.'),
  );
  const rule = before === after ? 'specification-patch' : 'specification';
  report(context, rule, document, part);
};

const info: Comparer = (all, _, context) => {
  for (const name of namesIn(all)) {
    const part = childPair(all, name);
    if (name !== 'version' && !isSame(part)) {
      report(context, 'text', part, part, { value: `info.${name}` });
    }
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

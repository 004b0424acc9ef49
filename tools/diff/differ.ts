/**
 * Compares two normalized documents by JSON Pointer and reports each difference once, with the rule that describes it.
 * It decides nothing: `rules.yaml` and oasdiff say what a difference means.
 */
import {
  below,
  isList,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  step,
  textOf,
} from './contract.ts';
import {
  as,
  type Comparer,
  compareProperties,
  type Context,
  type Difference,
  followed,
  inner,
  isSame,
  mapOf,
  namesIn,
  type Pair,
  report,
  resolve,
  type Side,
} from './difference.ts';
import { diffSchemas } from './differ-schemas.ts';
import { operationsOf } from './operations.ts';

/** Every difference between two normalized documents. */
export function differences(base: JsonObject, current: JsonObject): readonly Difference[] {
  const root = { base: { pointer: '', value: base }, current: { pointer: '', value: current } };
  const context: Context = { roots: { base, current }, found: [], following: new Set() };
  compareProperties(
    root,
    {
      openapi: (spot, element) => {
        const [before, after] = [base, current].map(({ openapi }) =>
          textOf(openapi).split('.', 2).join('.'),
        );
        report(context, before === after ? 'specification-patch' : 'specification', element, {
          spot,
        });
      },
      jsonSchemaDialect: as('specification'),
      info: (pair) => {
        for (const name of namesIn(pair)) {
          const spot = inner(pair, name);
          if (name !== 'version' && !isSame(spot))
            report(context, 'text', spot, { value: `info.${name}` });
        }
      },
      tags: as('tags'),
      servers: (pair) => servers(pair, context),
      components: (pair) => components(pair, context),
    },
    context,
    ['paths', 'security'],
  );
  paths(root, context);
  return context.found;
}

const componentTables: Readonly<Record<string, Comparer>> = {
  schemas: (pair, _, context) => diffSchemas(pair, context),
  parameters: (pair, _, context) => parameter(pair, context),
  headers: (pair, _, context) => header(pair, context),
  responses: (pair, _, context) => response(pair, context),
  requestBodies: (pair, _, context) => requestBody(pair, context),
  links: (pair, _, context) => link(pair, pair, context),
  examples: (pair, _, context) => report(context, 'example-changed', pair),
  securitySchemes: (pair, _, context) =>
    compareProperties(
      pair,
      Object.fromEntries(
        'type in name scheme bearerFormat flows openIdConnectUrl'
          .split(' ')
          .map((it) => [it, securityScheme]),
      ),
      context,
    ),
};

const securityScheme: Comparer = (spot, element, context) => {
  const isReported = context.found.some(
    (it) => it.rule === 'security-scheme' && it.element === element,
  );
  if (!isReported) report(context, 'security-scheme', element, { spot });
};

function components(pair: Pair, context: Context): void {
  for (const kind of namesIn(pair)) {
    const each = componentTables[kind] ?? ((it) => report(context, 'unclassified', it));
    // Whatever is shared means something only where it is used; schemas have names in the types.
    const what = kind === 'schemas' ? 'schema' : kind === 'examples' ? 'example' : 'component';
    mapOf(what, each)(inner(pair, kind), pair, context);
  }
}

function paths(root: Pair, context: Context): void {
  const { base, current } = context.roots;
  const [before, after] = [operationsOf(base), [...operationsOf(current)]];
  const shape = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');
  const pairs: [before: (typeof after)[number], after: (typeof after)[number]][] = [];
  let rest = [...before];
  for (const test of [
    (one: (typeof after)[number], other: (typeof after)[number]) =>
      shape(one.path) === shape(other.path) && one.method === other.method,
    (one: (typeof after)[number], other: (typeof after)[number]) => one.id === other.id,
  ]) {
    rest = rest.filter((one) => {
      const at = after.findIndex((other) => test(one, other));
      if (at >= 0) pairs.push([one, after.splice(at, 1)[0]!]);
      return at < 0;
    });
  }
  for (const { pointer, value } of rest) {
    report(context, 'operation-removed', {
      base: { pointer, value },
      current: { pointer, value: undefined },
    });
  }
  for (const { pointer, value } of after) {
    report(context, 'operation-added', {
      base: { pointer, value: undefined },
      current: { pointer, value },
    });
  }
  for (const [one, other] of pairs) {
    const pair = { base: one, current: other };
    const isMoved = shape(one.path) !== shape(other.path) || one.method !== other.method;
    if (isMoved) {
      const spot = {
        base: { pointer: one.pointer, value: `${one.method.toUpperCase()} ${one.path}` },
        current: { pointer: other.pointer, value: `${other.method.toUpperCase()} ${other.path}` },
      };
      report(context, 'operation-moved', pair, { spot });
    }
    operation(pair, context, one.path, other.path);
    security(pair, inner(root, 'security'), context);
    const [itemBefore, itemAfter] = [one.item['servers'], other.item['servers']];
    const own = inner(pair, 'servers');
    const effective = {
      base: { ...own.base, value: own.base.value ?? itemBefore ?? base['servers'] },
      current: { ...own.current, value: own.current.value ?? itemAfter ?? current['servers'] },
    };
    const isOwn = [own.base.value, own.current.value, itemBefore, itemAfter].some(
      (it) => it !== undefined,
    );
    if (isOwn && !isSame(effective)) {
      const [urls, now] = [effective.base.value, effective.current.value].map((it) =>
        listOf(it).map((s) => step(s, 'url')),
      );
      const removed = urls!.some((url) => !now!.includes(url));
      report(context, removed ? 'operation-servers' : 'server-added', pair, { spot: effective });
    }
  }
  pathItems(inner(root, 'paths'), context);
}

/** What a path says beside its operations; parameters are normalized into these, servers compared with them. */
function pathItems(pair: Pair, context: Context): void {
  for (const path of namesIn(pair)) {
    const item = inner(pair, path);
    const isNew = item.base.value === undefined || item.current.value === undefined;
    if (!isNew) {
      compareProperties(item, {}, context, [
        ...'get put post delete options head patch trace'.split(' '),
        'servers',
      ]);
    }
  }
}

function operation(pair: Pair, context: Context, pathBefore: string, pathAfter: string): void {
  compareProperties(
    pair,
    {
      operationId: as('operation-id'),
      tags: (spot, element) => {
        const isSameGroup = step(spot.base.value, '0') === step(spot.current.value, '0');
        report(context, isSameGroup ? 'further-tags' : 'operation-tag', element, { spot });
      },
      deprecated: as('deprecated'),
      parameters: (list) => parameters(list, context, pathBefore, pathAfter),
      requestBody: (body) => {
        const isOn = (side: Side) => side.value !== undefined;
        if (isOn(body.base) && isOn(body.current)) followed(body, context, requestBody);
        else report(context, `request-body-${isOn(body.base) ? 'removed' : 'added'}`, body);
      },
      responses: mapOf('response', (it) => followed(it, context, response)),
    },
    context,
    ['security', 'servers'],
  );
}

/** Parameters belong together by the same reference, by place and name, or by their position in the path. */
function parameters(list: Pair, context: Context, pathBefore: string, pathAfter: string): void {
  const { roots } = context;
  const at = (side: Side, root: JsonObject) =>
    listOf(side.value).map((value, index) => {
      const own = { pointer: below(side.pointer, index), value };
      const { value: full } = resolve(own, root);
      return {
        own,
        $ref: step(value, '$ref'),
        in: step(full, 'in'),
        name: textOf(step(full, 'name')),
      };
    });
  const [before, after] = [at(list.base, roots.base), at(list.current, roots.current)];
  type Entry = (typeof before)[number];
  const position = (it: Entry, path: string) =>
    [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, name]) => name === it.name);
  let rest = before;
  for (const test of [
    (one: Entry, other: Entry) => one.$ref !== undefined && one.$ref === other.$ref,
    (one: Entry, other: Entry) => one.in === other.in && one.name === other.name,
    (one: Entry, other: Entry) =>
      one.in === 'path' &&
      other.in === 'path' &&
      position(one, pathBefore) === position(other, pathAfter),
  ]) {
    rest = rest.filter((one) => {
      const index = after.findIndex((other) => test(one, other));
      const [other] = index < 0 ? [] : after.splice(index, 1);
      if (!other) return true;
      const pair = { base: one.own, current: other.own };
      if (one.in === 'path' && one.name !== other.name) {
        report(context, 'path-parameter-renamed', pair, {
          spot: inner(pair, 'name'),
          value: `${one.name} to ${other.name}`,
        });
      } else followed(pair, context, parameter);
      return false;
    });
  }
  for (const { own, name } of rest) {
    report(
      context,
      'parameter-removed',
      { base: own, current: { ...own, value: undefined } },
      { value: name },
    );
  }
  for (const { own, name } of after) {
    report(
      context,
      'parameter-added',
      { base: { ...own, value: undefined }, current: own },
      { value: name },
    );
  }
}

const serialization = Object.fromEntries(
  'style explode allowReserved allowEmptyValue'.split(' ').map((it) => [it, as('serialization')]),
);

const contentTable: Readonly<Record<string, Comparer>> = {
  example: as('example-changed'),
  examples: mapOf('example', as('example-changed')),
  schema: (pair, _, context) => diffSchemas(pair, context),
};

const mediaTypes: Comparer = mapOf('media-type', (pair, _, context) =>
  compareProperties(pair, contentTable, context),
);

function parameter(pair: Pair, context: Context): void {
  const isRewritten = ['schema', 'content'].some((name) => {
    const { base, current } = inner(pair, name);
    return (base.value === undefined) !== (current.value === undefined);
  });
  if (isRewritten) report(context, 'parameter-content', pair);
  compareProperties(
    pair,
    {
      ...serialization,
      ...contentTable,
      name: as('parameter-renamed'),
      in: as('parameter-renamed'),
      required: as('parameter-required'),
      deprecated: as('deprecated'),
      content: mediaTypes,
    },
    context,
    isRewritten ? ['schema', 'content'] : [],
  );
}

function header(pair: Pair, context: Context): void {
  const table = {
    ...serialization,
    ...contentTable,
    content: mediaTypes,
    deprecated: as('deprecated'),
  };
  const required: Comparer = (spot, element) =>
    report(context, spot.current.value === true ? 'header-required' : 'header-optional', element, {
      spot,
    });
  compareProperties(pair, { ...table, required }, context);
}

function requestBody(pair: Pair, context: Context): void {
  compareProperties(pair, { required: as('request-body-required'), content: mediaTypes }, context);
}

function response(pair: Pair, context: Context): void {
  compareProperties(
    pair,
    {
      content: mediaTypes,
      headers: mapOf('header', (it) => followed(it, context, header)),
      links: mapOf('link', link),
    },
    context,
  );
}

/** A link to an operation that was renamed leads to the same operation. */
const link: Comparer = (pair, _, context) => {
  const { base, current } = context.roots;
  const [one, other] = [[pair.base, base] as const, [pair.current, current] as const].map(
    ([side, root]) => operationsOf(root).find(({ id }) => id === step(side.value, 'operationId')),
  );
  const isRenamed = one && other && one.path === other.path && one.method === other.method;
  compareProperties(
    pair,
    Object.fromEntries(
      'operationId operationRef parameters requestBody server'
        .split(' ')
        .map((it) => [
          it,
          it === 'operationId' && isRenamed ? as('link-renamed') : as('link-changed'),
        ]),
    ),
    context,
  );
};

// ----- Servers and security

function servers(pair: Pair, context: Context): void {
  const [before, after] = [listOf(pair.base.value), listOf(pair.current.value)];
  const url = (it: Json | undefined) => step(it, 'url');
  const left = new Set(after.keys());
  const pairs: Pair[] = [];
  const unmatched = [...before.keys()].filter((at) => {
    const index = after.findIndex((it, i) => left.has(i) && url(it) === url(before[at]));
    if (index < 0) return true;
    left.delete(index);
    pairs.push(inner(pair, at, index));
    return false;
  });
  for (const at of unmatched) {
    if (left.delete(at)) report(context, 'server-changed', inner(pair, at));
    else
      report(context, 'server-removed', {
        base: inner(pair, at).base,
        current: { ...inner(pair, at).current, value: undefined },
      });
  }
  for (const at of left)
    report(context, 'server-added', {
      base: { ...inner(pair, at).base, value: undefined },
      current: inner(pair, at).current,
    });
  for (const server of pairs) {
    const variable: Comparer = (it) =>
      compareProperties(it, { default: as('server-changed'), enum: as('server-changed') }, context);
    compareProperties(server, { variables: mapOf('server-variable', variable) }, context);
  }
}

/** Security is a list of alternatives, each of which demands all of its schemes. */
function security(pair: Pair, shared: Pair, context: Context): void {
  const own = inner(pair, 'security');
  const spot = {
    base: { ...own.base, value: own.base.value ?? shared.base.value ?? [] },
    current: { ...own.current, value: own.current.value ?? shared.current.value ?? [] },
  };
  const [before, after] = [spot.base.value, spot.current.value].map((it) =>
    listOf(it).map(objectOf),
  ) as [JsonObject[], JsonObject[]];
  const demands = (one: JsonObject, other: JsonObject) =>
    Object.entries(other).every(([name, scopes]) => {
      const granted = one[name];
      return isList(granted) && listOf(scopes).every((scope) => granted.includes(scope));
    });
  const isAccepted = before.every((one) => after.some((other) => demands(one, other)));
  const isUnchanged = after.every((one) => before.some((other) => demands(one, other)));
  const isDropped = before.length > 0 && after.length === 0;
  if (isDropped) report(context, 'security-dropped', pair, { spot });
  else if (
    before.length === 0 &&
    after.length > 0 &&
    !after.some((it) => Object.keys(it).length === 0)
  ) {
    report(context, 'security-narrowed', pair, { spot });
  } else if (!isAccepted) report(context, 'security-narrowed', pair, { spot });
  else if (!isUnchanged) report(context, 'security-widened', pair, { spot });
}

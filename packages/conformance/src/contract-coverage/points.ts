/** What a contract declares that exchanges can show: messages, properties, values, entries of lifecycles. */
import {
  type Contract,
  type ContractOperation,
  nameOf,
  operationsOf,
  pointerTo,
  type Reference,
  type RequestBody,
  resolve,
  type Schema,
  textOf,
} from '@agent-conversation/contract';
import { contract } from '../contract.ts';
import { fits } from '../requests/faulty-requests.ts';
import type { Point, PointKind } from './summary.ts';

/** An entry of a lifecycle; `unchanged` and `rejected` entries end where they begin. */
export interface LifecycleEntry {
  readonly kind: 'transition' | 'unchanged' | 'rejected';
  readonly from: string;
  readonly to: string;
  readonly operation: string | undefined;
  /** Of the error response to a rejected operation. */
  readonly status?: string;
  /** Of its point. */
  readonly id: string;
}

/** What a contract declares, as far as exchanges can show it. */
export interface Declared {
  /** All points, in the order of the contract. */
  readonly points: readonly Point[];
  /** The entries of the lifecycles, by the names of their schemas. */
  readonly lifecycles: ReadonlyMap<string, readonly LifecycleEntry[]>;
}

export function declaredBy(document: Contract): Declared {
  const points = operationsOf(document).flatMap((it) => pointsOf(document, it));
  const lifecycles = Object.keys(document.components.schemas).flatMap((name) => {
    const entries = lifecycleEntries(document, name, points);
    return entries.length > 0 ? [[name, entries] as const] : [];
  });
  return { points, lifecycles: new Map(lifecycles) };
}

/** What the bundled contract declares. */
export const declared: Declared = declaredBy(contract);

/** Returns the element that a node refers to, or is, with its pointer into the bundle. */
function follow<T>(document: Contract, node: T | Reference, pointer: string) {
  const target = resolve(document, node);
  return { value: target.value as T, pointer: target.pointer ? `#${target.pointer}` : pointer };
}

function pointsOf(document: Contract, operation: ContractOperation): Point[] {
  const { id: group, value, item, path } = operation;
  const root = `#${operation.pointer}`;
  const points: Point[] = [];
  const add = (part: string, kind: PointKind, what: string, at: string) =>
    points.push({ id: `${group} ${what}`, kind, group, part, contract: at });
  for (const [list = [], at] of [
    [item.parameters, pointerTo('#/paths', path, 'parameters')],
    [value.parameters, pointerTo(root, 'parameters')],
  ] as const) {
    for (const [index, it] of list.entries()) {
      const { value: parameter, pointer } = follow(document, it, pointerTo(at, index));
      const id = `${parameter.in} ${parameter.name}`;
      add('parameters', 'present', `${id} present`, pointer);
      if (!parameter.required) add('parameters', 'absent', `${id} absent`, pointer);
    }
  }
  const addContent = (name: string, { content = {} }: Partial<RequestBody>, at: string) => {
    for (const [mediaType, { schema, examples = {} }] of Object.entries(content)) {
      const part = `${name} ${mediaType}`;
      const inside = pointerTo(at, 'content', mediaType);
      add(part, 'message', part, inside);
      for (const [example, it] of Object.entries(examples)) {
        const { pointer } = follow(document, it, pointerTo(inside, 'examples', example));
        add(part, 'example', `${name} example ${example}`, pointer);
      }
      for (const [kind, what, where] of bodyPoints(document, schema, pointerTo(inside, 'schema'))) {
        add(part, kind, `${name} body ${what}`, where);
      }
    }
  };
  if (value.requestBody) {
    const body = follow(document, value.requestBody, pointerTo(root, 'requestBody'));
    addContent('request', body.value, body.pointer);
    if (!body.value.required) add('request', 'absent', 'request absent', body.pointer);
  }
  for (const [status, it] of Object.entries(value.responses)) {
    const response = follow(document, it, pointerTo(root, 'responses', status));
    addContent(status, response.value, response.pointer);
  }
  return points;
}

/** One of the schemas or types that a value may have. */
interface Choice {
  readonly name: string;
  readonly schema: Schema;
  readonly pointer: string;
  /**
   * A JSON Pointer (RFC 6901), with `*` for any item of a list and any name of a map, and the schema of a union in
   * parentheses: `/content/*(TextContent)/text`.
   */
  readonly path: string;
}

/** Returns the choices of a schema but null, and whether the value can be null. */
function choicesAt(document: Contract, node: Schema, at: string, path: string) {
  const all = choicesOf(document, node, at);
  const others = all.filter(({ schema }) => schema.type !== 'null');
  // Two of them may have properties of the same name.
  const choices: Choice[] = others.map((it) => ({
    ...it,
    path: others.length > 1 ? `${path}(${it.name})` : path,
  }));
  return { choices, isNullable: path !== '' && others.length < all.length };
}

function choicesOf(document: Contract, node: Schema, at: string): Omit<Choice, 'path'>[] {
  const { value: schema, pointer } = follow<Schema>(document, node, at);
  const keyword = schema.anyOf ? 'anyOf' : 'oneOf';
  const union = schema[keyword];
  if (union) {
    return union.flatMap((it, index) =>
      choicesOf(document, it, pointerTo(pointer, keyword, index)),
    );
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return [{ name: 'anything', schema, pointer }];
  return types.map((type) => ({
    name: node.$ref === undefined || type === 'null' ? type : nameOf(node.$ref),
    schema: { ...schema, type },
    pointer,
  }));
}

/** The schema of the items of a list, or of the values of a map. */
function itemsOf({ items, additionalProperties: rest }: Schema) {
  if (items) return { schema: items, keyword: 'items' };
  return typeof rest === 'object' ? { schema: rest, keyword: 'additionalProperties' } : undefined;
}

/** The id of a point in a body: the path of the value, and what the point is about. */
function idOf(path: string, what: string): string {
  return path === '' ? what : `${path} ${what}`;
}

type BodyPoint = readonly [kind: PointKind, id: string, pointer: string];

/** Returns the points of a body. */
export function bodyPoints(
  document: Contract,
  node: Schema,
  at: string,
  path = '',
  property?: { readonly isOptional: boolean },
): BodyPoint[] {
  const { choices, isNullable } = choicesAt(document, node, at, path);
  const point = (kind: PointKind, what: string = kind): BodyPoint => [kind, idOf(path, what), at];
  const isList = choices.some(({ schema }) => schema.type === 'array');
  return [
    ...(property || isNullable || (path === '' && isList) ? [point('present')] : []),
    ...(isList ? [point('empty')] : []),
    ...(property?.isOptional ? [point('absent')] : []),
    ...(isNullable ? [point('null')] : []),
    ...(choices.length > 1 ? choices.map(({ name }) => point('choice', `is ${name}`)) : []),
    ...choices.flatMap(({ schema, pointer, path: here }) => {
      const { properties = {}, required = [] } = schema;
      const items = itemsOf(schema);
      return [
        ...(schema.enum ?? []).map((value) => point('value', `= ${textOf(value)}`)),
        ...Object.entries(properties).flatMap(([name, it]) =>
          bodyPoints(document, it, pointerTo(pointer, 'properties', name), pointerTo(here, name), {
            isOptional: !required.includes(name),
          }),
        ),
        ...(items
          ? bodyPoints(
              document,
              items.schema,
              pointerTo(pointer, items.keyword),
              pointerTo(here, '*'),
            )
          : []),
      ];
    }),
  ];
}

/** Returns the ids of what a valid value shows. Some may be no points, if there is nothing else to show. */
export function shownByValue(
  document: Contract,
  node: Schema,
  value: unknown,
  path = '',
): string[] {
  const at = (what: string) => idOf(path, what);
  if (value === undefined) return [at('absent')];
  const { choices, isNullable } = choicesAt(document, node, '', path);
  if (value === null && isNullable) return [at('null')];
  const isUnion = choices.length > 1;
  const choice = isUnion ? choices.find((it) => fits(it.schema, value)) : choices[0];
  if (!choice) return [];
  const { name, schema, path: here } = choice;
  const { properties = {} } = schema;
  const own = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const given = new Map<string, unknown>(own);
  const items = itemsOf(schema)?.schema;
  const others = items ? own.filter(([property]) => !Object.hasOwn(properties, property)) : [];
  return [
    at(Array.isArray(value) && value.length === 0 ? 'empty' : 'present'),
    ...(isUnion ? [at(`is ${name}`)] : []),
    ...(schema.enum?.includes(value) ? [at(`= ${textOf(value)}`)] : []),
    ...(typeof value === 'object'
      ? Object.entries(properties).flatMap(([property, it]) =>
          shownByValue(document, it, given.get(property), pointerTo(here, property)),
        )
      : []),
    ...others.flatMap(([, item]) => shownByValue(document, items!, item, pointerTo(here, '*'))),
  ];
}

function lifecycleEntries(document: Contract, group: string, points: Point[]): LifecycleEntry[] {
  const lifecycle = document.components.schemas[group]?.['x-lifecycle'];
  if (!lifecycle) return [];
  const add = (entry: LifecycleEntry, list: string, index: number) => {
    const { id, kind } = entry;
    const at = pointerTo('#/components/schemas', group, 'x-lifecycle', list, index);
    points.push({ id, kind, group, part: 'lifecycle', contract: at });
    return entry;
  };
  return [
    ...lifecycle.transitions.map(({ from, to, operation, cause = operation }, index) => {
      const id = `${group} ${from} -${cause}-> ${to}`;
      return add({ kind: 'transition', from, to, operation, id }, 'transitions', index);
    }),
    ...(['unchanged', 'rejected'] as const).flatMap((kind) =>
      lifecycle[kind].map(({ in: state, operation, ...rest }, index) => {
        const id = `${group} ${state} ${operation} ${kind}`;
        return add({ kind, from: state, to: state, operation, id, ...rest }, kind, index);
      }),
    ),
  ];
}

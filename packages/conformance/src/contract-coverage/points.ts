/** What a contract declares that exchanges can show: messages, properties, values, entries of lifecycles. */
import {
  type Contract,
  type ContractOperation,
  type Lifecycle,
  nameOf,
  operationsOf,
  type Parameter,
  parametersOf,
  pointerTo,
  type Reference,
  type RequestBody,
  resolve,
  type Schema,
  textOf,
} from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { contract } from '../contract.ts';
import { fits } from '../requests/faulty-requests.ts';
import type { Point, PointKind } from './summary.ts';

/** An operation, as exchanges are compared with it. */
export interface OperationShape {
  readonly operationId: OperationId;
  readonly parameters: readonly Parameter[];
  readonly request: readonly Content[];
  readonly responses: ReadonlyMap<string, readonly Content[]>;
}

/** A body of a media type. */
export interface Content {
  readonly mediaType: string;
  readonly shape: Shape;
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

/** A value in a body. */
export interface Shape {
  /**
   * A JSON Pointer (RFC 6901), with `*` for any item of a list and any name of a map, and the schema of a union in
   * parentheses: `/content/*(TextContent)/text`.
   */
  readonly path: string;
  readonly isNullable: boolean;
  /** One for each type of value, and for each schema of a union. Null is none of them. */
  readonly branches: readonly Branch[];
}

/** A schema that is no union and has one type at most. */
export interface Branch {
  /** The name of the schema, or the type. */
  readonly name: string;
  readonly schema: Schema;
  readonly properties: ReadonlyMap<string, Shape>;
  /** The items of a list, or the values of a map. */
  readonly items: Shape | undefined;
}

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
  readonly shapes: ReadonlyMap<string, OperationShape>;
  /** The lifecycles, by the names of their schemas. */
  readonly lifecycles: ReadonlyMap<string, readonly LifecycleEntry[]>;
  /** All points of both, in the order of the contract. */
  readonly points: readonly Point[];
}

/** Finds what a contract declares. */
export function declaredBy(document: Contract): Declared {
  const points: Point[] = [];
  const shapes = operationsOf(document).map(
    (operation) => [operation.id, operationShape(document, operation, points)] as const,
  );
  const lifecycles = Object.entries(document.components.schemas).flatMap(
    ([name, { 'x-lifecycle': lifecycle }]) =>
      lifecycle ? [[name, lifecycleEntries(name, lifecycle, points)] as const] : [],
  );
  return { shapes: new Map(shapes), lifecycles: new Map(lifecycles), points };
}

/** What the bundled contract declares. */
export const declared: Declared = declaredBy(contract);

function operationShape(
  document: Contract,
  operation: ContractOperation,
  points: Point[],
): OperationShape {
  const { id: group, pointer, value, item, path } = operation;
  const root = `#${pointer}`;
  const adderOf = (part: string) => (kind: PointKind, what: string, at: string) =>
    void points.push({ id: `${group} ${what}`, kind, group, part, contract: at });
  const contentsOf = (name: string, body: Pick<RequestBody, 'content'>, at: string): Content[] =>
    Object.entries(body.content).map(([mediaType, { schema, examples = {} }]) => {
      const add = adderOf(`${name} ${mediaType}`);
      const inside = pointerTo(at, 'content', mediaType);
      add('message', `${name} ${mediaType}`, inside);
      const named = Object.entries(examples).map(([example, it]) => {
        const target = follow(document, it, pointerTo(inside, 'examples', example));
        add('example', `${name} example ${example}`, target.pointer);
        return { name: example, value: target.value.value };
      });
      const shape = bodyShape(document, schema, pointerTo(inside, 'schema'), (kind, what, where) =>
        add(kind, `${name} body ${what}`, where),
      );
      return { mediaType, examples: named, shape };
    });

  const addParameter = adderOf('parameters');
  for (const [list, at] of [
    [item.parameters, pointerTo('#/paths', path, 'parameters')],
    [value.parameters, pointerTo(root, 'parameters')],
  ] as const) {
    for (const [index, it] of (list ?? []).entries()) {
      const parameter = follow(document, it, pointerTo(at, index));
      const { name, in: location, required } = parameter.value;
      addParameter('present', `${location} ${name} present`, parameter.pointer);
      if (!required) addParameter('absent', `${location} ${name} absent`, parameter.pointer);
    }
  }
  const body =
    value.requestBody && follow(document, value.requestBody, pointerTo(root, 'requestBody'));
  const request = body ? contentsOf('request', body.value, body.pointer) : [];
  if (body && !body.value.required) adderOf('request')('absent', 'request absent', body.pointer);
  const responses = Object.entries(value.responses).map(([status, it]) => {
    const response = follow(document, it, pointerTo(root, 'responses', status));
    const { content = {} } = response.value;
    return [status, contentsOf(status, { content }, response.pointer)] as const;
  });
  const parameters = parametersOf(document, operation);
  return { operationId: group as OperationId, parameters, request, responses: new Map(responses) };
}

type AddPoint = (kind: PointKind, what: string, pointer: string) => void;

/** Returns the shape of a body, and adds the points of it. */
export function bodyShape(
  document: Contract,
  schema: Schema,
  pointer: string,
  add: AddPoint,
): Shape {
  const shapeOf = (
    node: Schema,
    at: string,
    where: { readonly path: string; readonly isOptional?: boolean; readonly isProperty?: boolean },
  ): Shape => {
    const { path, isOptional = false, isProperty = false } = where;
    const point = (kind: PointKind, what: string = kind) => add(kind, idOf(path, what), at);
    const choices = choicesOf(document, node, at);
    const isNullable = path !== '' && choices.some((it) => it.schema.type === 'null');
    const others = choices.filter((it) => it.schema.type !== 'null');
    const isList = others.some((it) => it.schema.type === 'array');
    if (isProperty || isNullable || (path === '' && isList)) point('present');
    if (isList) point('empty');
    if (isOptional) point('absent');
    if (isNullable) point('null');
    if (others.length > 1) for (const { name } of others) point('choice', `is ${name}`);
    const branches = others.map(({ name, schema: branch, pointer: own }): Branch => {
      // Two of them may have properties of the same name.
      const here = others.length > 1 ? `${path}(${name})` : path;
      const { properties = {}, required = [], items, additionalProperties: rest } = branch;
      for (const value of branch.enum ?? []) add('value', idOf(path, `= ${textOf(value)}`), at);
      const all = Object.entries(properties).map(([property, it]) => {
        const inside = { path: pointerTo(here, property), isProperty: true };
        const optional = { isOptional: !required.includes(property) };
        return [
          property,
          shapeOf(it, pointerTo(own, 'properties', property), { ...inside, ...optional }),
        ] as const;
      });
      const inner = items ?? (typeof rest === 'object' ? rest : undefined);
      const keyword = items ? 'items' : 'additionalProperties';
      return {
        name,
        schema: branch,
        properties: new Map(all),
        items: inner && shapeOf(inner, pointerTo(own, keyword), { path: pointerTo(here, '*') }),
      };
    });
    return { path, isNullable, branches };
  };
  return shapeOf(schema, pointer, { path: '' });
}

/** Returns the id of a point in a body: the path of the value, and what the point is about. */
function idOf(path: string, what: string): string {
  return path === '' ? what : `${path} ${what}`;
}

/** Returns the ids of what a valid value shows. Some may be no points, if there is nothing else to show. */
export function shownByValue(shape: Shape, value: unknown): string[] {
  const at = (what: string) => idOf(shape.path, what);
  if (value === undefined) return [at('absent')];
  if (value === null && shape.isNullable) return [at('null')];
  const { branches } = shape;
  const branch = branches.length > 1 ? branches.find((it) => fits(it.schema, value)) : branches[0];
  if (!branch) return [];
  const { properties, items, name } = branch;
  const own = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const given = new Map<string, unknown>(own);
  const others = own.filter(([property]) => !properties.has(property));
  return [
    at(Array.isArray(value) && value.length === 0 ? 'empty' : 'present'),
    ...(branches.length > 1 ? [at(`is ${name}`)] : []),
    ...(branch.schema.enum?.includes(value) ? [at(`= ${textOf(value)}`)] : []),
    ...(typeof value === 'object'
      ? [...properties].flatMap(([property, it]) => shownByValue(it, given.get(property)))
      : []),
    ...(items ? others.flatMap(([, item]) => shownByValue(items, item)) : []),
  ];
}

/** Returns the alternatives of a schema, one for each type. */
function choicesOf(
  document: Contract,
  node: Schema,
  at: string,
): { readonly name: string; readonly schema: Schema; readonly pointer: string }[] {
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

function lifecycleEntries(group: string, lifecycle: Lifecycle, points: Point[]): LifecycleEntry[] {
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

/** Returns the element that a node refers to, or is, with its pointer into the bundle. */
function follow<T>(
  document: Contract,
  node: T | Reference,
  pointer: string,
): { readonly value: T; readonly pointer: string } {
  const target = resolve(document, node);
  return { value: target.value as T, pointer: target.pointer ? `#${target.pointer}` : pointer };
}

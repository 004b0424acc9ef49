/** What a contract declares and exchanges can show: messages, properties, values, entries of lifecycles. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Contract,
  type ContractOperation,
  type Example,
  isObject,
  type Lifecycle,
  nameOf,
  operationsOf,
  type Parameter,
  pointerTo,
  type RequestBody,
  type Schema,
  textOf,
  type Transition,
} from '@agent-conversation/contract';
import { contract } from '../contract.ts';
import { branchesOf, type Element, enter, entriesOf, followed, rootOf } from '../oracle/rules.ts';
import { fits } from '../requests/faulty-requests.ts';
import type { Point, PointKind } from './summary.ts';

/**
 * The valid values of an exchange that was carried out: whether a parameter was sent, by its location and name; the
 * body or undefined of a `request`; the body of a `request` or a status with a media type.
 */
export type Shown = ReadonlyMap<string, readonly unknown[]>;

/** A point of an operation, and what shows it. */
export interface OperationPoint extends Point {
  readonly isShownBy: (exchange: Shown) => boolean;
}

/** An entry of a lifecycle; `unchanged` and `rejected` entries end where they begin. */
export interface LifecyclePoint extends Point {
  readonly from: string;
  readonly to: string;
  readonly operation: string | undefined;
  /** Of the error response to a rejected operation. */
  readonly status: string | undefined;
}

/** Returns what a contract declares, in its order. */
export function declaredBy(document: Contract) {
  const root = rootOf(document);
  const operations = operationsOf(document).flatMap((it) => operationPoints(root, it));
  const lifecycles = entriesOf(enter(root, 'components'), 'schemas').flatMap(lifecyclePoints);
  const points: readonly Point[] = [...operations, ...lifecycles];
  return { operations, lifecycles, points };
}

/** The values that an exchange has at a location; undefined where a property is absent. */
type ValuesIn = (exchange: Shown) => readonly unknown[];

/** Adds a point; an exchange shows it by one of its values there. */
type Add = (
  kind: PointKind,
  what: string,
  element: Element,
  valuesIn: ValuesIn,
  isShown: (value: unknown) => boolean,
) => void;

function operationPoints(
  root: Element,
  { id: group, path, method, value }: ContractOperation,
): OperationPoint[] {
  const points: OperationPoint[] = [];
  const adderTo =
    (part: string): Add =>
    (kind, what, { contract: pointer }, valuesIn, isShown) => {
      const isShownBy = (exchange: Shown) => valuesIn(exchange).some(isShown);
      points.push({ id: `${group} ${what}`, kind, group, part, contract: pointer, isShownBy });
    };
  const at =
    (location: string): ValuesIn =>
    (exchange) =>
      exchange.get(location) ?? [];
  const addContent = (name: string, element: Element) => {
    for (const [mediaType, media] of entriesOf(element, 'content')) {
      const part = `${name} ${mediaType}`;
      const add = adderTo(part);
      add('message', part, media, at(part), () => true);
      for (const [id, example] of entriesOf(media, 'examples')) {
        const { value: body } = example.value as Example;
        const isExample = (it: unknown) => isDeepStrictEqual(it, body);
        add('example', `${name} example ${id}`, example, at(part), isExample);
      }
      const addToBody: Add = (kind, what, ...rest) => add(kind, `${name} body ${what}`, ...rest);
      addValue(addToBody, enter(media, 'schema'), { path: '', valuesIn: at(part) });
    }
  };

  const item = enter(root, 'paths', path);
  const operation = enter(item, method);
  for (const [, element] of [item, operation].flatMap((it) => entriesOf(it, 'parameters'))) {
    const { name, in: location, required } = element.value as Parameter;
    const id = `${location} ${name}`;
    const add = adderTo('parameters');
    add('present', `${id} present`, element, at(id), (isSent) => isSent === true);
    if (!required) add('absent', `${id} absent`, element, at(id), (isSent) => isSent === false);
  }
  if (value.requestBody) {
    const element = followed(enter(operation, 'requestBody'));
    addContent('request', element);
    if (!(element.value as RequestBody).required) {
      const isAbsent = (body: unknown) => body === undefined;
      adderTo('request')('absent', 'request absent', element, at('request'), isAbsent);
    }
  }
  for (const [status, element] of entriesOf(operation, 'responses')) addContent(status, element);
  return points;
}

interface Location {
  /**
   * A JSON Pointer (RFC 6901), with `*` for any item of a list and any name of a map, and the schema of a union in
   * parentheses: `/content/*(TextContent)/text`.
   */
  readonly path: string;
  readonly valuesIn: ValuesIn;
  /** Whether it is a property that may be absent; undefined if it is no property. */
  readonly isOptional?: boolean;
}

/** Adds the points of the values at a location. */
export function addValue(add: Add, element: Element, { path, valuesIn, isOptional }: Location) {
  const all = choicesOf(element);
  const choices = all.filter(({ schema }) => schema.type !== 'null');
  const isUnion = choices.length > 1;
  const isNullable = path !== '' && choices.length < all.length;
  const isList = choices.some(({ schema }) => schema.type === 'array');
  const isProperty = isOptional !== undefined || isNullable || (path === '' && isList);
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  const choiceOf = (value: unknown) => {
    if (value === undefined || (value === null && isNullable)) return undefined;
    return isUnion ? choices.find(({ schema }) => fits(schema, value)) : choices[0];
  };
  const addHere = (kind: PointKind, isShown: (it: unknown) => boolean, what: string = kind) =>
    add(kind, path === '' ? what : `${path} ${what}`, element, valuesIn, isShown);

  if (isProperty) addHere('present', (it) => choiceOf(it) !== undefined && !isEmpty(it));
  if (isList) addHere('empty', isEmpty);
  if (isOptional) addHere('absent', (it) => it === undefined);
  if (isNullable) addHere('null', (it) => it === null);
  for (const choice of isUnion ? choices : []) {
    addHere('choice', (it) => choiceOf(it) === choice, `is ${choice.name}`);
  }
  for (const choice of choices) {
    const { schema, element: branch } = choice;
    const { properties = {}, required = [], enum: listed = [] } = schema;
    // Two of the choices may have properties of the same name.
    const here = isUnion ? `${path}(${choice.name})` : path;
    const objectsIn = (exchange: Shown) =>
      valuesIn(exchange).flatMap((it) =>
        choiceOf(it) === choice && (isObject(it) || Array.isArray(it)) ? [Object.entries(it)] : [],
      );
    for (const value of listed) addHere('value', (it) => it === value, `= ${textOf(value)}`);
    for (const name of Object.keys(properties)) {
      addValue(add, enter(branch, 'properties', name), {
        path: pointerTo(here, name),
        valuesIn: (exchange) => objectsIn(exchange).map((entries) => new Map(entries).get(name)),
        isOptional: !required.includes(name),
      });
    }
    const others = schema.items ? 'items' : 'additionalProperties';
    if (typeof schema[others] !== 'object') continue;
    const isOther = ([name]: [string, unknown]) => !Object.hasOwn(properties, name);
    addValue(add, enter(branch, others), {
      path: pointerTo(here, '*'),
      valuesIn: (exchange) =>
        objectsIn(exchange).flatMap((entries) => entries.filter(isOther).map(([, it]) => it)),
    });
  }
}

/** Returns the schemas and types that a value may have. */
function choicesOf(union: Element) {
  return branchesOf(union).flatMap((element) => {
    const schema = element.value as Schema;
    if (schema.anyOf ?? schema.oneOf) return [];
    const isNamed = /^#\/components\/schemas\/[^/]+$/.test(element.contract);
    return [schema.type ?? 'anything'].flat().map((type) => {
      const name = isNamed && type !== 'null' ? nameOf(element.contract) : type;
      return { name, schema: { ...schema, type }, element };
    });
  });
}

const kindsOfEntries = {
  transitions: 'transition',
  unchanged: 'unchanged',
  rejected: 'rejected',
} as const;

function lifecyclePoints([group, element]: readonly [string, Element]): LifecyclePoint[] {
  if (!('x-lifecycle' in element.value)) return [];
  const lifecycle = enter(element, 'x-lifecycle');
  return Object.entries(kindsOfEntries).flatMap(([list, kind]) =>
    entriesOf(lifecycle, list).map(([, { value, contract: pointer }]) => {
      const { in: state = '', ...entry } = value as Partial<
        Transition & Lifecycle['rejected'][number]
      >;
      const { from = state, to = state, operation, cause = operation, status } = entry;
      const change = kind === 'transition' ? `-${cause}-> ${to}` : `${operation} ${kind}`;
      const id = `${group} ${from} ${change}`;
      return { id, kind, group, part: 'lifecycle', contract: pointer, from, to, operation, status };
    }),
  );
}

/** What the bundled contract declares. */
export const declared = declaredBy(contract);

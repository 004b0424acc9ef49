/** What the contract declares and exchanges can show: messages, properties, values, entries of lifecycles. */
import { isDeepStrictEqual } from 'node:util';
import {
  branchesOf,
  childOf,
  childrenOf,
  isList,
  matchesBranch,
  type Message,
  nameOf,
  pointerTo,
  type Schema,
  textOf,
} from '@agent-conversation/contract';
import { contract, type Operation, operations, resolve } from '../contract.ts';
import { lifecycleSteps } from '../oracle/lifecycles.ts';
import type { Point, PointKind } from './types.ts';

/** A point, and whether an exchange shows it. */
interface ShownPoint extends Point {
  readonly isShown: boolean;
}

/**
 * The valid values of an exchange: what was sent for a parameter, by its location and name; the body or undefined of a
 * `request`; the body of a `request` or a status with a media type.
 */
export type Shown = ReadonlyMap<string, readonly unknown[]>;

/** Yields the points of an operation. */
export function* operationPoints(
  { operationId, parameters, requestBody, responses }: Operation,
  shown: Shown = new Map(),
): Generator<ShownPoint> {
  const valuesOf = (part: string) => shown.get(part) ?? [];

  for (const { name, in: location, required } of parameters) {
    const part = `${location} ${name}`;
    const point = pointsAt(`${operationId} ${part}`, valuesOf(part));
    yield point('present', (it) => it !== undefined);
    if (!required) yield point('absent', (it) => it === undefined);
  }

  if (requestBody) {
    yield* messagePoints(operationId, 'request', requestBody, shown);
    const point = pointsAt(`${operationId} request`, valuesOf('request'));
    if (!requestBody.required) yield point('absent', (it) => it === undefined);
  }
  for (const [status, response] of Object.entries(responses))
    yield* messagePoints(operationId, status, response, shown);
}

/** Yields the points of a request or a response. */
function* messagePoints(
  operationId: string,
  name: string,
  { content = {} }: Message,
  shown: Shown,
): Generator<ShownPoint> {
  const location = `${operationId} ${name}`;
  for (const [mediaType, media] of Object.entries(content)) {
    const values = shown.get(`${name} ${mediaType}`) ?? [];
    const point = pointsAt(location, values);
    yield point('message', () => true, mediaType);
    for (const [id, example] of Object.entries(media.examples ?? {})) {
      const { value } = resolve(example);
      const isExample = (it: unknown) => isDeepStrictEqual(it, value);
      yield point('example', isExample, `example ${id}`);
    }
    yield* schemaPoints(media.schema, `${location} body `, values);
  }
}

/** Returns a function that makes a point of what the values at a location can show. */
function pointsAt(location: string, values: readonly unknown[]) {
  return (
    kind: PointKind,
    isShown: (value: unknown) => boolean,
    what: string = kind,
  ): ShownPoint => ({
    id: `${location.trimEnd()} ${what}`,
    kind,
    isShown: values.some(isShown),
  });
}

/**
 * Yields the points of a schema, and of those in it.
 *
 * @param location that of the body, a space, and a JSON Pointer (RFC 6901) with `*` for any item of a list and any name
 *   of a map, and the schema of a union in parentheses: `startSandbox 200 body /content/*(TextContent)/text`
 * @param values undefined where a property is absent
 */
export function* schemaPoints(
  schema: Schema,
  location: string,
  values: readonly unknown[],
  role: 'body' | 'item' | 'required' | 'optional' = 'body',
): Generator<ShownPoint> {
  const point = pointsAt(location, values);
  const all = choicesOf(schema);
  const choices = all.filter(({ type }) => type !== 'null');
  const choiceOf = (value: unknown) =>
    choices.find((it) => matchesBranch(contract, it, value));
  const isEmpty = (value: unknown) => isList(value) && value.length === 0;
  const isUnion = choices.length > 1;
  const isProperty = role === 'required' || role === 'optional';
  const isNullable = role !== 'body' && choices.length < all.length;
  const hasList = choices.some(({ type }) => type === 'array');

  if (isProperty || isNullable || (role === 'body' && hasList))
    yield point('present', (it) => choiceOf(it) !== undefined && !isEmpty(it));
  if (hasList) yield point('empty', isEmpty);
  if (role === 'optional') yield point('absent', (it) => it === undefined);
  if (isNullable) yield point('null', (it) => it === null);
  for (const choice of isUnion ? choices : [])
    yield point('choice', (it) => choiceOf(it) === choice, `is ${choice.name}`);

  for (const choice of choices) {
    const { properties, required, enum: listed = [], ...others } = choice;
    for (const value of listed)
      yield point('value', (it) => it === value, `= ${textOf(value)}`);
    const ofChoice = values.filter((it) => choiceOf(it) === choice);
    // Two of the choices may have properties of the same name.
    const inner = isUnion ? `${location}(${choice.name})` : location;
    for (const [name, property] of Object.entries(properties)) {
      yield* schemaPoints(
        property,
        pointerTo(inner, name),
        ofChoice.map((it) => childOf(it, name)),
        required.includes(name) ? 'required' : 'optional',
      );
    }
    const item = others.items ?? others.additionalProperties;
    if (typeof item !== 'object') continue;
    const items = ofChoice
      .flatMap(childrenOf)
      .filter(([name]) => !Object.hasOwn(properties, name))
      .map(([, value]) => value);
    yield* schemaPoints(item, pointerTo(inner, '*'), items, 'item');
  }
}

/** Returns the schemas and types that a value may have. */
function choicesOf(union: Schema) {
  return branchesOf(contract, union).flatMap(({ pointer, value }) => {
    const { properties = {}, required = [], ...schema } = value as Schema;
    return [schema.type].flat().map((type) => {
      const name = pointer === undefined ? type : nameOf(pointer);
      return { ...schema, properties, required, type, name };
    });
  });
}

/** The points of the bundled contract, in its order. */
export const declared: readonly Point[] = [
  ...operations.flatMap((it) => [...operationPoints(it)]),
  ...lifecycleSteps,
];

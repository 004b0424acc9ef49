/** What the contract declares and exchanges can show: messages, properties, values, entries of lifecycles. */
import { isDeepStrictEqual } from 'node:util';
import {
  branchesOf,
  childOf,
  childrenOf,
  isList,
  matchesBranch,
  nameOf,
  pointerTo,
  type Resolved,
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
 * The valid values of an exchange: the parameters of the `path` and the `query`, and the bodies of the `request` and of
 * the status by their media types. Those of a request that was not carried out are not there.
 */
export type Shown = Readonly<Record<string, object>>;

/** Yields the points of an operation. */
export function* operationPoints(
  { operationId, parameters, requestBody, responses }: Operation,
  shown: Shown = {},
): Generator<ShownPoint> {
  const valuesOf = (part: string, name: string) =>
    part in shown ? [childOf(shown[part], name)] : [];

  for (const { name, in: part, required } of parameters) {
    const location = `${operationId} ${part} ${name}`;
    const point = pointsAt(location, valuesOf(part, name));
    yield point('present', isPresent);
    if (!required) yield point('absent', isAbsent);
  }
  const messages = Object.entries(responses);
  for (const [part, message] of [
    ['request', requestBody],
    ...messages,
  ] as const) {
    const location = `${operationId} ${part}`;
    for (const [mediaType, media] of Object.entries(message?.content ?? {})) {
      const values = valuesOf(part, mediaType);
      const point = pointsAt(location, values);
      yield point('message', isPresent, mediaType);
      for (const [id, example] of Object.entries(media.examples ?? {})) {
        const { value } = resolve(example);
        const isExample = (it: unknown) => isDeepStrictEqual(it, value);
        yield point('example', isExample, `example ${id}`);
      }
      yield* schemaPoints(media.schema, `${location} body `, values);
      if (message === requestBody && !requestBody?.required)
        yield point('absent', isAbsent);
    }
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined;
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
 * @param isRequired undefined for what is no property
 */
export function* schemaPoints(
  schema: Schema,
  location: string,
  values: readonly unknown[],
  isRequired?: boolean,
): Generator<ShownPoint> {
  const point = pointsAt(location, values);
  const all = branchesOf(contract, schema).flatMap(choicesOf);
  const choices = all.filter(({ type }) => type !== 'null');
  const choiceOf = (value: unknown) =>
    choices.find((it) => matchesBranch(contract, it, value));
  const isEmpty = (value: unknown) => isList(value) && value.length === 0;
  const isUnion = choices.length > 1;
  const isNullable = choices.length < all.length;
  const hasList = choices.some(({ type }) => type === 'array');

  if (isRequired !== undefined || isNullable || hasList)
    yield point('present', (it) => choiceOf(it) !== undefined && !isEmpty(it));
  if (hasList) yield point('empty', isEmpty);
  if (isRequired === false) yield point('absent', isAbsent);
  if (isNullable) yield point('null', (it) => it === null);
  for (const choice of isUnion ? choices : [])
    yield point('choice', (it) => choiceOf(it) === choice, `is ${choice.name}`);

  for (const choice of choices) {
    const { properties = {}, required = [], enum: listed = [] } = choice;
    for (const value of listed)
      yield point('value', (it) => it === value, `= ${textOf(value)}`);
    const ofChoice = values.filter((it) => choiceOf(it) === choice);
    // Two of the choices may have properties of the same name.
    const inner = isUnion ? `${location}(${choice.name})` : location;
    for (const [name, property] of Object.entries(properties)) {
      const inProperty = ofChoice.map((it) => childOf(it, name));
      const isRequiredProperty = required.includes(name);
      yield* schemaPoints(
        property,
        pointerTo(inner, name),
        inProperty,
        isRequiredProperty,
      );
    }
    const item = choice.items ?? choice.additionalProperties;
    if (typeof item !== 'object') continue;
    const items = ofChoice
      .flatMap(childrenOf)
      .filter(([name]) => !Object.hasOwn(properties, name))
      .map(([, value]) => value);
    yield* schemaPoints(item, pointerTo(inner, '*'), items);
  }
}

/** Returns a schema with a name, once for each type that a value may have. */
function choicesOf({ pointer, value }: Resolved) {
  const schema = value as Schema;
  return [schema.type].flat().map((type) => {
    const name = pointer === undefined ? type : nameOf(pointer);
    return { ...schema, type, name };
  });
}

/** The points of the bundled contract, in its order. */
export const declared: readonly Point[] = [
  ...operations.flatMap((it) => [...operationPoints(it)]),
  ...lifecycleSteps,
];

/** What the contract declares and exchanges can show: messages, properties, values, entries of lifecycles. */
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  childrenOf,
  isList,
  isOfType,
  type LifecycleStep,
  nameOf,
  type Parameter,
  pointerTo,
  type Schema,
  textOf,
} from '@agent-conversation/contract';
import { type Operation, operations } from '../contract.ts';
import { lifecycleSteps } from '../oracle/lifecycles.ts';
import {
  branchesOf,
  type Element,
  elementAt,
  enter,
  entriesOf,
  followed,
} from '../oracle/rules.ts';

/**
 * - `message`: a request, or a response with a status, of a media type;
 * - `example`: a body that is a named example;
 * - `present`, `absent`, `null`, `empty`: a parameter or a property that is present, is absent, is null, or is a
 *   list without items;
 * - `choice`: one of the schemas or types that a value may have;
 * - `value`: one of the values of an enumeration;
 * - `transition`, `unchanged`, `rejected`: an entry of a lifecycle.
 */
export type PointKind =
  | 'message'
  | 'example'
  | 'present'
  | 'absent'
  | 'null'
  | 'empty'
  | 'choice'
  | 'value'
  | LifecycleStep['kind'];

/** Something that the contract declares and that one or more exchanges can show. */
export interface Point {
  /**
   * Stays the same: `startSandbox 200 body /session_api_key null`, `SandboxStatus RUNNING -pauseSandbox-> PAUSED`. Its
   * first word is the operation, or the schema of the lifecycle.
   */
  readonly id: string;
  readonly kind: PointKind;
  /** Where it is declared, as a pointer into the bundle: `#/components/schemas/Sandbox/properties/id`. */
  readonly contract: string;
}

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
  { pointer, operationId, requestBody }: Operation,
  shown: Shown = new Map(),
): Generator<ShownPoint> {
  const operation = elementAt(pointer);
  const valuesOf = (part: string) => shown.get(part) ?? [];

  for (const [, parameter] of entriesOf(operation, 'parameters')) {
    const { name, in: location, required } = parameter.value as Parameter;
    const part = `${location} ${name}`;
    const point = pointsOf(parameter, `${operationId} ${part}`, valuesOf(part));
    yield point('present', (it) => it !== undefined);
    if (!required) yield point('absent', (it) => it === undefined);
  }

  const messages = entriesOf(operation, 'responses');
  if (requestBody)
    messages.unshift(['request', followed(enter(operation, 'requestBody'))]);
  for (const [name, message] of messages) {
    const location = `${operationId} ${name}`;
    for (const [mediaType, media] of entriesOf(message, 'content')) {
      const values = valuesOf(`${name} ${mediaType}`);
      yield pointsOf(media, location, values)('message', () => true, mediaType);
      for (const [id, example] of entriesOf(media, 'examples')) {
        const body = childOf(example.value, 'value');
        const isExample = (it: unknown) => isDeepStrictEqual(it, body);
        const point = pointsOf(example, location, values);
        yield point('example', isExample, `example ${id}`);
      }
      yield* schemaPoints(enter(media, 'schema'), `${location} body `, values);
    }
    if (name !== 'request' || childOf(message.value, 'required')) continue;
    const point = pointsOf(message, location, valuesOf(name));
    yield point('absent', (it) => it === undefined);
  }
}

/** Returns a function that makes a point of what the values of an element can show. */
function pointsOf(
  { contract }: Element,
  location: string,
  values: readonly unknown[],
) {
  return (
    kind: PointKind,
    isShown: (value: unknown) => boolean,
    what: string = kind,
  ): ShownPoint => ({
    id: `${location.trimEnd()} ${what}`,
    kind,
    contract,
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
  element: Element,
  location: string,
  values: readonly unknown[],
  role: 'body' | 'item' | 'required' | 'optional' = 'body',
): Generator<ShownPoint> {
  const point = pointsOf(element, location, values);
  const all = choicesOf(element);
  const choices = all.filter(({ type }) => type !== 'null');
  const choiceOf = (value: unknown) => choices.find((it) => fits(it, value));
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
    const { properties = {}, required = [], enum: listed = [] } = choice.schema;
    for (const value of listed)
      yield point('value', (it) => it === value, `= ${textOf(value)}`);
    const own = values.filter((it) => choiceOf(it) === choice);
    // Two of the choices may have properties of the same name.
    const inner = isUnion ? `${location}(${choice.name})` : location;
    for (const name of Object.keys(properties)) {
      yield* schemaPoints(
        enter(choice.element, 'properties', name),
        pointerTo(inner, name),
        own.map((it) => childOf(it, name)),
        required.includes(name) ? 'required' : 'optional',
      );
    }
    const others = choice.type === 'array' ? 'items' : 'additionalProperties';
    if (typeof choice.schema[others] !== 'object') continue;
    const items = own
      .flatMap(childrenOf)
      .filter(([name]) => !Object.hasOwn(properties, name))
      .map(([, item]) => item);
    const schema = enter(choice.element, others);
    yield* schemaPoints(schema, pointerTo(inner, '*'), items, 'item');
  }
}

/** Returns the schemas and types that a value may have. */
function choicesOf(union: Element) {
  return branchesOf(union).flatMap((element) => {
    const schema = element.value as Schema;
    if (schema.anyOf ?? schema.oneOf) return [];
    const isNamed = /^#\/components\/schemas\/[^/]+$/.test(element.contract);
    const name = isNamed ? nameOf(element.contract) : undefined;
    return [schema.type].flat().map((type) => {
      return { name: name ?? type, type, schema, element };
    });
  });
}

/** Whether a valid value is of this choice: by its type, and by its required and constant properties. */
function fits(
  { type, schema }: ReturnType<typeof choicesOf>[number],
  value: unknown,
): boolean {
  const { properties = {}, required = [] } = schema;
  if (value === undefined) return false;
  if (type !== undefined && !isOfType(value, type)) return false;
  return Object.entries(properties).every(([name, { const: tag }]) => {
    const property = childOf(value, name);
    if (property === undefined) return !required.includes(name);
    return tag === undefined || property === tag;
  });
}

/** The points of the bundled contract, in its order. */
export const declared: readonly Point[] = [
  ...operations.flatMap((it) => [...operationPoints(it)]),
  ...lifecycleSteps,
];

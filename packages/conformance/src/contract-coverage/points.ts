/** What a contract declares and exchanges can show: messages, properties, values, entries of lifecycles. */
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  childrenOf,
  isList,
  isObject,
  isOfType,
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
import type { Point, PointKind } from './summary.ts';

/**
 * The valid values of an exchange that was carried out: whether a parameter was sent, by its location and name; the
 * body or undefined of a `request`; the body of a `request` or a status with a media type.
 */
export type Shown = ReadonlyMap<string, readonly unknown[]>;

/** A point of an operation, and whether an exchange shows it. */
interface ShownPoint extends Point {
  readonly isShown: boolean | undefined;
}

/** Yields the points of an operation: all of them, or those that an exchange has values for. */
export function* operationPoints(
  { pointer, operationId: group, requestBody }: Operation,
  shown?: Shown,
): Generator<ShownPoint> {
  const operation = elementAt(pointer);
  const pointOf = (
    part: string,
    [kind, what, { contract }, isShown]: Aspect,
  ): ShownPoint => {
    return { id: `${group} ${what}`, kind, group, part, contract, isShown };
  };
  const valuesOf = (location: string) => shown && (shown.get(location) ?? []);

  for (const [, element] of entriesOf(operation, 'parameters')) {
    const { name, in: location, required } = element.value as Parameter;
    const id = `${location} ${name}`;
    const sent = valuesOf(id);
    yield pointOf('parameters', [
      'present',
      `${id} present`,
      element,
      sent?.includes(true),
    ]);
    if (required) continue;
    yield pointOf('parameters', [
      'absent',
      `${id} absent`,
      element,
      sent?.includes(false),
    ]);
  }
  const messages = entriesOf(operation, 'responses');
  if (requestBody)
    messages.unshift(['request', followed(enter(operation, 'requestBody'))]);
  for (const [name, message] of messages) {
    for (const [mediaType, media] of entriesOf(message, 'content')) {
      const part = `${name} ${mediaType}`;
      const values = valuesOf(part);
      if (values?.length === 0) continue;
      yield pointOf(part, ['message', part, media, values !== undefined]);
      for (const [id, example] of entriesOf(media, 'examples')) {
        const body = childOf(example.value, 'value');
        const isShown = values?.some((it) => isDeepStrictEqual(it, body));
        yield pointOf(part, [
          'example',
          `${name} example ${id}`,
          example,
          isShown,
        ]);
      }
      for (const [kind, what, ...rest] of aspectsOf(
        enter(media, 'schema'),
        '',
        values,
      )) {
        yield pointOf(part, [kind, `${name} body ${what}`, ...rest]);
      }
    }
    if (name !== 'request' || childOf(message.value, 'required')) continue;
    const isShown = valuesOf(name)?.includes(undefined);
    yield pointOf(name, ['absent', 'request absent', message, isShown]);
  }
}

/** What some values can show, the part of the contract that declares it, and whether they do. */
type Aspect = readonly [
  kind: PointKind,
  what: string,
  element: Element,
  isShown: boolean | undefined,
];

/**
 * Yields what the values at a location can show.
 *
 * @param path a JSON Pointer (RFC 6901), with `*` for any item of a list and any name of a map, and the schema of a
 *   union in parentheses: `/content/*(TextContent)/text`
 * @param values undefined where a property is absent; without values, all is declared and nothing shown
 * @param isOptional whether it is a property that may be absent; undefined if it is no property
 */
export function* aspectsOf(
  element: Element,
  path: string,
  values: readonly unknown[] | undefined,
  isOptional?: boolean,
): Generator<Aspect> {
  if (values?.length === 0) return;
  const all = choicesOf(element);
  const choices = all.filter(({ schema }) => schema.type !== 'null');
  const isUnion = choices.length > 1;
  const isRoot = path === '';
  const isNullable = !isRoot && choices.length < all.length;
  const hasList = choices.some(({ schema }) => schema.type === 'array');
  const isEmpty = (value: unknown) => isList(value) && value.length === 0;
  const choiceOf = (value: unknown) => {
    if (value === undefined || (value === null && isNullable)) return undefined;
    return isUnion
      ? choices.find(({ schema }) => fits(schema, value))
      : choices[0];
  };
  const aspect = (
    kind: PointKind,
    isShown: (value: unknown) => boolean,
    what: string = kind,
  ) =>
    [
      kind,
      isRoot ? what : `${path} ${what}`,
      element,
      values?.some(isShown),
    ] as const;

  if (isOptional !== undefined || isNullable || (isRoot && hasList)) {
    yield aspect('present', (it) => choiceOf(it) !== undefined && !isEmpty(it));
  }
  if (hasList) yield aspect('empty', isEmpty);
  if (isOptional) yield aspect('absent', (it) => it === undefined);
  if (isNullable) yield aspect('null', (it) => it === null);
  for (const choice of isUnion ? choices : []) {
    yield aspect(
      'choice',
      (it) => choiceOf(it) === choice,
      `is ${choice.name}`,
    );
  }
  for (const choice of choices) {
    const { properties = {}, required = [], enum: listed = [] } = choice.schema;
    const own = values?.filter(
      (it) => (isObject(it) || isList(it)) && choiceOf(it) === choice,
    );
    // Two of the choices may have properties of the same name.
    const here = isUnion ? `${path}(${choice.name})` : path;
    for (const value of listed)
      yield aspect('value', (it) => it === value, `= ${textOf(value)}`);
    for (const name of Object.keys(properties)) {
      const property = enter(choice.element, 'properties', name);
      const inner = own?.map((it) => childOf(it, name));
      yield* aspectsOf(
        property,
        pointerTo(here, name),
        inner,
        !required.includes(name),
      );
    }
    const others = choice.schema.items ? 'items' : 'additionalProperties';
    if (typeof choice.schema[others] !== 'object') continue;
    const inner = own
      ?.flatMap(childrenOf)
      .flatMap(([name, it]) => (Object.hasOwn(properties, name) ? [] : [it]));
    yield* aspectsOf(
      enter(choice.element, others),
      pointerTo(here, '*'),
      inner,
    );
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

/** Whether a valid value is of this choice: by its type, and by its required and constant properties. */
function fits(
  { type, properties = {}, required = [] }: Schema,
  value: unknown,
): boolean {
  if (!isOfType(value, type)) return false;
  if (required.some((name) => childOf(value, name) === undefined)) return false;
  return Object.entries(properties).every(([name, { const: tag }]) => {
    const given = childOf(value, name);
    return tag === undefined || given === undefined || given === tag;
  });
}

/** What the bundled contract declares, in its order. */
export const declared: readonly Point[] = [
  ...operations.flatMap((it) => [...operationPoints(it)]),
  ...lifecycleSteps.map(({ id, kind, lifecycle: group, contract }) => {
    return { id, kind, group, part: 'lifecycle', contract };
  }),
];

/** How values are written in an address, a header or a part of a form (OpenAPI 3.1, sections 4.8.12 and 4.8.15). */
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import { composedIn, typeOf } from '@agent-conversation/inclusion';
import { isDeepStrictEqual } from 'node:util';
import {
  bothSides,
  child,
  childPair,
  type Element,
  otherSide,
  type Pair,
  senderIn,
  withValues,
} from './comparison.ts';
import type { Scope } from './keywords.ts';
import { followed, withoutAnnotations } from './structure.ts';

type Keyword = 'style' | 'explode' | 'allowReserved';

/** Compares how the values of an element are written. @param usualStyle where it names none */
export function compareNotation(
  element: Pair,
  usualStyle: 'form' | 'simple',
  scope: Scope,
): void {
  const { base: before, current: after } = bothSides((side) =>
    notationOf(element[side], usualStyle),
  );
  const { base, current } = bothSides((side) =>
    typesOf(scope.comparison[side], child(element[side], 'schema')),
  );
  const types = [...base, ...current];
  const styles = [before.style, after.style];
  // One value, a list in a header, and an object of depth are written alike, exploded or not.
  const isAlike =
    types.every((type) => scalars.has(type)) ||
    (styles.every((style) => style === 'simple') &&
      !types.includes('object')) ||
    styles.every((style) => style === 'deepObject');
  for (const keyword of ['style', 'explode', 'allowReserved'] as const) {
    const isSame = before[keyword] === after[keyword];
    if (isSame || (keyword === 'explode' && isAlike)) continue;
    const isAllowed =
      keyword === 'allowReserved' && after.allowReserved === true;
    const part = withValues(
      childPair(element, keyword),
      before[keyword],
      after[keyword],
    );
    const rule = isAllowed ? 'reserved-allowed' : 'serialization';
    scope.report(rule, element, { part, value: keyword });
  }
}

function notationOf(
  { value }: Element,
  usualStyle: string,
): Readonly<Record<Keyword, Json>> {
  const {
    style = usualStyle,
    explode = style === 'form',
    allowReserved = false,
  } = objectOf(value);
  return { style, explode, allowReserved };
}

const scalars = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** Returns the types of a schema; `any` where it names none. */
function typesOf(root: JsonObject, { value }: Element): readonly string[] {
  const types = composedIn(root, value).flatMap((part) => {
    const { type, enum: values, const: constant } = part;
    if (type !== undefined) return [type].flat().map(textOf);
    return (constant === undefined ? listOf(values) : [constant]).map(typeOf);
  });
  return types.length > 0 ? types : ['any'];
}

/**
 * Returns what is compared instead, where values are written alike that are different in JSON: each number is a text,
 * and a single value is a list of one. Undefined where they are not.
 */
export function writtenAlike(schema: Pair, scope: Scope): Pair | undefined {
  const { comparison, direction } = scope;
  const sender = senderIn(direction);
  const receiver = otherSide(sender);
  const pair = bothSides((side) => followed(comparison[side], schema[side]));
  const sentTypes = typesOf(comparison[sender], pair[sender]);
  const isSentScalar = sentTypes.every(
    (type) => scalars.has(type) && type !== 'null',
  );
  if (!isSentScalar) return undefined;
  const received = withoutAnnotations(pair[receiver].value);
  const isAnyText = isDeepStrictEqual(received, { type: 'string' });
  if (isAnyText && !sentTypes.includes('string'))
    return { ...pair, [receiver]: pair[sender] };
  const isAnyList =
    Object.keys(received).toSorted().join(' ') === 'items type' &&
    received['type'] === 'array';
  return isAnyList && isObject(received['items'])
    ? { ...pair, [receiver]: child(pair[receiver], 'items') }
    : undefined;
}

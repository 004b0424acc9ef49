/** How values are written in an address, a header or a part of a form (OpenAPI 3.1, sections 4.8.12 and 4.8.15). */
import {
  childrenOf,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import { typeOf } from '@agent-conversation/inclusion';
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../rules.ts';
import {
  child,
  childPair,
  type Comparison,
  type Direction,
  type Element,
  type Pair,
} from './comparison.ts';
import { followed, withoutAnnotations } from './structure.ts';

type Keyword = 'style' | 'explode' | 'allowReserved';

export interface NotationDifference {
  readonly rule: Rule;
  readonly part: Pair;
  readonly value: Keyword;
}

/** Compares how the values of an element are written. @param usualStyle where it names none */
export function compareNotation(
  comparison: Comparison,
  element: Pair,
  usualStyle: 'form' | 'simple',
): readonly NotationDifference[] {
  const [before, after] = [
    notationOf(element.base, usualStyle),
    notationOf(element.current, usualStyle),
  ];
  const types = new Set([
    ...typesOf(comparison.base, child(element.base, 'schema')),
    ...typesOf(comparison.current, child(element.current, 'schema')),
  ]);
  const styles = [before.style, after.style];
  // One value, a list in a header, and an object of depth are written alike, exploded or not.
  const isAlike =
    [...types].every((type) => scalars.has(type)) ||
    (styles.every((style) => style === 'simple') && !types.has('object')) ||
    styles.every((style) => style === 'deepObject');
  const keywords: readonly Keyword[] = ['style', 'explode', 'allowReserved'];
  return keywords
    .filter((keyword) => before[keyword] !== after[keyword])
    .filter((keyword) => keyword !== 'explode' || !isAlike)
    .map((keyword) => {
      const { base, current } = childPair(element, keyword);
      const isAllowed =
        keyword === 'allowReserved' && after.allowReserved === true;
      return {
        rule: isAllowed ? 'reserved-allowed' : 'serialization',
        part: {
          base: { ...base, value: before[keyword] },
          current: { ...current, value: after[keyword] },
        },
        value: keyword,
      };
    });
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
function typesOf(root: JsonObject, schema: Element): readonly string[] {
  const {
    type,
    allOf,
    enum: values,
    const: constant,
  } = objectOf(followed(root, schema).value);
  if (type !== undefined) return [type].flat().map(textOf);
  const listed = constant === undefined ? listOf(values) : [constant];
  if (listed.length > 0) return [...new Set(listed.map(typeOf))];
  const inner = childrenOf(allOf ?? null).flatMap(([, value]) =>
    typesOf(root, { ...schema, value }),
  );
  const known = inner.filter((each) => each !== 'any');
  return known.length > 0 ? known : ['any'];
}

/**
 * Returns what is compared instead, where values are written alike that are different in JSON: each number is a text,
 * and a single value is a list of one. Undefined where they are not.
 */
export function writtenAlike(
  comparison: Comparison,
  schema: Pair,
  direction: Direction,
): Pair | undefined {
  const base = followed(comparison.base, schema.base);
  const current = followed(comparison.current, schema.current);
  const [sender, receiver] =
    direction === 'request' ? [base, current] : [current, base];
  const side = direction === 'request' ? 'base' : 'current';
  const sentTypes = typesOf(comparison[side], sender);
  const isSentScalar = sentTypes.every(
    (type) => scalars.has(type) && type !== 'null',
  );
  if (!isSentScalar) return undefined;
  const receiverSchema = withoutAnnotations(receiver.value);
  const withReceiver = (other: Element): Pair =>
    direction === 'request'
      ? { base, current: other }
      : { base: other, current };
  const isAnyText = isDeepStrictEqual(receiverSchema, { type: 'string' });
  if (isAnyText && !sentTypes.includes('string')) return withReceiver(sender);
  const isAnyList =
    Object.keys(receiverSchema).toSorted().join(' ') === 'items type' &&
    receiverSchema['type'] === 'array';
  return isAnyList && isObject(receiverSchema['items'])
    ? withReceiver(child(receiver, 'items'))
    : undefined;
}

/** Decides whether a value satisfies a formula. */
import { isDeepStrictEqual } from 'node:util';
import {
  childrenOf,
  isList,
  isObject,
  type Json,
  textOf,
} from '@agent-conversation/contract';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Condition, Formula, Names, Positions } from './formula.ts';
import { isMultipleOf } from './numbers.ts';
import { translate, typeOf } from './translate.ts';

/** Returns undefined if it cannot be decided. */
export function satisfies(value: Json, formula: Formula): boolean | undefined {
  switch (formula.kind) {
    case 'all':
      return every(formula.of.map((each) => satisfies(value, each)));
    case 'any':
      return some(formula.of.map((each) => satisfies(value, each)));
    case 'schema':
      return withSign(
        satisfies(
          value,
          translate(formula.schema, formula.side, typeOf(value)),
        ),
        formula.holds,
      );
    default:
      return satisfiesCondition(value, formula);
  }
}

function satisfiesCondition(
  value: Json,
  condition: Condition,
): boolean | undefined {
  switch (condition.kind) {
    case 'lower':
      return condition.isExclusive
        ? Number(value) > condition.limit
        : Number(value) >= condition.limit;
    case 'upper':
      return condition.isExclusive
        ? Number(value) < condition.limit
        : Number(value) <= condition.limit;
    case 'multipleOf':
      return withSign(
        isMultipleOf(Number(value), condition.divisor),
        condition.holds,
      );
    case 'minSize':
      return sizeOf(value) >= condition.size;
    case 'maxSize':
      return sizeOf(value) <= condition.size;
    case 'values': {
      const isListed = condition.values.some((each) =>
        isDeepStrictEqual(each, value),
      );
      return withSign(isListed, condition.holds);
    }
    case 'pattern':
      return withSign(
        new RegExp(condition.pattern, 'u').test(textOf(value)),
        condition.holds,
      );
    case 'opaque':
      return withSign(hasFormat(condition, textOf(value)), condition.holds);
    case 'everyItem':
      return every(
        itemsAt(value, condition.where).map((each) =>
          satisfies(each, condition.of),
        ),
      );
    case 'someItem':
      return some(
        itemsAt(value, condition.where).map((each) =>
          satisfies(each, condition.of),
        ),
      );
    case 'minContains':
      return countIn(value, condition.of, (count) => count >= condition.count);
    case 'maxContains':
      return countIn(value, condition.of, (count) => count <= condition.count);
    case 'uniqueItems':
      return withSign(hasUniqueItems(value), condition.holds);
    case 'required':
      return isObject(value) && Object.hasOwn(value, condition.name);
    case 'absent':
      return !(isObject(value) && Object.hasOwn(value, condition.name));
    case 'everyProperty':
      return every(
        valuesAt(value, condition.where).map((each) =>
          satisfies(each, condition.of),
        ),
      );
    case 'someProperty':
      return some(
        valuesAt(value, condition.where).map((each) =>
          satisfies(each, condition.of),
        ),
      );
    case 'everyName':
      return every(namesOf(value).map((each) => satisfies(each, condition.of)));
    case 'someName':
      return some(namesOf(value).map((each) => satisfies(each, condition.of)));
    case 'declares':
      return true;
    case 'unknown':
      return undefined;
    default:
      return satisfies(value, condition);
  }
}

const withSign = (
  result: boolean | undefined,
  holds: boolean,
): boolean | undefined => (result === undefined ? undefined : result === holds);

function every(results: readonly (boolean | undefined)[]): boolean | undefined {
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

function some(results: readonly (boolean | undefined)[]): boolean | undefined {
  if (results.includes(true)) return true;
  return results.includes(undefined) ? undefined : false;
}

/** The length of a string is that of its characters (RFC 8259, section 8.2). */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return Array.from(value).length;
  return isList(value) ? value.length : namesOf(value).length;
}

const namesOf = (value: Json): readonly string[] =>
  isObject(value) ? Object.keys(value) : [];

function itemsAt(value: Json, where: Positions): readonly Json[] {
  if (!isList(value)) return [];
  return 'at' in where
    ? value.slice(where.at, where.at + 1)
    : value.slice(where.from);
}

/** Whether a name is one of those that a condition concerns. */
export function matches(name: string, where: Names): boolean {
  if ('name' in where) return name === where.name;
  const matchesPattern = (pattern: string) =>
    new RegExp(pattern, 'u').test(name);
  if ('pattern' in where) return matchesPattern(where.pattern);
  return !where.names.includes(name) && !where.patterns.some(matchesPattern);
}

function valuesAt(value: Json, where: Names): readonly Json[] {
  if (!isObject(value)) return [];
  return childrenOf(value).flatMap(([name, each]) =>
    matches(String(name), where) ? [each] : [],
  );
}

function countIn(
  value: Json,
  of: Formula,
  isCount: (count: number) => boolean,
): boolean | undefined {
  const results = isList(value) ? value.map((each) => satisfies(each, of)) : [];
  if (results.includes(undefined)) return undefined;
  return isCount(results.filter((result) => result === true).length);
}

function hasUniqueItems(value: Json): boolean {
  const items = isList(value) ? value : [];
  return items.every((item, at) =>
    items.slice(at + 1).every((other) => !isDeepStrictEqual(item, other)),
  );
}

/** Returns undefined for keywords that only annotate a string, and for formats that nobody defines. */
function hasFormat(
  { keyword, value: format }: Extract<Condition, { readonly kind: 'opaque' }>,
  text: string,
): boolean | undefined {
  if (keyword !== 'format' || !(format in fullFormats)) return undefined;
  const check: unknown = fullFormats[format as keyof typeof fullFormats];
  if (check instanceof RegExp) return check.test(text);
  if (typeof check === 'function')
    return (check as (value: string) => boolean)(text);
  const { validate } = check as {
    readonly validate?: RegExp | ((value: string) => boolean);
  };
  if (validate instanceof RegExp) return validate.test(text);
  return validate?.(text);
}

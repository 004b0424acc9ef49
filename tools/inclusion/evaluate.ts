/** Decides whether a value satisfies what conditions state of it: of lists and objects, only which ones they are. */
import { isDeepStrictEqual } from 'node:util';
import { type Json, textOf } from '@agent-conversation/contract';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Condition, Names } from './formula.ts';
import { isMultipleOf } from './numbers.ts';

/** Returns undefined if it cannot be decided. */
export function satisfies(
  value: Json,
  conditions: readonly Condition[],
): boolean | undefined {
  const results = conditions.map((each) => satisfiesCondition(value, each));
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
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
      return isMultipleOf(Number(value), condition.divisor) === condition.holds;
    case 'minSize':
      return lengthOf(value) >= condition.size;
    case 'maxSize':
      return lengthOf(value) <= condition.size;
    case 'values': {
      const isListed = condition.values.some((each) =>
        isDeepStrictEqual(each, value),
      );
      return isListed === condition.holds;
    }
    case 'pattern':
      return (
        new RegExp(condition.pattern, 'u').test(textOf(value)) ===
        condition.holds
      );
    case 'opaque': {
      const isOfFormat = hasFormat(condition, textOf(value));
      return isOfFormat === undefined
        ? undefined
        : isOfFormat === condition.holds;
    }
    default:
      return undefined;
  }
}

/** The length of a string is that of its characters (RFC 8259, section 8.2). */
const lengthOf = (value: Json): number => Array.from(textOf(value)).length;

/** Whether a name is one of those that a condition concerns. */
export function matches(name: string, where: Names): boolean {
  if ('name' in where) return name === where.name;
  const matchesPattern = (pattern: string) =>
    new RegExp(pattern, 'u').test(name);
  if ('pattern' in where) return matchesPattern(where.pattern);
  return !where.names.includes(name) && !where.patterns.some(matchesPattern);
}

/** Returns undefined for keywords that only annotate a string, and for formats that nobody defines. */
function hasFormat(
  { keyword, value }: Extract<Condition, { readonly kind: 'opaque' }>,
  text: string,
): boolean | undefined {
  if (keyword !== 'format' || !(value in fullFormats)) return undefined;
  const format = fullFormats[value as keyof typeof fullFormats] as Format;
  const check = 'validate' in format ? format.validate : format;
  return check instanceof RegExp ? check.test(text) : check(text);
}

type Check = RegExp | ((text: string) => boolean);
type Format = Check | { readonly validate: Check };

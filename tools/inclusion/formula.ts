/**
 * What one type of values must satisfy, as a formula in negation normal form: conditions that one keyword states,
 * combined with "all" and "any". Schemas in it are translated when they are reached.
 */
import type { Json } from '@agent-conversation/contract';
import type { Side } from './side.ts';

/** The types of JSON values (JSON Schema 2020-12 Core, section 4.2.1); an integer is a number. */
export const jsonTypes = [
  'null',
  'boolean',
  'number',
  'string',
  'array',
  'object',
] as const;
export type JsonType = (typeof jsonTypes)[number];

/** A schema that a value satisfies, or must not satisfy. */
export interface SchemaCondition {
  readonly kind: 'schema';
  readonly schema: Json;
  readonly side: Side;
  readonly holds: boolean;
}

/** Which properties a condition concerns: one, those that match a pattern, or all others. */
export type Names =
  | { readonly name: string }
  | { readonly pattern: string }
  | { readonly names: readonly string[]; readonly patterns: readonly string[] };

/** Which items a condition concerns: one, or all from an index on. */
export type Positions = { readonly at: number } | { readonly from: number };

/** One type for each of several kinds. */
type Each<Kind extends string, Rest> = Kind extends string
  ? { readonly kind: Kind } & Rest
  : never;

export type Condition =
  | SchemaCondition
  /** A number is at least, or at most, a limit. */
  | Each<
      'lower' | 'upper',
      { readonly limit: number; readonly isExclusive: boolean }
    >
  | Each<'multipleOf', { readonly divisor: number; readonly holds: boolean }>
  /** The size of a string, an array or an object. */
  | Each<'minSize' | 'maxSize', { readonly size: number }>
  | Each<
      'values',
      { readonly values: readonly Json[]; readonly holds: boolean }
    >
  | Each<'pattern', { readonly pattern: string; readonly holds: boolean }>
  /** A keyword whose values only match if they are equal, such as `format`. */
  | Each<
      'opaque',
      {
        readonly keyword: string;
        readonly value: string;
        readonly holds: boolean;
      }
    >
  /** Every one of these items satisfies a formula, or some do. */
  | Each<
      'items',
      {
        readonly where: Positions;
        readonly isEvery: boolean;
        readonly of: Formula;
      }
    >
  /** How many items satisfy a formula. */
  | Each<
      'minContains' | 'maxContains',
      { readonly of: Formula; readonly count: number }
    >
  | Each<'uniqueItems', { readonly holds: boolean }>
  /** Whether an object has a property. */
  | Each<'property', { readonly name: string; readonly holds: boolean }>
  /** Every one of these properties satisfies a formula, or some do. */
  | Each<
      'properties',
      { readonly where: Names; readonly isEvery: boolean; readonly of: Formula }
    >
  /** Every name of a property satisfies a formula, or some do. */
  | Each<'names', { readonly isEvery: boolean; readonly of: Formula }>
  /** Whoever sends the object sends these properties, or any at all, and none that is not declared. */
  | Each<'declares', { readonly where: Names | 'any' }>
  /** The size of an object is limited: with fewer names than that, others are sent too. */
  | Each<'declaresSize', { readonly size: number }>
  /** What cannot be decided. */
  | Each<'unknown', { readonly keyword: string }>;

export type Formula =
  Condition | Each<'all' | 'any', { readonly of: readonly Formula[] }>;

export const always: Formula = { kind: 'all', of: [] };
export const never: Formula = { kind: 'any', of: [] };

/** Whether a value is one of a list of one. */
export const isEqualTo = (value: Json): Formula => ({
  kind: 'values',
  values: [value],
  holds: true,
});

/** Every item at some positions satisfies a formula. */
export const everyItem = (where: Positions, of: Formula): Condition => ({
  kind: 'items',
  where,
  isEvery: true,
  of,
});

/** Every property with some names satisfies a formula. */
export const everyProperty = (where: Names, of: Formula): Condition => ({
  kind: 'properties',
  where,
  isEvery: true,
  of,
});

/** The limits that conditions set for the size of a value. */
export function sizesIn(conditions: readonly Condition[]) {
  const sizesOf = (kind: 'minSize' | 'maxSize') =>
    conditions.flatMap((it) => (it.kind === kind ? [it.size] : []));
  return {
    minimum: Math.max(0, ...sizesOf('minSize')),
    maximum: Math.min(Infinity, ...sizesOf('maxSize')),
  };
}

/** Whether an object has a property. */
export const hasProperty = (name: string, holds = true): Condition => ({
  kind: 'property',
  name,
  holds,
});

export const all = (...of: readonly Formula[]): Formula =>
  of.length === 1 ? of[0]! : { kind: 'all', of };
export const any = (...of: readonly Formula[]): Formula =>
  of.length === 1 ? of[0]! : { kind: 'any', of };

export const isAlways = (formula: Formula): boolean =>
  formula.kind === 'all' && formula.of.every(isAlways);
export const isNever = (formula: Formula): boolean =>
  formula.kind === 'any' && formula.of.every(isNever);

const opposites = new WeakMap<Formula, Formula>();

/** Returns the formula that holds exactly where another does not. */
export function not(formula: Formula): Formula {
  const known = opposites.get(formula) ?? oppositeOf(formula);
  opposites.set(formula, known);
  return known;
}

function oppositeOf(formula: Formula): Formula {
  switch (formula.kind) {
    case 'all':
      return { kind: 'any', of: formula.of.map(not) };
    case 'any':
      return { kind: 'all', of: formula.of.map(not) };
    case 'lower':
    case 'upper': {
      const { kind, limit, isExclusive } = formula;
      const opposite = kind === 'lower' ? 'upper' : 'lower';
      return { kind: opposite, limit, isExclusive: !isExclusive };
    }
    case 'minSize':
      return formula.size <= 0
        ? never
        : { kind: 'maxSize', size: formula.size - 1 };
    case 'maxSize':
      return { kind: 'minSize', size: formula.size + 1 };
    case 'minContains':
      return formula.count <= 0
        ? never
        : { ...formula, kind: 'maxContains', count: formula.count - 1 };
    case 'maxContains':
      return { ...formula, kind: 'minContains', count: formula.count + 1 };
    case 'items':
    case 'properties':
    case 'names':
      return { ...formula, isEvery: !formula.isEvery, of: not(formula.of) };
    case 'declares':
    case 'declaresSize':
      return never;
    case 'unknown':
      return formula;
    default:
      return { ...formula, holds: !formula.holds };
  }
}

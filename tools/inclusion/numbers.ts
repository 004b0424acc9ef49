/** Finds numbers that satisfy conditions, exactly: JSON numbers are decimal, and binary fractions are not. */
import { all, always, type Condition, type Formula } from './formula.ts';
import { found, none, type Outcome, unknown } from './outcome.ts';

/** A decimal number: `digits / 10 ** scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads the shortest decimal that is this number, as JSON writes it. */
function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  return { digits: BigInt(whole + fraction), scale };
}

const atScale = ({ digits, scale }: Decimal, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale);

/** Whether a number is a multiple of another one. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [one, other] = [decimalOf(value), decimalOf(divisor)];
  const scale = Math.max(one.scale, other.scale);
  return atScale(one, scale) % atScale(other, scale) === 0n;
}

/** What the conditions on a number state, with all numbers as integers of one scale. */
interface Bounds {
  readonly lower: bigint | undefined;
  readonly upper: bigint | undefined;
  readonly step: bigint | undefined;
  readonly steps: readonly bigint[];
  readonly scale: number;
}

/** How many candidates are tried before the search is given up. */
const mostCandidates = 2000;

/**
 * Returns a number that satisfies all conditions.
 *
 * @param satisfies whether a number does
 */
export function findNumber(
  conditions: readonly Condition[],
  satisfies: (value: number) => boolean,
): Outcome {
  const bounds = boundsOf(conditions);
  const { lower, upper, step, steps, scale } = bounds;
  if (lower !== undefined && upper !== undefined && lower > upper) return none;
  // A multiple of the step is a multiple of each divisor of the step.
  if (step !== undefined && steps.some((each) => step % each === 0n))
    return none;
  const candidates =
    step === undefined ? inInterval(bounds) : multiplesIn(bounds, step);
  let count = 0;
  for (const candidate of candidates) {
    const value = Number(`${candidate}e-${scale}`);
    if (Number.isFinite(value) && satisfies(value)) return found(value);
    count += 1;
    if (count === mostCandidates) return unknown('multipleOf');
  }
  const isExhausted =
    step !== undefined || (lower !== undefined && lower === upper);
  return isExhausted ? none : unknown('multipleOf');
}

function boundsOf(conditions: readonly Condition[]): Bounds {
  const numbers = conditions.flatMap((condition) => {
    if (condition.kind === 'lower' || condition.kind === 'upper')
      return [condition.limit];
    return condition.kind === 'multipleOf' ? [condition.divisor] : [];
  });
  // Two more digits leave room between two limits.
  const scale =
    2 + Math.max(0, ...numbers.map((each) => decimalOf(each).scale));
  const scaled = (value: number) => atScale(decimalOf(value), scale);
  let lower: bigint | undefined;
  let upper: bigint | undefined;
  let step: bigint | undefined;
  const steps: bigint[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'lower') {
      const limit = scaled(condition.limit) + (condition.isExclusive ? 1n : 0n);
      if (lower === undefined || limit > lower) lower = limit;
    } else if (condition.kind === 'upper') {
      const limit = scaled(condition.limit) - (condition.isExclusive ? 1n : 0n);
      if (upper === undefined || limit < upper) upper = limit;
    } else if (condition.kind === 'multipleOf') {
      const divisor = scaled(condition.divisor);
      if (!condition.holds) steps.push(divisor);
      else
        step =
          step === undefined ? divisor : leastCommonMultiple(step, divisor);
    }
  }
  return { lower, upper, step, steps, scale };
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b];
  while (other !== 0n) [one, other] = [other, one % other];
  return (a / one) * b;
}

const isInside =
  ({ lower, upper }: Bounds) =>
  (value: bigint): boolean =>
    (lower === undefined || value >= lower) &&
    (upper === undefined || value <= upper);

/** Multiples of a step that are in an interval, the nearest to 0 first. */
function* multiplesIn(bounds: Bounds, step: bigint): Generator<bigint> {
  const { lower = 0n, upper = 0n } = bounds;
  // The nearest limit is reached with the next multiple that is not nearer.
  const ahead = step - 1n;
  let nearest = 0n;
  if (lower > 0n) nearest = lower + ahead;
  if (upper < 0n) nearest = upper - ahead;
  const first = (nearest / step) * step;
  for (let distance = 0n; ; distance += step) {
    const both = new Set([first + distance, first - distance]);
    const inside = [...both].filter(isInside(bounds));
    if (inside.length === 0) return;
    yield* inside;
  }
}

/** Numbers of an interval without steps: round ones, its limits, and some between them. */
function* inInterval(bounds: Bounds): Generator<bigint> {
  const { lower, upper, scale } = bounds;
  const one = 10n ** BigInt(scale);
  const start = lower ?? (upper === undefined ? 0n : upper - 100n * one);
  const end = upper ?? start + 100n * one;
  const limits = [start, end, start + one, end - one];
  const round = [0n, one, -one, one / 2n, ...limits];
  yield* round.filter(isInside(bounds));
  const parts = 97n;
  for (let part = 1n; part < parts; part += 1n)
    yield start + ((end - start) * part) / parts;
}

/** What formats of numbers mean (OpenAPI 3.1, section 4.4.1). */
export const numberFormats: Readonly<Record<string, Formula>> = {
  int32: integersUpTo(2 ** 31),
  int64: integersUpTo(2 ** 63),
  float: all(
    { kind: 'lower', limit: -3.4028234663852886e38, isExclusive: false },
    { kind: 'upper', limit: 3.4028234663852886e38, isExclusive: false },
  ),
  double: always,
};

function integersUpTo(limit: number): Formula {
  return all(
    { kind: 'multipleOf', divisor: 1, holds: true },
    { kind: 'lower', limit: -limit, isExclusive: false },
    { kind: 'upper', limit, isExclusive: true },
  );
}

/**
 * Random pairs of schemas: no value contradicts that one schema includes another one, and every counterexample is one.
 * Part of `npm run check`. `SEED=1` repeats a run.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as fc from 'fast-check';
import { check_compat as checkCompatibility, initSync } from 'jsoncompat';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '@agent-conversation/contract';
import { Inclusion, type Outcome } from './index.ts';
import { isDeclared } from './testing/declared-values.ts';
import { schemaPairs, valuesLike } from './testing/random-schemas.ts';

const numRuns = 10_000;
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const wasm = import.meta.resolve('jsoncompat/jsoncompat_wasm_bg.wasm');
initSync({ module: readFileSync(fileURLToPath(wasm)) });

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  logger: false,
});
formats.default(ajv);

type Pair = readonly [a: JsonObject, b: JsonObject];
type Validate = (value: Json) => boolean | undefined;

function compile(schema: JsonObject): Validate {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => validate(value);
}

function interpret(schema: JsonObject): Validate {
  const validator = new Validator(schema, '2020-12');
  return (value) => validator.validate(value).valid;
}

function compare(
  inclusion: Inclusion,
  [a, b]: Pair,
  sendsDeclared: boolean,
): Outcome {
  return inclusion.counterexample(
    { schema: a, side: { id: 'a', root: a, sendsDeclared } },
    { schema: b, side: { id: 'b', root: b } },
  );
}

/** Compares all values, and those of senders who send only what is declared. */
function compareBoth([a, b]: Pair, values: readonly Json[]) {
  const inclusion = new Inclusion(a, b);
  const all = compare(inclusion, [a, b], false);
  const sent = compare(inclusion, [a, b], true);
  const fault =
    faultOfPair(all, [a, b], values) ??
    faultOfPair(
      sent,
      [a, b],
      values.filter((value) => isDeclared(value, a, a) === true),
    );
  const isFree =
    sent.kind === 'value' && isDeclared(sent.value, a, a) === false;
  const undeclared = isFree
    ? `not declared: ${JSON.stringify(sent.value)}`
    : undefined;
  return { all, sent, fault: fault ?? undeclared };
}

/** Returns what contradicts an outcome, by validators of both schemas. */
function faultOf(
  outcome: Outcome,
  isOfA: Validate,
  isOfB: Validate,
  values: readonly Json[],
) {
  if (outcome.kind === 'unknown') return undefined;
  if (outcome.kind === 'none') {
    const value = values.find(
      (each) => isOfA(each) === true && isOfB(each) === false,
    );
    return value === undefined
      ? undefined
      : `not included: ${JSON.stringify(value)}`;
  }
  const { value } = outcome;
  if (isOfA(value) === false)
    return `not valid under a: ${JSON.stringify(value)}`;
  return isOfB(value) === true
    ? `valid under b: ${JSON.stringify(value)}`
    : undefined;
}

/** Returns what two validators agree on. */
function faultOfPair(outcome: Outcome, [a, b]: Pair, values: readonly Json[]) {
  try {
    // It interprets schemas, which takes less time than the code that Ajv generates for each.
    const fault = faultOf(outcome, interpret(a), interpret(b), values);
    return fault && faultOf(outcome, compile(a), compile(b), values);
  } catch {
    return undefined; // Code that Ajv generates may fail.
  }
}

/** Whether jsoncompat takes every value of the first schema for one of the second; undefined if it does not decide. */
function opinionOf(a: JsonObject, b: JsonObject): boolean | undefined {
  try {
    return checkCompatibility(
      JSON.stringify(b),
      JSON.stringify(a),
      'serializer',
    );
  } catch {
    return undefined;
  }
}

test(`${numRuns} pairs of schemas, seed ${seed}`, () => {
  const counts = { value: 0, none: 0, unknown: 0 };
  const countsOfSent = { ...counts };
  const opinions = { same: 0, other: 0, none: 0 };
  let count = 0;
  const property = fc.property(
    schemaPairs,
    valuesLike,
    ([a, b], makeValues) => {
      const { all, sent, fault } = compareBoth([a, b], makeValues(a, b));
      counts[all.kind] += 1;
      countsOfSent[sent.kind] += 1;
      if (fault !== undefined) throw new Error(fault);
      // It takes ten times as long as all the rest.
      const isAsked = ++count % 20 === 0;
      const opinion = isAsked ? opinionOf(a, b) : undefined;
      if (!isAsked) return;
      if (opinion === undefined || all.kind === 'unknown') opinions.none += 1;
      else opinions[opinion === (all.kind === 'none') ? 'same' : 'other'] += 1;
    },
  );
  fc.assert(property, { numRuns, seed });
  console.log(`seed ${seed}:`, counts, 'only what is declared:', countsOfSent);
  console.log('jsoncompat:', opinions);
  expect(counts.unknown).toBeLessThan(numRuns / 50);
  expect(counts.value).toBeGreaterThan(numRuns / 20);
});

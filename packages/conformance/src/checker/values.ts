/** Reads JSON values of which nothing is known, and makes values that are the same for the same seed. */
import { createHash } from 'node:crypto';
import { type JsonObject, objectOf } from '@agent-conversation/contract';
import * as fc from 'fast-check';

/** The objects of a list; none if it is not a list. */
export function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** A text that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Values of an arbitrary: the same each time for the same seed and name, whatever else a run does. */
export function sample<T>(values: fc.Arbitrary<T>, count: number, seed: number, name: string): T[] {
  return fc.sample(values, { seed: digest(seed, name).readInt32BE(), numRuns: count });
}

/** A text that nobody has chosen before. */
export function madeUp(seed: number, name: string): string {
  return `made-up-${digest(seed, name).toString('hex', 0, 12)}`;
}

/** A UUID (RFC 9562, section 5.4) that nobody has chosen before. */
export function madeUpUuid(seed: number, name: string): string {
  const hex = digest(seed, name).toString('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

function digest(seed: number, name: string): Buffer {
  return createHash('sha256').update(`${seed} ${name}`).digest();
}

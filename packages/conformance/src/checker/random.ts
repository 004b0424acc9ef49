import { createHash } from 'node:crypto';
import * as fc from 'fast-check';

/**
 * Values of an arbitrary: the same each time for the same seed and name, whatever else a run does.
 *
 * @param name such as the id of a check
 */
export function sample<T>(
  values: fc.Arbitrary<T>,
  count: number,
  { seed, name }: { readonly seed: number; readonly name: string },
): T[] {
  return fc.sample(values, { seed: digest(seed, name).readInt32BE(), numRuns: count });
}

/** A text that nobody has chosen before: the same each time for the same seed and name. */
export function madeUp(seed: number, name: string): string {
  return `made-up-${digest(seed, name).toString('hex', 0, 12)}`;
}

/** A UUID (RFC 9562, section 5.4) that nobody has chosen before: the same each time for the same seed and name. */
export function madeUpUuid(seed: number, name: string): string {
  const hex = digest(seed, name).toString('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

function digest(seed: number, name: string): Buffer {
  return createHash('sha256').update(`${seed} ${name}`).digest();
}

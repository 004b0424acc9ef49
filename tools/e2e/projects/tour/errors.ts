/** The classes of errors, and their guards. */
import assert from 'node:assert/strict';
import * as library from '@agent-conversation/client';
import { collectErrors } from './failures.ts';

/** The classes of errors that the client exports. */
export const errorClasses: ReadonlyMap<string, Function> = new Map(
  Object.entries(library).flatMap(([name, value]) =>
    typeof value === 'function' && value.prototype instanceof Error ? [[name, value]] : [],
  ),
);

/**
 * Looks whether the guard of each class tells its errors from all others.
 *
 * @returns the classes that have been thrown
 */
export async function guardErrors(): Promise<ReadonlySet<string>> {
  const thrown = new Set<string>();
  const errors = await collectErrors();
  for (const [name, errorClass] of errorClasses) {
    const guard: unknown = Object.entries(library).find(([it]) => it === `is${name}`)?.[1];
    assert(typeof guard === 'function', `${name} has a guard`);
    for (const error of errors) {
      const isOne = error instanceof errorClass;
      if (isOne) thrown.add(name);
      assert.equal(guard(error), isOne, `is${name} of ${error.name}`);
    }
    assert.equal(guard(new Error('another')), false);
    assert.equal(guard(undefined), false);
  }
  return thrown;
}

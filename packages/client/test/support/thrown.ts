import { expect } from 'vitest';

/** What a call throws, or what a function that makes one throws. A test fails if there is nothing. */
export async function thrownBy(call: PromiseLike<unknown> | (() => unknown)): Promise<Error> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    return error as Error;
  }
  return expect.fail('nothing was thrown');
}

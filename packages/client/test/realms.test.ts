import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPrograms, run } from './support.ts';
import { samples } from './samples.ts';

interface Seen {
  readonly known: readonly string[];
  readonly instanceOf: readonly string[];
  readonly isErrorHere: boolean;
  readonly goesThrough: boolean;
}

let seen: Readonly<Record<string, Readonly<Record<string, Seen>>>>;
beforeAll(async () => {
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  seen = (await run('realms.ts', { flags })) as typeof seen;
}, 60_000);
afterAll(endPrograms);

const withApiError =
  /^(BadRequest|Unauthorized|NotFound|Validation|RateLimit|UnexpectedResponse)Error$/;

describe.each([
  ['of a second copy', true],
  ['from another realm', false],
])('an error %s', (where, isErrorHere) => {
  test.each(samples)('that is a $name is known by its guards', ({ name }) => {
    const kinds = ['ClientError', ...(withApiError.test(name) ? ['ApiError'] : []), name];
    expect(seen[where]?.[name]).toEqual({
      known: kinds.toSorted(),
      // So it is one that the classes of this copy do not know.
      instanceOf: [],
      isErrorHere,
      goesThrough: true,
    });
  });
});

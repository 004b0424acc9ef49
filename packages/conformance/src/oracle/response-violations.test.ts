import { expect, test } from 'vitest';
import { isBodiless } from './response-violations.ts';

const declared = { description: 'With a body', content: { 'application/json': { schema: {} } } };

test.each<[method: string, status: number, declared: object | undefined, want: boolean]>([
  ['GET', 200, declared, false],
  ['GET', 404, { $ref: '#/components/responses/SettingsNotFound' }, false],
  ['GET', 500, undefined, false],
  ['HEAD', 200, declared, true],
  ['HEAD', 500, undefined, true],
  ['POST', 204, undefined, true],
  ['POST', 205, undefined, true],
  ['GET', 304, undefined, true],
  ['GET', 103, undefined, true],
  ['POST', 202, { description: 'Without a body' }, true],
])(
  'an answer to %s with %i, declared as %j, has no body: %s',
  (method, status, described, want) => {
    expect(isBodiless(method, status, described)).toBe(want);
  },
);

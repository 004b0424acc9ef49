import * as exported from '@agent-conversation/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samples } from './samples.ts';
import { endPrograms, run, thrownBy } from './support.ts';

type Guard = (value: unknown) => boolean;

const api = ['ApiError', 'ClientError'];
/** Every class of errors, with those that it extends. */
const classes: Readonly<Record<string, readonly string[]>> = {
  ClientError: [],
  ApiError: ['ClientError'],
  BadRequestError: api,
  UnauthorizedError: api,
  NotFoundError: api,
  ValidationError: api,
  RateLimitError: api,
  UnexpectedResponseError: api,
  TimeoutError: ['ClientError'],
  ConnectionError: ['ClientError'],
  AbortedError: ['ClientError'],
  RedirectError: ['ClientError'],
  WaitError: ['ClientError'],
};
const names = Object.keys(classes).toSorted();
const kindsOf = (name: string) => [name, ...classes[name]!].toSorted();
const all: Readonly<Record<string, unknown>> = exported;
const knownOf = (error: unknown) => names.filter((it) => (all[`is${it}`] as Guard)(error));

afterAll(endPrograms);

test('the package exports these classes and their guards, and there is a sample of each', () => {
  const errors = Object.keys(exported).filter((it) => it.endsWith('Error'));
  expect(errors.toSorted()).toEqual([...names, ...names.map((it) => `is${it}`)].toSorted());
  // These two are extended by all others; a declared status without a class would be an ApiError.
  const thrown = [...samples.map(({ name }) => name), 'ClientError', 'ApiError'];
  expect(thrown.toSorted()).toEqual(names);
});

test.each(samples)(
  '$name has its classes, guards, message, cause and form for logs',
  async (it) => {
    const { name, call, message, properties, cause } = it;
    const error = await thrownBy(call(exported.createClient));
    expect([error.name, error.message]).toEqual([name, message]);
    expect(Object.prototype.toString.call(error)).toBe('[object Error]');
    expect(error.stack).toMatch(new RegExp(`^${name}: `));
    expect(names.filter((other) => error instanceof (all[other] as typeof Error))).toEqual(
      kindsOf(name),
    );
    expect(knownOf(error)).toEqual(kindsOf(name));
    expect('cause' in error ? String(error.cause) : undefined).toBe(cause);
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, message, ...properties });
  },
);

let seen: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
beforeAll(async () => {
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  seen = (await run('realms.ts', { flags })) as typeof seen;
}, 60_000);

test.each([
  ['of a second copy', true],
  ['from another realm', false],
])('the guards know errors %s, and a middleware can throw them', (where, isErrorHere) => {
  const expected = samples.map(({ name }) => [
    name,
    // No class of this copy knows it.
    { known: kindsOf(name), instanceOf: [], isErrorHere, goesThrough: true },
  ]);
  expect(seen[where]).toEqual(Object.fromEntries(expected));
});

test.each([
  ['a TimeoutError of the platform', new DOMException('late', 'TimeoutError')],
  ['an AbortError of the platform', new DOMException('over', 'AbortError')],
  ['an error of the same name', Object.assign(new Error('late'), { name: 'TimeoutError' })],
  ['an object like an error', { name: 'ClientError', operation: 'getSettings', attempts: 1 }],
  ['a text', 'TimeoutError'],
  ['null', null],
  ['undefined', undefined],
])('no guard knows %s', (_, value) => {
  expect(knownOf(value)).toEqual([]);
});

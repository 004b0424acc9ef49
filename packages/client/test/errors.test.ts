import * as exported from '@agent-conversation/client';
import { describe, expect, test } from 'vitest';
import { samples } from './samples.ts';
import { thrownBy } from './support.ts';

type Guard = (value: unknown) => boolean;

/** Every class of errors, with those that it extends. */
const classes: Readonly<Record<string, readonly string[]>> = {
  ClientError: [],
  ApiError: ['ClientError'],
  BadRequestError: ['ApiError', 'ClientError'],
  UnauthorizedError: ['ApiError', 'ClientError'],
  NotFoundError: ['ApiError', 'ClientError'],
  ValidationError: ['ApiError', 'ClientError'],
  RateLimitError: ['ApiError', 'ClientError'],
  UnexpectedResponseError: ['ApiError', 'ClientError'],
  TimeoutError: ['ClientError'],
  ConnectionError: ['ClientError'],
  AbortedError: ['ClientError'],
  RedirectError: ['ClientError'],
  WaitError: ['ClientError'],
};
const names = Object.keys(classes);
const all: Readonly<Record<string, unknown>> = exported;
const classOf = (name: string) => all[name] as new () => Error;
const guardOf = (name: string) => all[`is${name}`] as Guard;

test('there is nothing but these classes, each with its guard', () => {
  const exportedNames = Object.keys(exported);
  expect(
    exportedNames.filter((it) => it.endsWith('Error') && !it.startsWith('is')).toSorted(),
  ).toEqual(names.toSorted());
  expect(exportedNames.filter((it) => /^is.*Error$/.test(it)).toSorted()).toEqual(
    names.map((it) => `is${it}`).toSorted(),
  );
});

describe.each(samples)('$name', ({ name, cause, call, json }) => {
  const kinds = [name, ...classes[name]!];

  test('is what it says, and nothing else', async () => {
    const error = await thrownBy(call(exported.createClient));
    expect(error.name).toBe(name);
    expect(Object.prototype.toString.call(error)).toBe('[object Error]');
    expect(names.filter((it) => error instanceof classOf(it)).toSorted()).toEqual(kinds.toSorted());
    expect(names.filter((it) => guardOf(it)(error)).toSorted()).toEqual(kinds.toSorted());
    expect(error.stack).toMatch(new RegExp(`^${name}: `));
  });

  test('has a cause, if there is one', async () => {
    const error = await thrownBy(call(exported.createClient));
    expect('cause' in error ? String(error.cause) : undefined).toBe(cause);
  });

  test('has a form for logs', async () => {
    const error = await thrownBy(call(exported.createClient));
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, ...json });
    expect(error.message).toBe(json.message);
  });
});

test('every class that is thrown has a sample', () => {
  const seen = samples.map(({ name }) => name);
  // These two are extended by all others; a declared status that has no class would be an ApiError.
  expect([...seen, 'ClientError', 'ApiError'].toSorted()).toEqual(names.toSorted());
});

test.each([
  ['a TimeoutError of the platform', new DOMException('late', 'TimeoutError')],
  ['an AbortError of the platform', new DOMException('over', 'AbortError')],
  ['an error of the same name', Object.assign(new Error('late'), { name: 'TimeoutError' })],
  ['an object like an error', { name: 'ClientError', operation: 'getSettings', attempts: 1 }],
  ['a text', 'TimeoutError'],
  ['null', null],
  ['undefined', undefined],
])('%s is none of ours', (_, value) => {
  expect(names.filter((name) => guardOf(name)(value))).toEqual([]);
});

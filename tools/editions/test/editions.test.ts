import { UsageError } from '@agent-conversation/cli';
import { expect, test } from 'vitest';
import { knownEditionOf, readEditionName } from '../editions.ts';

test.each([
  { version: '0.62.0', known: '0.62.0' },
  { version: '0.59.0', known: '0.62.0' },
  { version: '1.0.0', known: '1.5.0' },
  { version: '1.5.0', known: '1.5.0' },
  { version: '1.6.3', known: '1.5.0' },
  { version: '1.7.0', known: '1.11.0' },
  { version: '1.11.0', known: '1.11.0' },
  { version: '2.0.0', known: '1.11.0' },
])('$version behaves like $known', ({ version, known }) => {
  expect(knownEditionOf(version).version).toBe(known);
});

test.each(['latest', '1.5.0', '0.62.0', '1.0.0a6', '1.5.0.post1'])(
  'takes %s',
  (name) => {
    expect(readEditionName(name)).toBe(name);
  },
);

test.each([
  { name: '1.5', meant: '1.5.0' },
  { name: 'v1.5.0', meant: '1.5.0' },
  { name: '1.11', meant: '1.11.0' },
  { name: 'lates', meant: 'latest' },
])('asks whether $name was meant to be $meant', ({ name, meant }) => {
  expect(() => readEditionName(name)).toThrow(
    `'${name}' is no edition, did you mean '${meant}': name a version of the package ` +
      'openhands-ai, such as one of 0.62.0, 1.5.0, 1.11.0, or latest',
  );
});

test.each([
  '',
  '1.5',
  'late-2025',
  '../1.5.0',
  '1.5.0 --index-url=http://x',
  'v1.5.0',
])('rejects %j as an edition', (name) => {
  expect(() => readEditionName(name)).toThrow(UsageError);
});

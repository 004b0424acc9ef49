import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { currentPointer } from './current-pointer.ts';

/** A contract that has operations with these names at these paths, all with POST. */
const contract = (operations: Readonly<Record<string, string>>) => {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, operationId]) => [path, { post: { operationId } }]),
  );
  const text = JSON.stringify({ openapi: '3.1.1', info: {}, paths });
  return readContract({ text, file: 'a.json' });
};

test.each([
  { name: 'stays', current: { '/a': 'make', '/b': 'stop' }, want: '/paths/~1a/post/tags' },
  { name: 'has moved', current: { '/c': 'make', '/b': 'stop' }, want: '/paths/~1c/post/tags' },
  { name: 'gave its name to another', current: { '/b': 'make' }, want: '/paths/~1a/post/tags' },
])('an operation that $name', ({ current, want }) => {
  const released = contract({ '/a': 'make', '/b': 'stop' });
  expect(currentPointer('/paths/~1a/post/tags', released, contract(current))).toBe(want);
});

/** What the mock does against what the contract declares: lifecycles and successes, each seen in an exchange. */
import { exampleOnly } from '@agent-conversation/mock';
import { expect, test } from 'vitest';
import { declared } from '../src/contract-coverage/points.ts';
import type { Point } from '../src/contract-coverage/types.ts';
import { coverMock, readReasons } from './support/scenarios.ts';

const coverage = await coverMock({ random: false });

/**
 * Returns the points that no exchange shows, though the mock has a handler for them: successes of operations, and
 * entries of lifecycles. Others, such as optional properties, are only listed by the documentation.
 */
function missing(points: readonly Point[]): string[] {
  const reasons = readReasons();
  return points
    .filter(
      ({ kind, id }) =>
        ['transition', 'unchanged', 'rejected'].includes(kind) ||
        (kind === 'message' &&
          / 2\d\d /.test(id) &&
          !exampleOnly.some((operation) => id.startsWith(`${operation} `))),
    )
    .filter((point) => !coverage.isTouched(point) && !reasons.has(point.id))
    .map(
      (point) => `No exchange of test/support/scenarios.ts shows "${point.id}"`,
    );
}

test('the mock has a response to everything, which it validates', () => {
  expect(coverage.failed).toEqual([]);
});

test('the mock shows each success and each entry of a lifecycle', () => {
  expect(missing(declared)).toEqual([]);
});

test('a response that the mock only gives when asked for it does not count', () => {
  const status = declared.find(
    ({ id }) => id === 'getSettings 404 application/json',
  )!;
  expect(coverage.isTouched(status)).toBe(false);
});

test('what the mock does not have is reported, except an optional property', () => {
  const unseen = [
    ['message', 'newOperation 200 application/json'],
    ['present', 'startSandbox 200 body /region present'],
    ['transition', 'SandboxStatus MISSING -external-> RUNNING'],
  ].map(([kind, id]) => ({
    ...declared.find((it) => it.kind === kind)!,
    id: id!,
  }));
  expect(missing([...declared, ...unseen])).toEqual([
    expect.stringContaining('"newOperation 200 application/json"'),
    expect.stringContaining('"SandboxStatus MISSING -external-> RUNNING"'),
  ]);
});

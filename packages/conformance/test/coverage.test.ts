/** What the mock does against what the contract declares: lifecycles and successes, each seen in an exchange. */
import { exampleOnly } from '@agent-conversation/mock';
import { beforeAll, expect, test } from 'vitest';
import { type Contract, contract } from '../src/contract.ts';
import { declared, declaredBy } from '../src/contract-coverage/points.ts';
import type { Point } from '../src/contract-coverage/summary.ts';
import { type Coverage, coverMock, readReasons } from './support/coverage.ts';

let coverage: Coverage;
beforeAll(async () => {
  coverage = await coverMock({ random: false });
});

/**
 * The points that no exchange shows, though the mock has a handler for them: successes of operations, and entries of
 * lifecycles. What else is not seen, such as an optional property, is listed by the documentation and is no fault.
 */
function missing(points: readonly Point[]): string[] {
  const reasons = readReasons();
  return points
    .filter(
      ({ kind, id, group }) =>
        ['transition', 'unchanged', 'rejected'].includes(kind) ||
        (kind === 'message' && / 2\d\d /.test(id) && !exampleOnly.includes(group as never)),
    )
    .filter((point) => !coverage.isTouched(point) && !reasons.has(point.id))
    .map(
      (point) => `${point.contract}: no exchange of test/support/scenarios.ts shows "${point.id}"`,
    );
}

test('the mock responds as declared', () => {
  expect(coverage.violations).toEqual([]);
});

test('the mock shows each success and each entry of a lifecycle', () => {
  expect(missing(declared.points)).toEqual([]);
});

test.each<[string, (copy: Contract) => void, string]>([
  [
    'an operation',
    ({ paths }) => {
      const { post } = paths['/api/v1/sandboxes/{sandbox_id}/pause']!;
      Object.assign(paths, { '/api/v1/new': { post: { ...post, operationId: 'newOperation' } } });
    },
    '"newOperation 200 application/json"',
  ],
  [
    'a transition',
    ({ components }) => {
      const { transitions } = components.schemas['SandboxStatus']!['x-lifecycle']!;
      (transitions as object[]).push({ from: 'MISSING', to: 'RUNNING', cause: 'external' });
    },
    '"SandboxStatus MISSING -external-> RUNNING"',
  ],
])('reports %s that the mock does not have', (_, change, id) => {
  const copy = structuredClone(contract);
  change(copy);
  expect(missing(declaredBy(copy).points)).toEqual([expect.stringContaining(id)]);
});

test('an optional property that the mock does not send is not reported', () => {
  const copy = structuredClone(contract);
  Object.assign(copy.components.schemas['Sandbox']!.properties!, { region: { type: 'string' } });
  expect(missing(declaredBy(copy).points)).toEqual([]);
});

test('a response that the mock only gives when asked for it does not count', () => {
  const status = declared.points.find(({ id }) => id === 'getSettings 404 application/json')!;
  expect(coverage.isTouched(status)).toBe(false);
});

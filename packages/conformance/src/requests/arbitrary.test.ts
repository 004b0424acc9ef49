import { pointerTo, type Schema } from '@agent-conversation/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitrary } from './arbitrary.ts';
import { faultyRequests } from './faulty-requests.ts';
import { nothingKnown, validRequests } from './valid-requests.ts';
import { contract, operations } from '../contract.ts';
import { violations } from '../../test/support/violations.ts';

const requests = operations.filter(({ requestBody }) => requestBody);
const kinds = new Set<string>();

describe.each(requests)('the request of $operationId', (operation) => {
  const { schema } = operation.requestBody!;

  test('is valid as it is made', () => {
    expect(wrongValue(schema, 1000)).toBeUndefined();
  });

  test('is wrong where it was made wrong', () => {
    const faulty = faultyRequests(
      operation,
      validRequests(operation, nothingKnown()),
    ).filter(({ fault }) => fault.kind.startsWith('body: '));
    fc.assert(
      fc.property(faulty, ({ request, fault: { kind, loc } }) => {
        kinds.add(kind);
        const missing = `must have required property '${loc.at(-1)}'`;
        const [steps, what] = kind.endsWith('required')
          ? [loc.slice(1, -1), missing]
          : [loc.slice(1), 'must'];
        const found = violations(schema, JSON.parse(request.body!));
        expect(found).toContainEqual(
          expect.stringContaining(`${pointerTo('', ...steps) || '/'}: ${what}`),
        );
      }),
      { numRuns: 200 },
    );
  });
});

test('requests are wrong in different ways', () => {
  const some = ['body: type', 'body: enum', 'body: required'];
  expect([...kinds]).toEqual(expect.arrayContaining(some));
});

test.each(Object.entries(contract.components.schemas))(
  'values of %s are valid',
  (_, schema) => {
    expect(wrongValue(schema, 100)).toBeUndefined();
  },
);

/** The smallest of so many values that is not valid, as its receiver reads it. */
function wrongValue(schema: Schema, numRuns: number): unknown {
  const isValid = (value: unknown) =>
    violations(schema, JSON.parse(JSON.stringify(value))).length === 0;
  return fc.check(fc.property(arbitrary(schema), isValid), { numRuns })
    .counterexample?.[0];
}

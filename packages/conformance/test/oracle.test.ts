/** The oracle against the contract's examples and annotations. Validators are compared with Ajv in their package. */
import { childOf, isObject, stepsOf } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { contract, type Operation, operations } from '../src/contract.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import { plainExchange } from '../src/testing/plain-exchange.ts';
import { changesOf, exampleOf, examples } from './support/bodies.ts';

test.each(examples)('accepts $title', (example) => {
  const result = validateExchange(exchangeWith(example, example.value), {
    closed: true,
    strict: true,
  });
  expect(result).toEqual({
    operation: example.operation.operationId,
    violations: [],
  });
});

/** Exchanges with a change at every location of every example, and with undeclared statuses. */
const wrong: Exchange[] = [
  ...examples.flatMap((example) => {
    const values = [...changesOf(example.value, [5])].map(({ value }) => value);
    const unlisted = isObject(example.value)
      ? [{ ...example.value, unlisted: true }]
      : [];
    return [...values, ...unlisted].map((value) =>
      exchangeWith(example, value),
    );
  }),
  ...operations.flatMap((operation) =>
    [201, 302, 418, 500].map((status) =>
      exchangeWith({ operation, status }, {}),
    ),
  ),
];
const validate = (strict: boolean) =>
  wrong.flatMap(
    (exchange) =>
      validateExchange(exchange, { closed: true, strict }).violations,
  );
const violations = validate(false);

test('takes provenance and decision from the nearest annotation', () => {
  // Statuses that are not declared have no pointer of their own.
  const located = violations.filter(
    ({ part, contract: pointer }) =>
      part !== 'status' && !pointer.endsWith('/x-assumed'),
  );
  expect(located.length).toBeGreaterThan(500);
  for (const { contract: pointer, provenance, decision } of located) {
    // The last annotation on the way to the pointer.
    let last: unknown;
    let at: unknown = contract;
    for (const step of stepsOf(pointer.slice(1))) {
      at = childOf(at, step);
      if (childOf(at, 'x-provenance')) last = at;
    }
    const nearest = {
      provenance: childOf(last, 'x-provenance') ?? 'documented',
      decision: childOf(last, 'x-decision'),
    };
    expect({ pointer, provenance, decision }).toEqual({ pointer, ...nearest });
  }
});

test('is an error where the contract is documented or observed; strictly, also where it is assumed', () => {
  const strict = validate(true);
  for (const [
    position,
    { keyword, provenance, severity },
  ] of violations.entries()) {
    const isUnlisted = keyword === 'additionalProperties';
    const isError = provenance !== 'assumed' && !isUnlisted;
    expect({ keyword, severity }).toEqual({
      keyword,
      severity: isError ? 'error' : 'warning',
    });
    expect(strict[position]?.severity).toBe(isUnlisted ? 'warning' : 'error');
  }
  const all = new Set(violations.map(({ provenance }) => provenance));
  expect(all).toEqual(new Set(['documented', 'observed', 'assumed']));
});

/** An exchange with a body of a response, or of a request if there is no status; the other one is an example. */
function exchangeWith(
  {
    operation,
    status,
  }: { readonly operation: Operation; readonly status: number | undefined },
  body: unknown,
): Exchange {
  const { method, path } = operation;
  const line = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'sbx-4kq7m2xw')}`;
  return status === undefined
    ? plainExchange(line, 200, exampleOf(operation, 200), { sent: body })
    : plainExchange(line, status, JSON.stringify(body), {
        sent: exampleOf(operation),
      });
}

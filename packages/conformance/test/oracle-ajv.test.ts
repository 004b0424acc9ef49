import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations, resolve } from '../src/contract.ts';
import type { Finding } from '../src/oracle/finding.ts';
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import { arbitrary } from '../src/requests/arbitrary.ts';
import { exchangeOf, someRequest } from './support/example-exchanges.ts';
import { mutations } from './support/mutations.ts';
import { violations } from './support/violations.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const numRuns = 100;

const answers = operations.flatMap((operation) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    title: `${operation.operationId} ${status}`,
    schema: resolve(response).content['application/json']!.schema,
    findings: (body: unknown, closed = false): readonly Finding[] => {
      const exchange = exchangeOf(operation, someRequest(operation), Number(status), body);
      return judgeExchange(exchange, { closed }).findings;
    },
  })),
);

describe.each(answers)('$title', ({ schema, findings }) => {
  const body = fc.oneof(
    { weight: 3, arbitrary: arbitrary(schema) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

  test('random bodies are in order where Ajv says so, and closed alike', () => {
    const property = fc.property(body, (value) => {
      const found = findings(value);
      const isInOrder = violations(schema, value).length === 0;
      expect({ isInOrder: found.length === 0 }).toEqual({ isInOrder });
      const listed = findings(value, true).filter(
        ({ keyword }) => keyword !== 'additionalProperties',
      );
      expect(listed).toEqual(found);
    });
    fc.assert(property, { seed, numRuns });
  });

  test('a body that is changed in one place is wrong where Ajv says so', () => {
    const change = fc
      .tuple(arbitrary(schema), fc.nat())
      .map(([value, pick]) => {
        const all = mutations(schema, value);
        return all[pick % all.length];
      })
      .filter((it) => it !== undefined);
    const property = fc.property(change, ({ title, value }) => {
      const found = findings(value);
      const known = violations(schema, value);
      expect({ title, isInOrder: found.length === 0 }).toEqual({
        title,
        isInOrder: known.length === 0,
      });
      const strange = found.filter((it) => !known.some((line) => line.startsWith(placeOf(it))));
      expect({ title, strange }).toEqual({ title, strange: [] });
    });
    fc.assert(property, { seed, numRuns });
  });
});

/** The place as Ajv tells it, which points at what lacks a member and at what is of an unknown kind. */
function placeOf({ pointer, keyword }: Finding): string {
  const isInside = keyword === 'required' || keyword === 'discriminator';
  return `${(isInside ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer) || '/'}: `;
}

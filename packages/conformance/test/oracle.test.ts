/** The oracle against the contract's examples, against Ajv, and against the contract's annotations. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contract, operations, resolve } from '../src/contract.ts';
import type { Provenance } from '../src/oracle/exchange.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import type { Finding } from '../src/oracle/exchange.ts';
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import { arbitrary } from '../src/requests/arbitrary.ts';
import { exampleExchanges, exchangeOf, someRequest } from './support/example-exchanges.ts';
import { mutations } from './support/mutations.ts';
import { violations } from './support/violations.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const numRuns = Number(process.env['FC_RUNS'] ?? 25);

test.each(exampleExchanges)('accepts $title', ({ operation, value, withBody }) => {
  const { operationId } = operation;
  const judgement = judgeExchange(withBody(value), { closed: true, strict: true });
  expect(judgement).toEqual({ operation: operationId, findings: [] });
});

const responses = operations.flatMap((operation) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    title: `${operation.operationId} ${status}`,
    schema: resolve(response).content['application/json']!.schema,
    judge: (body: unknown): readonly Finding[] =>
      judgeExchange(exchangeOf(operation, someRequest(operation), Number(status), body)).findings,
  })),
);

describe.each(responses)('$title', ({ schema, judge }) => {
  test('agrees with Ajv about random bodies', () => {
    const body = fc.oneof(
      { weight: 3, arbitrary: arbitrary(schema) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const property = fc.property(body, (value) => {
      expect(judge(value).length === 0).toBe(violations(schema, value).length === 0);
    });
    fc.assert(property, { seed, numRuns });
  });

  test('agrees with Ajv about bodies with one change, and about where it is', () => {
    const change = fc
      .tuple(arbitrary(schema), fc.nat())
      .map(([value, pick]) => {
        const all = mutations(schema, value);
        return all[pick % all.length];
      })
      .filter((it) => it !== undefined);
    const property = fc.property(change, ({ title, value }) => {
      const found = judge(value);
      const known = violations(schema, value);
      const strange = found.filter((it) => !known.some((line) => line.startsWith(placeOf(it))));
      const isValid = known.length === 0;
      expect({ title, isValid: found.length === 0, strange }).toEqual({
        title,
        isValid,
        strange: [],
      });
    });
    fc.assert(property, { seed, numRuns });
  });
});

/** The pointer as Ajv reports it: of the object that lacks a property, or whose kind is unknown. */
function placeOf({ pointer, keyword }: Finding): string {
  const isInside = keyword === 'required' || keyword === 'discriminator';
  return `${(isInside ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer) || '/'}: `;
}

/** Exchanges with a violation in every body that the contract describes, and with undeclared statuses. */
const wrong: Exchange[] = [
  ...exampleExchanges.flatMap(({ media, value, withBody }) =>
    mutations(media.schema, value).map((it) => withBody(it.value)),
  ),
  ...operations.flatMap((operation) =>
    [201, 302, 418, 500].map((status) => exchangeOf(operation, undefined, status, {})),
  ),
];
const judge = (strict: boolean) =>
  wrong.flatMap((exchange) => judgeExchange(exchange, { closed: true, strict }).findings);
const findings = judge(false);

test('takes provenance and decision from the nearest annotation', () => {
  // Statuses that are not declared have no pointer of their own.
  const placed = findings.filter(
    ({ keyword, contract: pointer }) => keyword !== 'status' && !pointer.endsWith('/x-assumed'),
  );
  expect(placed.length).toBeGreaterThan(1000);
  for (const { contract: pointer, provenance, decision } of placed) {
    expect({ pointer, provenance, decision }).toEqual({ pointer, ...annotationAt(pointer) });
  }
});

test('is an error where the contract is documented or observed; strictly, also where it is assumed', () => {
  const strict = judge(true);
  for (const [position, { keyword, provenance, severity }] of findings.entries()) {
    const isUnlisted = keyword === 'additionalProperties';
    const isError = provenance !== 'assumed' && !isUnlisted;
    expect({ keyword, severity }).toEqual({ keyword, severity: isError ? 'error' : 'warning' });
    expect(strict[position]?.severity).toBe(isUnlisted ? 'warning' : 'error');
  }
  const all = new Set(findings.map(({ provenance }) => provenance));
  expect(all).toEqual(new Set(['documented', 'observed', 'assumed']));
});

/** The last annotation on the way to a pointer. */
function annotationAt(pointer: string): object {
  type Annotated = { readonly 'x-provenance'?: Provenance; readonly 'x-decision'?: string };
  let at: unknown = contract;
  let last: Annotated = { 'x-provenance': 'documented' };
  for (const step of pointer.slice('#/'.length).split('/')) {
    at = Reflect.get(at as object, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (Object.hasOwn(at as object, 'x-provenance')) last = at as Annotated;
  }
  return { provenance: last['x-provenance'], decision: last['x-decision'] };
}

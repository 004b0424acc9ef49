/** The oracle against the contract's examples and annotations. Validators are compared with Ajv in their package. */
import { expect, test } from 'vitest';
import { contract, operations } from '../src/contract.ts';
import type { Exchange, Provenance } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import { exampleExchanges, exchangeOf } from './support/example-exchanges.ts';
import { mutations } from './support/mutations.ts';

test.each(exampleExchanges)('accepts $title', ({ operation, value, withBody }) => {
  const { operationId } = operation;
  const result = validateExchange(withBody(value), { closed: true, strict: true });
  expect(result).toEqual({ operation: operationId, findings: [] });
});

/** Exchanges with a violation in every body that the contract describes, and with undeclared statuses. */
const wrong: Exchange[] = [
  ...exampleExchanges.flatMap(({ media, value, withBody }) =>
    mutations(media.schema, value).map((it) => withBody(it.value)),
  ),
  ...operations.flatMap((operation) =>
    [201, 302, 418, 500].map((status) => exchangeOf(operation, undefined, status, {})),
  ),
];
const validate = (strict: boolean) =>
  wrong.flatMap((exchange) => validateExchange(exchange, { closed: true, strict }).findings);
const findings = validate(false);

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
  const strict = validate(true);
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

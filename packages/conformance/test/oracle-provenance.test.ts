import { expect, test } from 'vitest';
import { contract, operations, type Provenance } from '../src/contract.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import { exampleExchanges, exchangeOf, someRequest } from './support/example-exchanges.ts';
import { mutations } from './support/mutations.ts';

interface Marks {
  readonly 'x-provenance'?: Provenance;
  readonly 'x-decision'?: string;
  readonly $ref?: string;
}

/** Queries of which each is wrong in one parameter. */
const queries = [
  'ids=a&'.repeat(101),
  'limit=0',
  'page_id=a&page_id=b',
  'sandbox_spec_id=a&sandbox_spec_id=b',
];

/** Exchanges with something wrong in every part of which the contract speaks. */
const faulty: Exchange[] = [
  ...exampleExchanges.flatMap(({ media, value, withBody }) => [
    ...mutations(media.schema, value).map((it) => withBody(it.value)),
    asText(withBody(value)),
  ]),
  ...operations.flatMap((operation) => [
    ...[201, 302, 418, 500].map((status) => exchangeOf(operation, undefined, status, {})),
    ...queries.map((query) => asking(exchangeOf(operation, undefined, 422, {}), query)),
  ]),
];
const findings = faulty.flatMap((exchange) => judgeExchange(exchange, { closed: true }).findings);
const strict = faulty.flatMap(
  (exchange) => judgeExchange(exchange, { closed: true, strict: true }).findings,
);

test('a finding names a part of the contract, and tells what is marked nearest to it', () => {
  // Statuses that are not declared have no place of their own.
  const placed = findings.filter(({ keyword }) => keyword !== 'status');
  expect(placed.length).toBeGreaterThan(1000);
  for (const { contract: pointer, provenance, decision } of placed) {
    expect({ pointer, provenance, decision }).toEqual({ pointer, ...markedAt(pointer) });
  }
});

test('every decision that marks a part of a message is told by some finding', () => {
  const decisions = new Set(findings.map(({ decision }) => decision));
  decisions.delete(undefined);
  expect([...decisions].toSorted()).toEqual([...new Set(decisionsIn(contract))].toSorted());
});

test('what is documented is an error, and what is only observed or assumed strictly, too', () => {
  for (const [position, { keyword, provenance, severity }] of findings.entries()) {
    const binds = provenance === 'documented' && keyword !== 'additionalProperties';
    expect({ keyword, provenance, severity }).toMatchObject({
      severity: binds ? 'error' : 'warning',
    });
    const isUnlisted = keyword === 'additionalProperties';
    expect(strict[position]).toMatchObject({ keyword, severity: isUnlisted ? 'warning' : 'error' });
  }
  expect(new Set(findings.map(({ provenance }) => provenance)).size).toBe(3);
});

test.each(operations)('a server that fails at $operationId is wrong', (operation) => {
  const exchange = exchangeOf(operation, someRequest(operation), 502, {});
  const isDocumented = operation['x-provenance'] === 'documented';
  for (const strictly of [false, true]) {
    const severity = isDocumented || strictly ? 'error' : 'warning';
    expect(judgeExchange(exchange, { strict: strictly }).findings).toEqual([
      expect.objectContaining({ part: 'status', keyword: 'status', severity }),
    ]);
  }
});

function asText({ request, answer }: Exchange): Exchange {
  const headers = { 'Content-Type': 'text/plain' };
  return { request, answer: { ...answer, headers: new Headers(headers) } };
}

function asking({ request, answer }: Exchange, query: string): Exchange {
  return { request: { ...request, url: `${request.url}?${query}` }, answer };
}

/** What the last part on the way to a place says that says anything. */
function markedAt(pointer: string): object {
  let at: unknown = contract;
  let marks: Marks = { 'x-provenance': 'documented' };
  for (const step of pointer.slice('#/'.length).split('/')) {
    at = (at as Readonly<Record<string, unknown>>)[
      step.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
    if (Object.hasOwn(at as object, 'x-provenance')) marks = at as Marks;
  }
  return { provenance: marks['x-provenance'], decision: marks['x-decision'] };
}

/** All decisions that the contract names, save for how states follow one another. */
function decisionsIn(value: object): string[] {
  const { 'x-decision': own } = value as Marks;
  const inner = Object.entries(value)
    .filter(([name]) => name !== 'x-lifecycle')
    .flatMap(([, it]: [string, unknown]) =>
      typeof it === 'object' && it !== null ? decisionsIn(it) : [],
    );
  return own === undefined ? inner : [own, ...inner];
}

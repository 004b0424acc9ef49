/** The mock against the contract: random requests, validated by the oracle and by Ajv, without the mock's code. */
import { pointerTo } from '@agent-conversation/contract';
import { createMock, exampleOnly } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../src/contract.ts';
import type { Exchange, Violation } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import { secretMark } from '../src/requests/arbitrary.ts';
import type { Fault } from '../src/requests/faulty-requests.ts';
import {
  learn,
  nothingKnown,
  type RandomRequest,
} from '../src/requests/valid-requests.ts';
import { randomRequests, recording, requestOf } from './support/recorder.ts';
import { violations as violationsByAjv } from './support/violations.ts';

/** `npm run check` makes more. */
const numRuns = Number(process.env['FC_RUNS'] ?? 500);
const options = { seed: Number(process.env['FC_SEED'] ?? 20261102), numRuns };

const apiKey = 'KEY-of-the-test';
const known = nothingKnown();
const { fetch } = createMock({ seed: 'random' });
const { valid, faulty } = randomRequests(known);

test('valid requests get declared responses', async () => {
  const succeeded = new Set<string>();
  const property = fc.asyncProperty(valid, fc.nat(7), async (request, way) => {
    const isHead = request.operation.method === 'get' && way === 7;
    const exchange = await send(
      isHead ? { ...request, method: 'HEAD' } : request,
    );
    const { operationId, responses } = request.operation;
    const { status, body } = exchange.response;
    expect([400, 401, 415, 422]).not.toContain(status);
    expect(violationsOf(exchange, operationId)).toEqual([]);
    const { schema } = responses[status]!;
    expect(
      isHead ? [body] : violationsByAjv(schema!, JSON.parse(body)),
    ).toEqual(isHead ? [''] : []);
    expect(body).not.toContain(secretMark);
    if (status !== 200 || isHead) return;
    succeeded.add(operationId);
    learn(known, operationId, JSON.parse(body));
  });
  await fc.assert(property, options);
  // The mock knows one id only of an operation without a handler, which no random request has.
  const able = operations.filter(
    ({ operationId, path }) =>
      !exampleOnly.includes(operationId as never) || !path.includes('{'),
  );
  expect([...succeeded].toSorted()).toEqual(
    able.map((it) => it.operationId).toSorted(),
  );
});

test('requests with one fault are rejected for that fault', async () => {
  const property = fc.asyncProperty(faulty, async ({ request, fault }) => {
    const exchange = await send(request);
    const { status, headers, body } = exchange.response;
    const possible = fault.kind === 'no UUID' ? [200, 400, 422] : [422];
    expect(possible, JSON.stringify(fault)).toContain(status);
    const found = violationsOf(exchange, request.operation.operationId).map(
      ({ side, part, pointer }) => `${side} ${part} ${pointer}`,
    );
    expect({ fault, found }).toEqual({ fault, found: expected(fault) });
    const shown = `${[...headers].join('\n')}\n${body}`;
    expect(shown).not.toContain(secretMark);
    expect(shown).not.toContain(apiKey);
    if (fault.loc.length === 0 || status !== 422) return;
    const { detail } = JSON.parse(body) as { detail: { loc: unknown[] }[] };
    expect(detail.map(({ loc }) => loc)).toSatisfy((locations: unknown[][]) =>
      locations.some((loc) => isWithin(fault.loc, loc)),
    );
  });
  await fc.assert(property, options);
});

test.each('-0 1_0 true %205 5%20 %00 5%00 %D9%A3'.split(' '))(
  '%s is no number',
  async (limit) => {
    const headers = { 'X-Session-API-Key': apiKey };
    const { status } = await fetch(
      `http://mock/api/v1/sandboxes/search?limit=${limit}`,
      { headers },
    );
    expect(status).toBe(422);
  },
);

/** Whether a location leads to another; the service also names the branches of choices on the way. */
function isWithin(
  location: readonly unknown[],
  found: readonly unknown[],
): boolean {
  const rest = [...location];
  for (const step of found) if (step === rest[0]) rest.shift();
  return rest.length === 0;
}

/** Where the oracle reports a rejected request. */
function expected({ kind, loc }: Fault): string[] {
  if (kind === 'no UUID') return [];
  const [part = 'body', ...steps] = loc.map((step) => `${step}`);
  return [`request ${part} ${pointerTo('', ...steps)}`];
}

/** The violations of the oracle, without unlisted properties of the request, which one response repeats. */
function violationsOf(exchange: Exchange, operationId: string): Violation[] {
  const { violations } = validateExchange(exchange, { closed: true });
  return violations.filter(
    ({ side, pointer, keyword }) =>
      keyword !== 'additionalProperties' ||
      (side === 'response' &&
        !(
          operationId === 'startAppConversation' &&
          pointer.startsWith('/request/')
        )),
  );
}

async function send(request: RandomRequest): Promise<Exchange> {
  const exchanges: Exchange[] = [];
  await recording(fetch, exchanges)(requestOf(request, apiKey));
  return exchanges[0]!;
}

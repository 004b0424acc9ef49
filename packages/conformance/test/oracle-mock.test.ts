import { createMock, exampleOnly } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../src/contract.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import type { Finding } from '../src/oracle/finding.ts';
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import type { Fault } from '../src/requests/fault.ts';
import { faultyRequests } from '../src/requests/faulty-requests.ts';
import { learn, nothingKnown } from '../src/requests/known.ts';
import { type RandomRequest, urlOf, validRequests } from '../src/requests/random-requests.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const numRuns = 1000;

const known = nothingKnown();
const mock = createMock({ seed: 'oracle' });

const valid = operations.map((operation) => ({
  operation,
  requests: validRequests(operation, known),
}));
const requests = fc.oneof(...valid.map((it) => it.requests));
const faulty = fc.oneof(...valid.map((it) => faultyRequests(it.operation, it.requests, known)));

test('what the mock answers to valid requests is in order', async () => {
  const succeeded = new Set<string>();
  const property = fc.asyncProperty(requests, fc.nat(7), async (request, way) => {
    const isHead = request.method === 'GET' && way === 7;
    const exchange = await exchangeOf(isHead ? { ...request, method: 'HEAD' } : request);
    const { operation, findings } = judgeExchange(exchange, { closed: true });
    const { operationId } = request.operation;
    expect(operation).toBe(operationId);
    expect(findings.filter((it) => !isUnlistedInRequest(it, operationId))).toEqual([]);
    if (exchange.answer.status === 200 && !isHead) {
      succeeded.add(operationId);
      learn(known, operationId, JSON.parse(exchange.answer.body));
    }
  });
  await fc.assert(property, { seed, numRuns });
  // Of these the mock knows one id only, which nobody guesses.
  const untaught: readonly string[] = exampleOnly;
  const able = operations.filter(
    ({ operationId, path }) => !untaught.includes(operationId) || !path.includes('{'),
  );
  expect([...succeeded].toSorted()).toEqual(able.map((it) => it.operationId).toSorted());
});

test('what the mock refuses is told of the request, at its fault', async () => {
  const property = fc.asyncProperty(faulty, async ({ request, fault }) => {
    const { findings } = judgeExchange(await exchangeOf(request), { closed: true });
    const found = findings
      .filter((it) => !isUnlistedInRequest(it, request.operation.operationId))
      // The name of a member that is required may be what is not UTF-8.
      .filter((it) => fault.kind !== 'not UTF-8' || it.keyword !== 'required')
      .map(({ side, part, pointer }) => `${side} ${part} ${pointer}`);
    expect({ fault, found }).toEqual({ fault, found: expected(fault) });
  });
  await fc.assert(property, { seed, numRuns });
});

/**
 * What is found of a refusal. What the contract does not speak of is no fault of the request: what is too
 * large, and which answers the caller takes. Statuses that tell of it are not declared.
 */
function expected({ kind, loc, reaches }: Fault): string[] {
  if (!reaches) return ['request path '];
  switch (kind) {
    case 'no key':
    case 'page_id':
    // The text of an exchange is read already.
    case 'not UTF-8':
      return [];
    case 'accept':
    case 'size':
      return ['answer status '];
    case 'content type':
      return ['request header /content-type'];
    case 'not JSON':
      return ['request body '];
    default: {
      const [part, ...steps] = loc!.map((step) => `${step}`.replaceAll('~', '~0'));
      return [`request ${part} ${steps.map((it) => `/${it.replaceAll('/', '~1')}`).join('')}`];
    }
  }
}

/** The requests have members and parameters that the contract does not list, which one answer repeats. */
function isUnlistedInRequest({ side, pointer, keyword }: Finding, operation: string): boolean {
  if (keyword !== 'additionalProperties') return false;
  return (
    side === 'request' || (operation === 'startAppConversation' && pointer.startsWith('/request/'))
  );
}

async function exchangeOf({ method, headers, body, ...rest }: RandomRequest): Promise<Exchange> {
  const url = urlOf({ method, headers, body, ...rest });
  const request = new Request(url, { method, headers, ...(body && { body }) });
  const answer = await mock.fetch(request.clone());
  return {
    request: {
      method,
      url,
      headers: request.headers,
      body: body && new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
    },
    answer: { status: answer.status, headers: answer.headers, body: await answer.text() },
  };
}

/** Prism as a second mock of the same bundle. */
import { connect } from '@agent-conversation/client/operations';
import { createMock } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../src/contract.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import {
  canBeFaulty,
  type FaultyRequest,
  faultyRequests,
} from '../src/requests/faulty-requests.ts';
import { nothingKnown, validRequests } from '../src/requests/valid-requests.ts';
import { bodies } from './support/bodies.ts';
import { calls, exampleArguments, inOrder } from './support/client-calls.ts';
import { recording, requestOf } from './support/recorder.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261122);
const apiKey = 'KEY-of-prism';

const baseUrl = 'http://mock';
const prism = createMock({ prism: true });

const responses = bodies.filter(({ status }) => status !== undefined);

test.each(responses)(
  'the client and the oracle accept $title',
  async ({ operation, status, examples }) => {
    const exchanges: Exchange[] = [];
    const connection = connect({
      baseUrl,
      apiKey,
      retries: 0,
      headers: { Prefer: `code=${status}` },
      fetch: recording(prism.fetch, exchanges),
    });
    const { operationId } = operation;
    const given = inOrder(operation, exampleArguments(operation));
    const result = await calls[operationId]!(connection, ...given);
    const [example] = examples.values();
    expect(result).toEqual({
      status,
      [status! < 300 ? 'data' : 'error']: example,
    });
    const options = { baseUrl, closed: true };
    expect(
      exchanges.map((exchange) => validateExchange(exchange, options)),
    ).toEqual([{ operation: operationId, violations: [] }]);
  },
);

/** Whether Prism can respond to a fault, and rejects it. */
function isRejected({ request, fault }: FaultyRequest): boolean {
  // It takes null for no body.
  const isWholeBody = fault.loc.join() === 'body' && fault.kind !== 'no body';
  if (['no UUID', 'not JSON'].includes(fault.kind) || isWholeBody) return false;
  // It reads a number in whatever way JavaScript writes it.
  return !request.query.some((it) => /^limit=(1\.5|1e1|0x10)$/.test(it));
}

const known = nothingKnown();
test.each(operations.filter(canBeFaulty))(
  'both mocks reject faulty calls of $operationId alike',
  async (operation) => {
    const mock = createMock();
    const faulty = faultyRequests(
      operation,
      validRequests(operation, known),
    ).filter(isRejected);
    for (const { request, fault } of fc.sample(faulty, { seed, numRuns: 20 })) {
      const both = [mock, prism].map(({ fetch }) =>
        fetch(requestOf(request, apiKey)),
      );
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(statuses, `${request.path} ${JSON.stringify(fault)}`).toEqual([
        422, 422,
      ]);
    }
  },
);

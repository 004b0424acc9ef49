import type { Mock } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { keyHeader, operations } from '../../src/contract.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';
import {
  canBeFaulty,
  faultyRequests,
} from '../../src/requests/faulty-requests.ts';
import {
  type Known,
  type RandomRequest,
  validRequests,
} from '../../src/requests/valid-requests.ts';

/** Returns a `fetch` that also adds each exchange to a list. */
export function recording(
  fetch: (request: Request) => Promise<Response>,
  exchanges: Exchange[],
) {
  return async (
    input: string | Request,
    init?: RequestInit,
  ): Promise<Response> => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    // A byte order mark is part of the body.
    const bytes =
      request.body && Buffer.from(await request.clone().arrayBuffer());
    const response = await fetch(request);
    const { status, headers: received } = response;
    const body = await response.text();
    exchanges.push({
      request: { method, url, headers, body: bytes?.toString() },
      response: { status, headers: received, body },
    });
    return new Response(body, response);
  };
}

/** Returns requests of all operations, valid ones and ones with one fault; more of operations with a body. */
export function randomRequests(known: Known) {
  const valid = operations.map((operation) => ({
    operation,
    arbitrary: validRequests(operation, known),
    weight: operation.requestBody ? 3 : 1,
  }));
  const faulty = valid
    .filter(({ operation }) => canBeFaulty(operation))
    .map((it) => ({
      ...it,
      arbitrary: faultyRequests(it.operation, it.arbitrary),
    }));
  return { valid: fc.oneof(...valid), faulty: fc.oneof(...faulty) };
}

/** Returns a random request as it is sent to a mock. */
export function requestOf(
  {
    operation,
    method = operation.method.toUpperCase(),
    path,
    query,
    headers,
    body,
  }: RandomRequest,
  key: string,
): Request {
  return new Request(
    `http://mock${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    {
      method,
      headers: { ...headers, [keyHeader]: key },
      ...(body && { body }),
    },
  );
}

/** Calls a mock, and keeps every exchange. */
export class Recorder {
  readonly mock: Mock;
  readonly exchanges: Exchange[] = [];
  readonly fetch: ReturnType<typeof recording>;

  constructor(mock: Mock) {
    this.mock = mock;
    this.fetch = recording(mock.fetch, this.exchanges);
  }

  /**
   * Sends a request.
   *
   * @param address the path with the query
   * @returns the body of the response; undefined if it is not JSON
   */
  async send(
    method: string,
    address: string,
    init: RequestInit,
  ): Promise<unknown> {
    const response = await this.fetch(`http://mock${address}`, {
      method,
      ...init,
    });
    const isJson = response.headers.get('content-type') === 'application/json';
    return isJson ? response.json() : undefined;
  }
}

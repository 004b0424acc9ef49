/** Wraps any `fetch` so that its responses have a fault, and serves a `fetch` over HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { contractOperations, routerOf } from '@agent-conversation/contract';
import { messageFaults } from './message-faults.ts';
import {
  inResponses,
  parseJson,
  type Reply,
  type ServerFault,
  serverFaults,
} from './server-faults.ts';

export type Fetch = typeof globalThis.fetch;

export interface FaultyFetchOptions {
  /** The bundled document that the server implements. */
  readonly contract: unknown;
  /** The only operation whose calls have the fault; all without it. */
  readonly operation?: string | undefined;
  /** The origin to which the fault F5 redirects. */
  readonly elsewhere?: string | undefined;
}

/** A `fetch` that counts how often its fault occurred. */
export type FaultyFetch = Fetch & { readonly struck: () => number };

/**
 * Wraps a `fetch` so that its responses have a fault. A connection that breaks rejects with a TypeError, as
 * with the global `fetch`. Redirects are returned, not followed.
 *
 * @param fault a fault, or the id of one of `messageFaults` and `serverFaults`
 * @throws {RangeError} when there is no such fault or operation
 * @example
 * const broken = faultyFetch(createMock().fetch, 'E5', { contract, operation: 'searchSandboxes' });
 */
export function faultyFetch(
  fetch: Fetch,
  fault: string | ServerFault,
  options: FaultyFetchOptions,
): FaultyFetch {
  const { contract, operation, elsewhere = 'http://elsewhere.invalid' } = options;
  const operations = contractOperations(contract);
  const match = routerOf(operations);
  if (operation !== undefined && !operations.some((it) => it.operationId === operation)) {
    throw new RangeError(`The contract has no operation '${operation}'`);
  }
  const { begin, times = Infinity } = typeof fault === 'string' ? faultOf(fault) : fault;
  const hooks = begin(elsewhere);
  let count = 0;

  async function respond(asked: Request): Promise<Response> {
    const { method, headers, signal } = asked;
    const url = new URL(asked.url);
    const found = match(url.pathname);
    const called = method === 'HEAD' ? undefined : found?.operations.get(method);
    const body = new Uint8Array(await asked.arrayBuffer());
    const path = found?.parameters ?? {};
    const request = { method, url, headers, body, contract, operation: called, path };
    const applies = () =>
      count < times && (operation === undefined || called?.operationId === operation);
    const changed = applies() ? hooks.request?.(request) : undefined;
    if (changed) count += 1;
    if (changed && 'status' in changed) return responseOf(changed, method);
    const sent = changed ?? request;
    const init = { method, headers: sent.headers, signal, redirect: 'manual' } as const;
    const response = await fetch(sent.url, body.length > 0 ? { ...init, body } : init);
    const text = await response.text();
    const { status, headers: all } = response;
    const reply = { status, headers: all, body: text, value: parseJson(text) };
    const broken = applies() ? hooks.response?.(request, reply) : undefined;
    if (broken) count += 1;
    return responseOf((await broken) ?? reply, method);
  }

  const wrapped: Fetch = async (input, init) => {
    const asked = new Request(input, init);
    const { signal } = asked;
    signal.throwIfAborted();
    const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason as Error));
    return Promise.race([respond(asked), aborted]);
  };
  return Object.assign(wrapped, { struck: () => count });
}

/** A server fault, or a fault of single responses put into the first location of every response. */
function faultOf(id: string): ServerFault {
  const all = [...messageFaults.map((each) => inResponses(each)), ...serverFaults];
  const found = all.find((each) => each.id === id);
  const ids = all.map((each) => each.id).join(', ');
  if (!found) throw new RangeError(`There is no fault '${id}'; known faults: ${ids}`);
  return found;
}

function responseOf({ status, headers, body }: Reply, method: string): Response {
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status);
  const all = new Headers(headers);
  if (!isEmpty) all.delete('content-length');
  const response = new Response(isEmpty ? null : body, { status, headers: all });
  // A text body gets this header by default.
  if (!headers.has('content-type')) response.headers.delete('content-type');
  return response;
}

/**
 * Serves a `fetch` on 127.0.0.1. Where it rejects, the connection is reset; where a body fails, it is cut off;
 * where it never responds, neither does the server.
 */
export async function serveFetch(fetch: Fetch) {
  const server = createServer((message, response) => {
    handle(fetch, message, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.socket?.resetAndDestroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(fetch: Fetch, message: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/', headersDistinct } = message;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    name === 'connection' ? [] : values.map((value): [string, string] => [name, value]),
  );
  const body = new Uint8Array(await buffer(message));
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const init = { method, headers, signal: gone.signal, redirect: 'manual' } as const;
  const target = `http://${message.headers.host}${url}`;
  const received = await fetch(target, body.length > 0 ? { ...init, body } : init);
  response.writeHead(received.status, [...received.headers].flat());
  if (received.body) await pipeline(received.body, response);
  else response.end();
}

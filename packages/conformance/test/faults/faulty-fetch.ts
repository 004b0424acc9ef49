/** Wraps a `fetch` so that its responses have a fault, and serves a `fetch` over HTTP. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { routerOf } from '@agent-conversation/contract';
import { operations } from '../../src/contract.ts';
import {
  type FaultyRequest,
  parseJson,
  type ServerFault,
} from './server-faults.ts';

type Fetch = typeof globalThis.fetch;

const routeOf = routerOf(operations);

/**
 * Wraps a `fetch` so that its responses have a fault. A connection that breaks rejects with a TypeError, as with the
 * global `fetch`. Redirects are returned, not followed.
 *
 * @param only the operation whose calls have the fault; all without it
 */
export function faultyFetch(
  fetch: Fetch,
  fault: ServerFault,
  only?: string,
): Fetch {
  return async (input, init) => {
    const sent = new Request(input, init);
    const { origin } = new URL(sent.url);
    // That of a request ends with it, as nothing else keeps it.
    const signal = init?.signal ?? sent.signal;
    const request = await requestOf(sent, signal);
    const applies =
      only === undefined || request.operation?.operationId === only;
    const changed = applies ? await fault.request?.(request) : undefined;
    if (changed instanceof Response) return changed;
    const { method, target, headers, body } = changed ?? request;
    const correct = await fetch(origin + target, {
      method,
      headers,
      signal,
      redirect: 'manual',
      body: body === '' ? null : body,
    });
    if (!applies || !fault.response) return correct;
    const text = await correct.clone().text();
    const { status, headers: all } = correct;
    const reply = { status, headers: all, body: text, value: parseJson(text) };
    return (await fault.response(request, reply)) ?? correct;
  };
}

async function requestOf(
  sent: Request,
  signal: AbortSignal,
): Promise<FaultyRequest> {
  const { method, headers } = sent;
  const { pathname, search } = new URL(sent.url);
  const route = routeOf(pathname);
  return {
    method,
    target: pathname + search,
    headers,
    body: await sent.text(),
    signal,
    operation: method === 'HEAD' ? undefined : route?.operations.get(method),
    resource: Object.values(route?.parameters ?? {})[0],
  };
}

/**
 * Serves a `fetch` on 127.0.0.1. Where it rejects, the connection is reset; where a body fails, it is cut off; where it
 * never responds, neither does the server.
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
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function handle(
  fetch: Fetch,
  message: IncomingMessage,
  response: ServerResponse,
) {
  const { method = 'GET', url = '/', headersDistinct } = message;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (name === 'connection') continue;
    for (const value of values) headers.append(name, value);
  }
  const body = await buffer(message);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const received = await fetch(`http://${message.headers.host}${url}`, {
    method,
    headers,
    signal: gone.signal,
    redirect: 'manual',
    body: body.length > 0 ? new Uint8Array(body) : null,
  });
  response.writeHead(received.status, [...received.headers].flat());
  if (received.body) await pipeline(received.body, response);
  else response.end();
}

/** A mock over HTTP that sends something else in place of its successes. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createMock } from '@agent-conversation/mock';

type Json = Record<string, unknown>;

/** A request as an odd server sees it, with the body of the correct response. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** How many requests came before. */
  readonly count: number;
}

/** What an odd server sends in place of a success; undefined is the correct response. */
export type Respond = (
  asked: Asked,
) => { readonly text: string | Uint8Array; readonly type?: string } | undefined;

/** Serves a mock with some of its successes replaced, on a port of this machine. */
export async function serveOdd(respond: Respond) {
  const mock = createMock({ startupTimeInMs: 0 });
  let count = 0;

  async function respondTo(request: IncomingMessage, response: ServerResponse, before: number) {
    const { method = 'GET', url: target = '/' } = request;
    const url = new URL(target, 'http://127.0.0.1');
    const sent = await buffer(request);
    const correct = await mock.fetch(url, {
      method,
      headers: request.headers as Record<string, string>,
      body: sent.length > 0 ? sent : null,
      redirect: 'manual',
    });
    const text = await correct.text();
    const isSuccess = correct.status === 200;
    const asked = { method, path: url.pathname, count: before };
    const odd = isSuccess ? respond({ ...asked, body: JSON.parse(text) }) : undefined;
    const headers = new Headers(correct.headers);
    // That of the correct response.
    headers.delete('Content-Length');
    if (odd?.type !== undefined) headers.set('Content-Type', odd.type);
    response
      .setHeaders(headers)
      .writeHead(correct.status)
      .end(odd?.text ?? text);
  }

  const server = createServer((request, response) => {
    const before = count;
    count += 1;
    respondTo(request, response, before).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Changes each sandbox wherever it is shown. */
export function withSandboxes(change: (sandbox: Json) => Json): Respond {
  return ({ method, path, body }) => {
    if (method === 'POST' && path.endsWith('/sandboxes')) {
      return { text: JSON.stringify(change(body as Json)) };
    }
    if (!path.endsWith('/sandboxes/search')) return undefined;
    const { items } = body as { items: Json[] };
    return { text: JSON.stringify({ ...(body as Json), items: items.map(change) }) };
  };
}

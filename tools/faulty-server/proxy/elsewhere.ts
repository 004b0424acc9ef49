import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came to the other host. */
export interface StrayRequest {
  readonly method: string;
  /** The path with the query. */
  readonly target: string;
  readonly headers: Headers;
}

/** Another host, of which nobody should hear but by a redirect. */
export interface Elsewhere {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** What has come there. */
  readonly requests: readonly StrayRequest[];
}

/** Starts a host that answers everything with `{}`, and remembers what it was sent. */
export async function startElsewhere(): Promise<Elsewhere & { close(): Promise<void> }> {
  const requests: StrayRequest[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: target = '', headersDistinct } = request;
    const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    requests.push({ method, target, headers: new Headers(headers) });
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

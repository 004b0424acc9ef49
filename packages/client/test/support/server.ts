import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that has arrived. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

/** How a request is answered, if at all. */
export type Reply = (response: ServerResponse, request: IncomingMessage, arrival: Arrival) => void;

/** A server on loopback that follows a script. */
export interface Scripted {
  readonly baseUrl: string;
  /** What has arrived so far, in order. */
  readonly requests: readonly Arrival[];
}

const stops = new Set<() => Promise<void>>();

/**
 * Starts a server on loopback.
 *
 * @param replies how its requests are answered, one after the other; the last goes on for ever
 */
export async function serve(...replies: readonly [Reply, ...Reply[]]): Promise<Scripted> {
  const requests: Arrival[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const at = Date.now();
    const reply = replies[Math.min(requests.length, replies.length - 1)]!;
    // It counts at once, even if its body is cut off.
    const arrival = { method, url, headers, body: '', at };
    requests.push(arrival);
    text(request)
      .then((body) => reply(response, request, Object.assign(arrival, { body })))
      .catch(ignore);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.add(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests };
}

/** Closes every server with all its connections. */
export async function closeServers(): Promise<void> {
  await Promise.all([...stops].map((stop) => stop()));
  stops.clear();
}

/** An address on loopback at which nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** That requests break off is the subject of tests. */
function ignore(): void {}

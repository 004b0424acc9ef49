import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that came to a relay. */
export interface Relayed {
  readonly method: string;
  /** The path with the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer;
  /** When it came, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Gives the answer to a request, or undefined where the server behind shall answer. */
export type Interfere = (request: Relayed) => Response | undefined | Promise<Response | undefined>;

/** A server that passes requests on to another one. */
export interface Relay {
  readonly url: string;
  /** What has come so far. */
  readonly requests: readonly Relayed[];
  close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that notes what comes, answers some of it itself, and passes on the rest.
 *
 * @param target the address of the server behind
 */
export async function startRelay(
  target: string,
  interfere: Interfere = () => undefined,
): Promise<Relay> {
  const requests: Relayed[] = [];
  const server = createServer((message, response) => {
    void (async () => {
      const request = await read(message);
      requests.push(request);
      const { status, headers, body } =
        (await interfere(request)) ?? (await passOn(target, request));
      response.writeHead(status, Object.fromEntries(headers));
      response.end(Buffer.from(await new Response(body).arrayBuffer()));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(message: IncomingMessage): Promise<Relayed> {
  const at = performance.now();
  const { method = '', url = '', headers } = message;
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method,
    target: url,
    headers: new Headers(pairs.map(([...pair]) => pair)),
    body: await buffer(message),
    at,
  };
}

async function passOn(target: string, request: Relayed): Promise<Response> {
  const { method, headers, body } = request;
  const passed = new Headers(headers);
  for (const name of ['host', 'connection', 'content-length']) passed.delete(name);
  return fetch(target + request.target, {
    method,
    headers: passed,
    redirect: 'manual',
    ...(body.length > 0 && { body: Uint8Array.from(body) }),
  });
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';

/** A server on a free port of 127.0.0.1. */
export interface Server {
  readonly url: string;
  readonly close: () => void;
}

/** Starts a server. */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<Server> {
  const server: ServerType = createAdaptorServer({
    // Other tests of this process keep the classes of Node.
    overrideGlobalObjects: false,
    async fetch(received) {
      const { method, url, headers } = received;
      const body = await received.arrayBuffer();
      return fetch(
        new Request(url, {
          method,
          headers,
          ...(body.byteLength > 0 && { body }),
        }),
      );
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    },
  };
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CommandError } from '@agent-conversation/cli';
import { createAdaptorServer } from '@hono/node-server';

/** A server that listens on loopback. */
export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 *
 * @param name what is served, for the message
 * @param option the option that chooses the port, for the message
 * @throws {CommandError} saying what to do when the port is taken
 */
export async function listen(
  name: string,
  option: string,
  port: number,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<Server> {
  const server = createAdaptorServer({ fetch });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EADDRINUSE'
        ? `Port ${port} of 127.0.0.1, meant for the ${name}, is taken. ` +
            `Stop what listens there, or choose another with ${option}.`
        : `Cannot listen on port ${port} of 127.0.0.1: ${message}`,
    );
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

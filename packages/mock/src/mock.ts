import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { createAdaptorServer } from '@hono/node-server';
import type { Contract } from './contract.ts';
import { type Prism, startPrism } from './prism.ts';
import { createRequestLine, type Exchange } from './request-line.ts';

/** What a mock is made from. */
export interface MockOptions {
  /**
   * The bundled contract to stand in for.
   *
   * @default the contract that this version of the package was made with
   */
  contract?: Contract;
  /** Called after each answer, for a log. */
  onExchange?: (exchange: Exchange) => void;
}

/** Where a mock listens. */
export interface ListenOptions {
  /**
   * The TCP port on 127.0.0.1.
   *
   * @default 0, a free one
   */
  port?: number;
}

/** A mock that listens. */
export interface Listening {
  /** The address to give to a client, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Stops listening and ends the open connections. */
  readonly close: () => Promise<void>;
}

/** A stand-in for the service. */
export interface Mock {
  /** Answers a request without a port; it can be given to the client as its `fetch`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Starts to listen on 127.0.0.1.
   *
   * @throws {Error} with the code `EADDRINUSE` when the port is taken
   */
  readonly listen: (options?: ListenOptions) => Promise<Listening>;
}

/**
 * Makes a mock that answers each operation with the first example of the contract, and refuses what
 * the contract refuses.
 *
 * @example
 * const mock = createMock();
 * const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
 */
export function createMock({ contract = document, onExchange }: MockOptions = {}): Mock {
  let prism: Promise<Prism> | undefined;
  const line = createRequestLine(
    contract,
    () => (prism ??= startPrism(contract)),
    (exchange) => onExchange?.(exchange),
  );
  const fetch = async (request: Request): Promise<Response> => line.fetch(request);

  return {
    fetch,
    async listen({ port = 0 } = {}) {
      const server = createAdaptorServer({ fetch });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address() as AddressInfo;
      return {
        url: `http://127.0.0.1:${address.port}`,
        async close() {
          server.close();
          if ('closeAllConnections' in server) server.closeAllConnections();
          await once(server, 'close');
        },
      };
    },
  };
}

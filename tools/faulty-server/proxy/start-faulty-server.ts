import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { contract, operationsOf } from '../contract/contract.ts';
import { callOf } from '../contract/route.ts';
import type { PassedRequest, ServerFault, Struck, Striking } from '../server-faults/fault.ts';
import { serverFault } from '../server-faults/server-faults.ts';
import { type Elsewhere, startElsewhere } from './elsewhere.ts';
import { forward, type Incoming } from './forward.ts';
import { passedOn, readHeaders, withLength } from './raw-headers.ts';
import { sendStruck } from './send.ts';

/** What goes wrong, and where. */
export interface FaultyServerOptions {
  /** The address of the server whose answers are broken, such as `http://127.0.0.1:4010`. */
  readonly target: string;
  /** A fault, or the id of one; without it, everything passes as it is. */
  readonly fault?: string | ServerFault | undefined;
  /** The id of the operation whose calls are struck; without it, all. */
  readonly operation?: string | undefined;
  /** The status of the answers that are struck; without it, all. */
  readonly status?: number | undefined;
  /** How often the fault strikes; without it, as often as its nature is. */
  readonly times?: number | undefined;
}

/** A server that breaks the answers of another one. */
export interface FaultyServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Another host, to which some faults lead. */
  readonly elsewhere: Elsewhere;
  /** How often the fault has struck. */
  struck(): number;
  /** Ends both hosts with all their connections. */
  close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that passes everything on to another one, and breaks what comes back.
 *
 * @throws {RangeError} when there is no such fault or operation
 *
 * @example
 * const faulty = await startFaultyServer({ target: mock.url, fault: 'E5', operation: 'searchSandboxes' });
 */
export async function startFaultyServer(options: FaultyServerOptions): Promise<FaultyServer> {
  const { target, fault: named, operation, status } = options;
  const fault = typeof named === 'string' ? serverFault(named) : named;
  if (operation !== undefined && !operationsOf(contract).some(({ id }) => id === operation)) {
    throw new RangeError(`The contract has no operation '${operation}'`);
  }
  const elsewhere = await startElsewhere();
  const striking: Striking = fault?.begin({ contract, elsewhere: elsewhere.url }) ?? {};
  const times = options.times ?? fault?.times ?? Infinity;
  const agent = new Agent({ keepAlive: true });
  let count = 0;

  const mayStrike = (request: PassedRequest, answered?: number): boolean =>
    count < times &&
    (operation === undefined || request.operation?.id === operation) &&
    (status === undefined || answered === status);

  function strike(struck: Struck, response: ServerResponse): Promise<void> {
    count += 1;
    return sendStruck(struck, response);
  }

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message);
    const instead = mayStrike(request, status) ? striking.instead?.(request) : undefined;
    if (instead) return strike(instead, response);
    const changed = mayStrike(request, status) ? striking.request?.(request) : undefined;
    if (changed) count += 1;
    const passed = changed ?? request;
    const incoming = await forward(
      {
        method: passed.method,
        url: new URL(target.replace(/\/$/, '') + passed.target),
        headers: changed
          ? withLength(changed.headers, changed.body.length)
          : passedOn(message.rawHeaders),
        body: passed.body,
      },
      agent,
    );
    const { body } = incoming;
    const answer = { status: incoming.status, headers: readHeaders(incoming.headers), body };
    const struck = striking.answer?.({ request, answer });
    if (struck && mayStrike(request, answer.status)) return strike(struck, response);
    return sendAsItCame(incoming, response);
  }

  const server = createServer((message, response) => {
    handle(message, response).catch(({ message: reason }: Error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${target} does not answer: ${reason}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    elsewhere,
    struck: () => count,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await Promise.all([closed, elsewhere.close()]);
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<PassedRequest> {
  const { method = '', url: target = '', rawHeaders } = message;
  const { operation, path = {} } = callOf(contract, method, target) ?? {};
  const body = await buffer(message);
  return { method, target, headers: readHeaders(rawHeaders), body, operation, path };
}

function sendAsItCame({ status, reason, headers, body }: Incoming, response: ServerResponse): void {
  response.sendDate = false;
  response.writeHead(status, reason, [...passedOn(headers)]).end(body);
}

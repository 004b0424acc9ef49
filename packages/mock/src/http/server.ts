/** The mock on a port. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Mock } from '../mock.ts';
import { json } from '../response.ts';
import type {
  ForwardedResponse,
  Listening,
  ListenOptions,
  MockResponse,
} from '../types.ts';
import { isNamed } from './header-pairs.ts';
import { rawParts, toMock } from './incoming.ts';
import { Schedule } from './schedule.ts';
import { type Served, servedOf } from './served.ts';

/** How long a connection can be idle: longer than in most clients, as a request on one that is being closed fails. */
const keepAliveTimeout = 60_000;

/** How long requests that have arrived can take after a stop. */
const graceTimeInMs = 2000;

/** Listens on an address, 127.0.0.1 by default. */
export async function serve(
  served: Served,
  options: ListenOptions & { readonly host?: string | undefined },
): Promise<Listening> {
  const { port = 0, host = '127.0.0.1' } = options;
  const { server, isIdle } = createHttpServer(
    () => served,
    served.isProxy,
    options,
  );
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    // What has reached this machine is still read.
    await setImmediate();
    const timer = setTimeout(() => server.emit('idle'), graceTimeInMs);
    if (!isIdle()) await once(server, 'idle');
    clearTimeout(timer);
    // Node itself leaves connections open that have sent nothing yet, or whose response came after the stop.
    server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${nameFor(host)}:${(server.address() as AddressInfo).port}`,
    close: () => (closing ??= close()),
  };
}

/**
 * Creates the server of a mock, for connections that come from elsewhere, such as from another process that listens.
 *
 * @param current returns the mock of the next request; without one, it gets 503
 * @example
 * const server = createMockServer(() => mock);
 * server.emit('connection', socket);
 */
export function createMockServer(current: () => Mock | undefined): Server {
  const { server } = createHttpServer(() => servedBy(current()), false, {});
  // As if it listened: from then on, requests that arrive too slowly are ended.
  server.emit('listening');
  return server;
}

function servedBy(mock: Mock | undefined): Served {
  const served = mock && servedOf.get(mock);
  return served ?? { respond: async () => notReady, isProxy: false };
}

const notReady = json(503, { detail: 'The mock is being built' });

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Creates a server that does not listen yet. It emits `idle` when all requests that have arrived have a response. */
function createHttpServer(
  served: () => Served,
  isProxy: boolean,
  { requestTimeoutInMs = 10_000 }: ListenOptions,
) {
  // To import it reads all that it exports, and with that loads the whole of `fetch`: 13 MB and 20 ms.
  const { createServer } = process.getBuiltinModule('node:http');
  let pending = 0;
  const schedule = new Schedule();
  const server = createServer({
    // The service that requests are forwarded to decides how long a body can take.
    requestTimeout: isProxy ? 0 : requestTimeoutInMs,
    headersTimeout: requestTimeoutInMs,
    keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1000, requestTimeoutInMs),
  });
  const begin = (): void => {
    pending += 1;
  };
  const end = (): void => {
    pending -= 1;
    if (pending === 0) server.emit('idle');
  };
  const handleRequest: Handler = (request, response) => {
    begin();
    response.on('close', end);
    void handle(served(), schedule, request, response, (forwarded) => {
      // What was forwarded is validated and recorded after the last byte.
      begin();
      forwarded.ended.then(end, end);
    });
  };
  server.on('request', handleRequest);
  if (isProxy) {
    // The service responds to what a client expects (RFC 9110, section 10.1.1).
    server.on('checkContinue', handleRequest);
    server.on('checkExpectation', handleRequest);
    // By default, Node leaves out headers after the 2,000th.
    server.maxHeadersCount = 0;
  }
  return { server, isIdle: () => pending === 0 };
}

/** Returns how this machine calls an address that a server listens on. */
function nameFor(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Longer responses are sent as bytes. */
const largestText = 32 * 1024;

/** From how many characters on a target is read as slowly as two requests, and so on. */
const longTarget = 500;

/** Responds to a request. */
async function handle(
  { respond, isProxy }: Served,
  schedule: Schedule,
  request: IncomingMessage,
  response: ServerResponse,
  onForwarded: (forwarded: ForwardedResponse) => void,
): Promise<void> {
  try {
    await schedule.begin(
      1 + Math.floor((request.url ?? '').length / longTarget),
    );
    const mockRequest = toMock(request);
    const sent = isProxy
      ? { ...mockRequest, ...rawParts(request, response) }
      : mockRequest;
    const result = await respond(sent);
    await schedule.nextTurn();
    const { status, forwarded } = result;
    if (forwarded) onForwarded(forwarded);
    // The client may have gone in the meantime.
    if (response.destroyed) forwarded?.body.destroy();
    else if (forwarded) await sendForwarded(response, status, forwarded);
    else send(response, result);
  } catch (error) {
    // A function among the options can throw, such as a log, and a header can be invalid. The mock goes on.
    if (response.headersSent) response.destroy();
    else
      send(
        response,
        json(500, { detail: `The mock failed: ${(error as Error).message}` }),
      );
  }
}

function send(
  response: ServerResponse,
  { status, headers, body, broken }: MockResponse,
): void {
  if (broken === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const length = Buffer.byteLength(body);
  // The response to HEAD can have the length of a body that is not here.
  const isComplete =
    status === 204 || status === 304 || 'content-length' in headers;
  const sentHeaders = isComplete
    ? headers
    : { ...headers, 'Content-Length': length };
  response.writeHead(status, sentHeaders);
  if (broken === 'truncated') {
    const half = Buffer.from(body).subarray(0, length / 2);
    response.write(half, () => response.socket?.destroySoon());
  } else {
    // As a text it leaves in one piece with the headers, but Node reserves three bytes for each character of it.
    const content = length > largestText ? Buffer.from(body) : body;
    response.end(content);
  }
}

/** Sends what a service responds, as it comes, and passes an abort on in both directions. */
async function sendForwarded(
  response: ServerResponse,
  status: number,
  { reason, headers, body, trailers }: ForwardedResponse,
): Promise<void> {
  const { pipeline } = process.getBuiltinModule('node:stream/promises');
  const isOld = response.req.httpVersion === '1.0';
  // HTTP/1.0 has no transfer codings (RFC 9112, section 6.1): the end of the connection is that of the body.
  const sent = isOld
    ? headers.filter((pair) => !isNamed(pair, 'transfer-encoding'))
    : headers;
  try {
    response.sendDate = false;
    response.writeHead(status, reason, sent.flat());
    // The body can come much later. Not `flushHeaders`, which writes them in UTF-8.
    response.write('', 'latin1');
    await pipeline(body as Readable, response, { end: false });
    response.addTrailers(trailers() as [string, string][]);
    response.end();
  } catch (error) {
    body.destroy();
    if (!response.headersSent) throw error;
    response.destroy();
  }
}

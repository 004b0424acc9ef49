/** The servers of `npm start` beside that of the mock: that of the docs, and what responds until there is a mock. */
import { isLoopback } from '@agent-conversation/contract';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { getRequestListener } from '@hono/node-server';

type Fetch = (request: Request) => Response | Promise<Response>;

/** A response without a page. */
interface Rejection {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As in the mock: a request that arrives more slowly gets 408. */
const defaultTimeoutInMs = 10_000;

/** Creates a server whose connections come from the process that listens. */
function createSilentServer(
  listener: RequestListener,
  timeoutInMs: number,
): Server {
  const limits = {
    requestTimeout: timeoutInMs,
    headersTimeout: timeoutInMs,
    connectionsCheckingInterval: Math.min(1000, timeoutInMs),
  };
  const server = createServer(limits, listener);
  // As if it listened: from then on, requests that arrive too slowly are ended.
  server.emit('listening');
  return server;
}

/** Creates the server of the docs. It serves programs and pages of this machine only. */
export function createDocsServer(
  fetch: Fetch,
  timeoutInMs = defaultTimeoutInMs,
): Server {
  const listener = getRequestListener(fetch);
  return createSilentServer((request, response) => {
    const rejection = rejectionOf(request);
    if (!rejection) {
      void listener(request, response);
      return;
    }
    const { status, text, headers } = rejection;
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      ...headers,
    });
    response.end(text);
  }, timeoutInMs);
}

/**
 * Returns the response to a request that no page has; undefined for the others. A web page can reach the docs under a
 * name of its own, whose address it changes to 127.0.0.1 (DNS rebinding); the header `Host` shows that.
 */
function rejectionOf({
  method,
  url = '',
  rawHeaders,
  headers,
}: IncomingMessage): Rejection | undefined {
  const names = rawHeaders
    .filter((_, at) => at % 2 === 0)
    .map((name) => name.toLowerCase());
  // RFC 9112, section 3.2.
  if (names.filter((name) => name === 'host').length > 1) {
    return { status: 400, text: 'The request has more than one Host header' };
  }
  // An absolute target counts more than the header (RFC 9112, section 3.2.2).
  const [, authority = headers.host ?? ''] =
    /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (!isLoopback(authority)) {
    return {
      status: 403,
      text: 'The docs are only for this machine: open them under localhost',
    };
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return {
      status: 405,
      text: 'The docs can only be read',
      headers: { Allow: 'GET, HEAD' },
    };
  }
  return undefined;
}

/** Creates the server that responds until there is a mock. It keeps no connection that the mock should have. */
export function createWaitingServer(timeoutInMs = defaultTimeoutInMs): Server {
  return createSilentServer((_, response) => {
    const headers = { 'Content-Type': 'application/json', Connection: 'close' };
    response
      .writeHead(503, headers)
      .end('{"detail":"The mock is being built"}');
  }, timeoutInMs);
}

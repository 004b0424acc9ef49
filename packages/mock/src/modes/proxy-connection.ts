/** Sends requests to a service, and returns its responses, both as they come. */
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Readable } from 'node:stream';
import { isNamed, pairsOf, valuesOf } from '../http/header-pairs.ts';
import { Rejection } from '../response.ts';
import type { HeaderPair, RawRequest } from '../types.ts';
import { transferEncoding, withoutConnectionHeaders } from './proxy-headers.ts';
import type { BodyCopy } from './proxy-copy.ts';

/** How long a service can take to begin its response, after the last byte of the request. */
const timeoutInMs = 30_000;

/** How long the headers of a service can be. Clients have limits of their own. */
const maxHeaderSize = 128 * 1024;

/** A request that is forwarded. */
export interface ForwardedRequest {
  readonly method: string;
  /** The target of the request line, with the prefix of the service. */
  readonly target: string;
  /** As the client sent them. */
  readonly headers: readonly HeaderPair[];
  readonly body: Readable | undefined;
  readonly trailers: RawRequest['trailers'];
  readonly inform: RawRequest['inform'];
  /** Is aborted when the client has gone. */
  readonly signal: AbortSignal | undefined;
  /** Receives the body. */
  readonly copy: BodyCopy;
}

/** Sends a request, and returns the response, whose body has not been read. */
export type Service = (request: ForwardedRequest) => Promise<IncomingMessage>;

/** Is thrown after the client has gone: nobody reads the response. */
export class ClientGone extends Error {}

/**
 * Creates what sends requests to a service. Each has a connection of its own: on one that is used again, a request can
 * meet its end, and must not be repeated (RFC 9112, section 9.3.1).
 */
export function createService(address: URL): Service {
  const isSecure = address.protocol === 'https:';
  const { Agent, request: send } = process.getBuiltinModule(
    isSecure ? 'node:https' : 'node:http',
  );
  const usesEnvironment = process.env['NODE_USE_ENV_PROXY'] === '1';
  const options: RequestOptions = {
    protocol: address.protocol,
    // An IPv6 address is in brackets in a URL only.
    hostname: address.hostname.replaceAll(/^\[|\]$/g, ''),
    port: address.port,
    agent: new Agent({
      keepAlive: false,
      ...(usesEnvironment && { proxyEnv: process.env }),
    }),
    maxHeaderSize,
  };
  return async (request) => {
    const { method, target, signal } = request;
    if (signal?.aborted) throw new ClientGone();
    const headers = requestHeaders(address.host, request).flat();
    const outgoing = send({ ...options, method, path: target, headers });
    // By default, Node leaves out headers after the 2,000th.
    outgoing.maxHeadersCount = 0;
    // Node writes headers with `Expect` in the encoding of the socket.
    outgoing.on('socket', (socket) => socket.setDefaultEncoding('latin1'));
    const response = responseOf(outgoing, address, request);
    sendBody(outgoing, request);
    return response;
  };
}

/** Returns the headers of a request to a service: those of the client, with another host, and where the body ends. */
function requestHeaders(
  host: string,
  { method, headers, body }: ForwardedRequest,
): HeaderPair[] {
  const kept = withoutConnectionHeaders(headers);
  const sent = kept.filter((pair) => !isNamed(pair, 'host'));
  const at = kept.findIndex((pair) => isNamed(pair, 'host'));
  const hostPair: HeaderPair = [kept[at]?.[0] ?? 'Host', host];
  const all = sent.toSpliced(Math.max(at, 0), 0, hostPair);
  const encoding = transferEncoding(headers);
  if (encoding) return [...all, encoding];
  const isWithout =
    body === undefined && valuesOf(headers, 'content-length').length === 0;
  // Node would send such a request in chunks; this is the length that it has (RFC 9110, section 8.6).
  if (isWithout && !/^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method)) {
    return [...all, ['Content-Length', '0']];
  }
  return all;
}

/** Waits for the response to a request. */
async function responseOf(
  outgoing: ClientRequest,
  { origin }: URL,
  { signal, inform, body }: ForwardedRequest,
): Promise<IncomingMessage> {
  const service = `The service at ${origin} did not respond`;
  return new Promise((resolve, reject) => {
    const leave = () => outgoing.destroy(new ClientGone());
    signal?.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => {
      outgoing.destroy(
        new Rejection(504, `${service} within ${timeoutInMs} ms`) as never,
      );
    }, timeoutInMs);
    body?.on('data', () => timer.refresh());
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const fail = (error: Error | Rejection) => {
      settle();
      if (error instanceof ClientGone || error instanceof Rejection)
        reject(error);
      else reject(new Rejection(502, `${service}: ${reasonOf(error)}`));
    };
    outgoing.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
      inform(
        statusCode,
        statusMessage,
        withoutConnectionHeaders(pairsOf(rawHeaders)),
      );
    });
    outgoing.on('response', (response) => {
      settle();
      // The one who reads it begins when everything is set up.
      response.pause();
      if (isSendable(response)) {
        resolve(response);
        return;
      }
      outgoing.destroy();
      fail(new Error('its status line is broken'));
    });
    // No upgrade is forwarded, so that the service was not asked for one.
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new Error('it switched to another protocol'));
    });
    // After the response, an error of the request changes nothing.
    outgoing.on('error', fail);
  });
}

/** RFC 9112, section 4: what comes against its grammar cannot be sent on. */
function isSendable({
  statusCode = 0,
  statusMessage = '',
}: IncomingMessage): boolean {
  return statusCode >= 200 && /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage);
}

/** An address with several numbers, such as `localhost`, has an error for each. */
function reasonOf(
  error: Error & { readonly errors?: readonly Error[] },
): string {
  return error.message || error.errors?.[0]?.message || error.name;
}

/** Sends the body of a request, as it comes. */
function sendBody(
  outgoing: ClientRequest,
  { body, trailers, copy }: ForwardedRequest,
): void {
  if (!body) {
    copy.isComplete = true;
    outgoing.end();
    return;
  }
  body.on('data', (chunk: Uint8Array) => copy.add(chunk));
  body.on('end', () => {
    copy.isComplete = true;
    outgoing.addTrailers(trailers() as [string, string][]);
    outgoing.end();
  });
  body.pipe(outgoing, { end: false });
  // The service can stop to read. The client sends to the end before it reads the response.
  outgoing.on('close', () => {
    body.unpipe(outgoing);
    body.resume();
  });
}

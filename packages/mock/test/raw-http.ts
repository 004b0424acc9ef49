/** HTTP/1.1 by hand, byte for byte: nothing between a test and the connection normalizes a message. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HeaderPair } from '../src/types.ts';

/** A message as it came over a connection. */
export interface RawMessage {
  /** The request line or the status line. */
  readonly line: string;
  readonly headers: readonly HeaderPair[];
  /** Without the chunks that it came in. */
  readonly body: Buffer;
  readonly trailers: readonly HeaderPair[];
}

const crlf = '\r\n';

/** Returns a message as it is sent. Texts are in Latin-1, as HTTP has them. */
export function written(
  line: string,
  headers: readonly HeaderPair[],
  body: Uint8Array | string = '',
): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = [line, ...lines, '', ''].join(crlf);
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** Returns bytes in chunks (RFC 9112, section 7.1). */
export function chunked(
  chunks: readonly Uint8Array[],
  trailers: readonly HeaderPair[] = [],
): Buffer {
  const parts = chunks
    .filter(({ length }) => length > 0)
    .flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}${crlf}`),
      chunk,
      Buffer.from(crlf),
    ]);
  const lines = trailers
    .map(([name, value]) => `${name}: ${value}${crlf}`)
    .join('');
  return Buffer.concat([
    ...parts,
    Buffer.from(`0${crlf}${lines}${crlf}`, 'latin1'),
  ]);
}

/**
 * Reads a message; undefined until it is complete.
 *
 * @param hasBody whether it can have one: the response to HEAD, and a 204 and a 304, cannot
 * @param isClosed whether nothing follows, which is the end of a body that has no other
 */
export function readMessage(
  bytes: Buffer,
  hasBody = true,
  isClosed = false,
): RawMessage | undefined {
  const end = bytes.indexOf(crlf + crlf);
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes
    .subarray(0, end)
    .toString('latin1')
    .split(crlf);
  const headers = lines.map(pairOf);
  const rest = bytes.subarray(end + 4);
  const none = { line, headers, body: Buffer.alloc(0), trailers: [] };
  if (!hasBody) return none;
  if (valueOf(headers, 'transfer-encoding') !== undefined) {
    const content = readChunks(rest);
    return content && { line, headers, ...content };
  }
  const length = valueOf(headers, 'content-length');
  if (length !== undefined) {
    if (rest.length < Number(length)) return undefined;
    return { ...none, body: rest.subarray(0, Number(length)) };
  }
  if (!line.startsWith('HTTP/')) return none;
  return isClosed ? { ...none, body: rest } : undefined;
}

function pairOf(line: string): HeaderPair {
  const colon = line.indexOf(':');
  // Other white space is part of the value (RFC 9110, section 5.6.3).
  const value = line.slice(colon + 1).replaceAll(/^[ \t]+|[ \t]+$/g, '');
  return [line.slice(0, colon), value];
}

export function valueOf(
  headers: readonly HeaderPair[],
  name: string,
): string | undefined {
  return headers.find((pair) => pair[0].toLowerCase() === name)?.[1];
}

function readChunks(
  bytes: Buffer,
): Pick<RawMessage, 'body' | 'trailers'> | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(crlf, at);
    if (end < 0) return undefined;
    const size = Number.parseInt(
      bytes.subarray(at, end).toString('latin1'),
      16,
    );
    at = end + 2;
    if (size === 0) break;
    if (bytes.length < at + size + 2) return undefined;
    chunks.push(bytes.subarray(at, at + size));
    at += size + 2;
  }
  const trailers: HeaderPair[] = [];
  for (;;) {
    const end = bytes.indexOf(crlf, at);
    if (end < 0) return undefined;
    if (end === at) return { body: Buffer.concat(chunks), trailers };
    trailers.push(pairOf(bytes.subarray(at, end).toString('latin1')));
    at = end + 2;
  }
}

/** How a service responds: with bytes, after which it closes the connection, or by hand. */
export type RawResponse =
  Uint8Array | ((socket: Socket, request: RawMessage) => void);

/** Starts a service that sends the bytes of a response to every request, and records what it receives. */
export async function startRawService(
  initial: RawResponse = written('HTTP/1.1 204 No Content', []),
) {
  const service = {
    response: initial,
    received: [] as RawMessage[],
    closed: 0,
    url: '',
    port: 0,
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    let hasResponded = false;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      service.closed += 1;
      sockets.delete(socket);
    });
    socket.on('data', (more) => {
      if (hasResponded) return;
      bytes = Buffer.concat([bytes, more]);
      const request = readMessage(bytes);
      if (!request) return;
      hasResponded = true;
      service.received.push(request);
      if (typeof service.response === 'function')
        service.response(socket, request);
      else socket.end(service.response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  service.port = (server.address() as AddressInfo).port;
  service.url = `http://127.0.0.1:${service.port}`;
  return service;
}

/** Sends bytes over a connection, and returns what it receives until the response is complete or it is closed. */
export async function exchange(
  port: number,
  bytes: Uint8Array,
  hasBody = true,
): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  let received = Buffer.alloc(0);
  const done = new Promise<void>((resolve) => {
    socket.on('data', (more) => {
      received = Buffer.concat([received, more]);
      if (readMessage(received, hasBody)) resolve();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
  socket.write(bytes);
  await done;
  socket.destroy();
  return received;
}

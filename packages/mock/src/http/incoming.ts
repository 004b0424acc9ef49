/** Requests that come over a connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tooLarge } from '../body.ts';
import { Rejection } from '../response.ts';
import type { MockRequest, RawRequest } from '../types.ts';
import { pairsOf } from './header-pairs.ts';

/** The host, the path and the query of a target, which can name scheme and host (RFC 9112, section 3.2.2). */
const target = /^(?:https?:\/\/([^/?]*))?([^?]*)\??(.*)$/i;

/** Returns a request as the mock reads it. */
export function toMock(request: IncomingMessage): MockRequest {
  const [, authority, path = '', query = ''] =
    target.exec(request.url ?? '/') ?? [];
  return {
    method: request.method ?? 'GET',
    path,
    query,
    // That of the target counts more (RFC 9112, section 3.2.2).
    host: authority ?? request.headers.host,
    problem: hostProblem(request),
    // Only a header of responses, `Set-Cookie`, can be an array.
    headers: request.headers as Record<string, string | undefined>,
    read: (limit) => read(request, limit),
  };
}

/** A request must not have two of them (RFC 9112, section 3.2): each part of a deployment could take another one. */
function hostProblem({ rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (
      rawHeaders[at]!.length === 4 &&
      rawHeaders[at]!.toLowerCase() === 'host'
    )
      hosts += 1;
  }
  return hosts > 1 ? 'The request has more than one Host header' : undefined;
}

/** Returns a request as it came, for a proxy. */
export function rawParts(
  request: IncomingMessage,
  response: ServerResponse,
): Pick<MockRequest, 'raw' | 'signal'> {
  const client = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) client.abort();
  });
  const raw: RawRequest = {
    target: request.url ?? '/',
    headers: pairsOf(request.rawHeaders),
    body: request,
    trailers: () => pairsOf(request.rawTrailers),
    inform(status, reason, headers) {
      const { socket } = response;
      // A client of HTTP/1.0 does not know them (RFC 9110, section 15.2), and they can wait for nobody.
      if (request.httpVersion === '1.0' || !socket || socket.writableNeedDrain)
        return;
      const lines = [
        `HTTP/1.1 ${status} ${reason}`,
        ...headers.map((pair) => pair.join(': ')),
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    },
  };
  return { raw, signal: client.signal };
}

async function read(
  request: IncomingMessage,
  limit: number,
): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // Not `for await`, which closes the connection if it is left early: no error response could be sent.
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      request.pause();
      reject(tooLarge(limit));
    });
    request.on('end', () => resolve(chunks));
    request.on('close', () => {
      if (!request.complete)
        reject(new Rejection(400, 'The request was cut off'));
    });
  });
}

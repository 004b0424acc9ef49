/** The mock on a port. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { tooLarge } from '../body.ts';
import { json, Rejection } from '../response.ts';
import type { Listening, ListenOptions, MockRequest, MockResponse, Responder } from '../types.ts';

/** How long a connection can be idle: longer than in most clients, as a request on one that is being closed fails. */
const keepAliveTimeout = 60_000;

/** How long requests that have arrived can take after a stop. */
const graceTimeInMs = 2000;

/** Listens on 127.0.0.1. */
export async function serve(respond: Responder, options: ListenOptions): Promise<Listening> {
  const { port = 0, requestTimeoutInMs = 10_000 } = options;
  // To import it reads all that it exports, and with that loads the whole of `fetch`: 13 MB and 20 ms.
  const { createServer } = process.getBuiltinModule('node:http');
  let pending = 0;
  const schedule = new Schedule();
  const server = createServer(
    {
      requestTimeout: requestTimeoutInMs,
      headersTimeout: requestTimeoutInMs,
      keepAliveTimeout,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutInMs),
    },
    (request, response) => {
      pending += 1;
      response.on('close', () => {
        pending -= 1;
        if (pending === 0) server.emit('idle');
      });
      void handle(respond, schedule, request, response);
    },
  );
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    // What has reached this machine is still read.
    await setImmediate();
    const timer = setTimeout(() => server.emit('idle'), graceTimeInMs);
    if (pending > 0) await once(server, 'idle');
    clearTimeout(timer);
    // Node itself leaves connections open that have sent nothing yet, or whose response came after the stop.
    server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => (closing ??= close()),
  };
}

/** Longer responses are sent as bytes. */
const largestText = 32 * 1024;

async function handle(
  respond: Responder,
  schedule: Schedule,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await schedule.begin(1 + Math.floor((request.url ?? '').length / longTarget));
    const result = await respond(toMock(request));
    await schedule.nextTurn();
    // The client may have gone in the meantime.
    if (!response.destroyed) send(response, result);
  } catch (error) {
    // A function among the options can throw, such as a log, and a header can be invalid. The mock goes on.
    if (response.headersSent) response.destroy();
    else send(response, json(500, { detail: `The mock failed: ${(error as Error).message}` }));
  }
}

/**
 * How many requests are begun and responses sent in one turn of the event loop. A connection can send thousands of
 * requests in one packet (pipelining).
 */
const perTurn = 16;

/** From how many characters on a target is read as slowly as two requests, and so on. */
const longTarget = 500;

/** Spreads the work of one mock over the turns of the event loop. */
class Schedule {
  /** How many requests were begun in this turn, by their weight. */
  #begun = 0;
  readonly #waiting: (() => void)[] = [];

  /** Waits until a request can begin. */
  async begin(weight: number): Promise<void> {
    while (this.#begun > 0 && this.#begun + weight > perTurn) await this.nextTurn();
    this.#begun += weight;
  }

  /**
   * Waits for the next turn of the event loop that is free. Responses that are ready in the same turn are sent one
   * right after the other: under load that raises the throughput by half, as each write can wake up another process.
   */
  async nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) globalThis.setImmediate(() => this.#release());
    });
  }

  #release(): void {
    this.#begun = 0;
    const next = this.#waiting.splice(0, perTurn);
    for (const resolve of next) resolve();
    if (this.#waiting.length > 0) globalThis.setImmediate(() => this.#release());
  }
}

/** The path and the query of a target, which can name scheme and host before them (RFC 9112, section 3.2.2). */
const target = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/i;

function toMock(request: IncomingMessage): MockRequest {
  const [, path = '', query = ''] = target.exec(request.url ?? '/') ?? [];
  return {
    method: request.method ?? 'GET',
    path,
    query,
    host: request.headers.host,
    // Only a header of responses, `Set-Cookie`, can be an array.
    headers: request.headers as Record<string, string | undefined>,
    read: (limit) => read(request, limit),
  };
}

async function read(request: IncomingMessage, limit: number): Promise<Uint8Array[]> {
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
      if (!request.complete) reject(new Rejection(400, 'The request was cut off'));
    });
  });
}

function send(response: ServerResponse, { status, headers, body, broken }: MockResponse): void {
  if (broken === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const length = Buffer.byteLength(body);
  // The response to HEAD can have the length of a body that is not here.
  const isComplete = status === 204 || status === 304 || 'content-length' in headers;
  response.writeHead(status, isComplete ? headers : { ...headers, 'Content-Length': length });
  if (broken === 'truncated') {
    const half = Buffer.from(body).subarray(0, length / 2);
    response.write(half, () => response.socket?.destroySoon());
  } else {
    // As a text it leaves in one piece with the headers, but Node reserves three bytes for each character of it.
    response.end(length > largestText ? Buffer.from(body) : body);
  }
}

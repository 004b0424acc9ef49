/** How a server on loopback responds, or fails to. */
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

/** A request that has arrived. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

/** Responds to a request, or does not. */
export type Reply = (
  response: ServerResponse,
  request: IncomingMessage,
  arrival: Arrival,
) => void;

export const text =
  (body: string, status = 200, headers: OutgoingHttpHeaders = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const json = (
  value: unknown,
  status = 200,
  headers: OutgoingHttpHeaders = {},
): Reply =>
  text(JSON.stringify(value), status, {
    'content-type': 'application/json',
    ...headers,
  });

/** Responds with a status alone. */
export const empty = (
  status: number,
  headers: OutgoingHttpHeaders = {},
): Reply => text('', status, headers);

/** Responds that the service is busy; by default with `Retry-After: 0`. */
export const busy = (retryAfter: string | number = 0, status = 503): Reply =>
  json({ detail: 'busy' }, status, { 'retry-after': String(retryAfter) });

export const redirect = (location: string, status = 307): Reply =>
  empty(status, { location });

/** Responds as the service does to most calls. */
export const success = json({ success: true });

/** Does not respond. */
export const silence: Reply = () => {};

/** Begins a response, and does not end it. */
export const stall: Reply = (response) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .write('{"success":');
};

/** Breaks off a response before its `Content-Length`. */
export const cutShort: Reply = (response, request) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': 100,
  });
  response.write('{"success":', () => request.socket.destroy());
};

/** Breaks off a response between two chunks. Its first part is complete JSON. */
export const cutBetweenChunks: Reply = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":true}', () => request.socket.destroy());
};

/** Receives a request, and resets the connection. */
export const reset: Reply = (_, { socket }) => void socket.resetAndDestroy();

import type { OutgoingHttpHeaders } from 'node:http';
import type { Reply } from './server.ts';

/** Answers with JSON. */
export function json(value: unknown, status = 200, headers: OutgoingHttpHeaders = {}): Reply {
  return text(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

/** Answers with HTML, as gateways do. */
export function html(body: string, status = 200): Reply {
  return text(body, status, { 'content-type': 'text/html; charset=utf-8' });
}

/** Answers with a text. */
export function text(body: string, status = 200, headers: OutgoingHttpHeaders = {}): Reply {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Answers with a status alone. */
export function empty(status: number, headers: OutgoingHttpHeaders = {}): Reply {
  return text('', status, headers);
}

/** Answers that the service is busy; by default the next attempt may come at once. */
export function busy(retryAfter: string | number = 0, status = 503): Reply {
  return json({ detail: 'busy' }, status, { 'retry-after': String(retryAfter) });
}

/** Leads elsewhere. */
export function redirect(location: string, status = 307): Reply {
  return empty(status, { location });
}

/** Takes the request, and says nothing. */
export const silence: Reply = () => {};

/** Begins an answer, and does not end it. */
export const stall: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
};

/** Breaks off an answer that was to have a certain length. */
export const cutShort: Reply = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
  response.write('{"success":', () => request.socket.destroy());
};

/** Breaks off an answer between two chunks. What is there of it is whole JSON. */
export const cutBetweenChunks: Reply = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":true}', () => request.socket.destroy());
};

/** Takes the request, and resets the connection. */
export const reset: Reply = (_, { socket }) => void socket.resetAndDestroy();

/** What the answers of the service look like when all is well. */
export const success = json({ success: true });

/** What the tests share: clients, a server on loopback that follows a script, and programs in processes of their own. */
import { type Client, type ClientOptions, createClient } from '@agent-conversation/client';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { expect } from 'vitest';

/** The key of every client. */
export const apiKey = 'key-5f0c2a';

/** Makes a client of a server. */
export function clientOf({ baseUrl }: Pick<Scripted, 'baseUrl'>, options?: ClientOptions): Client {
  return createClient({ baseUrl, apiKey, ...options });
}

/** Makes a client without a network. */
export function clientOver(
  fetch: NonNullable<ClientOptions['fetch']>,
  options?: ClientOptions,
): Client {
  return createClient({ baseUrl: 'http://service.example', apiKey, fetch, ...options });
}

/** Returns what a call throws, or what a function that makes one throws. A test fails if it throws nothing. */
export async function thrownBy(call: PromiseLike<unknown> | (() => unknown)): Promise<Error> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    return error as Error;
  }
  return expect.fail('nothing was thrown');
}

/** Returns all that logs can show of a value. */
export function shownOf(value: unknown): string {
  return [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 10 }),
    inspect(value, { depth: 10, showHidden: true }),
    value instanceof Error ? `${value.message}\n${value.stack}` : '',
  ].join('\n');
}

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
export type Reply = (response: ServerResponse, request: IncomingMessage, arrival: Arrival) => void;

/** A server on loopback that follows a script. */
export interface Scripted {
  readonly baseUrl: string;
  /** What has arrived so far, in order. */
  readonly requests: readonly Arrival[];
}

const stops = new Set<() => Promise<void>>();

/**
 * Starts a server on loopback.
 *
 * @param replies are used one after the other; the last one repeats
 */
export async function serve(...replies: readonly [Reply, ...Reply[]]): Promise<Scripted> {
  const requests: Arrival[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const reply = replies[Math.min(requests.length, replies.length - 1)]!;
    // It counts at once, even if its body is cut off.
    const arrival = { method, url, headers, body: '', at: Date.now() };
    requests.push(arrival);
    readText(request).then(
      (body) => reply(response, request, Object.assign(arrival, { body })),
      () => {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.add(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests };
}

/** Closes every server with all its connections. */
export async function closeServers(): Promise<void> {
  await Promise.all([...stops].map((stop) => stop()));
  stops.clear();
}

/** Returns an address on loopback at which no server listens. */
export async function deadAddress(): Promise<string> {
  const { baseUrl } = await serve(silence);
  await [...stops].at(-1)!();
  return baseUrl;
}

/** Responds with JSON. */
export function json(value: unknown, status = 200, headers: OutgoingHttpHeaders = {}): Reply {
  return text(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

/** Responds with HTML, as gateways do. */
export function html(body: string, status = 200): Reply {
  return text(body, status, { 'content-type': 'text/html; charset=utf-8' });
}

export function text(body: string, status = 200, headers: OutgoingHttpHeaders = {}): Reply {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Responds with a status alone. */
export function empty(status: number, headers: OutgoingHttpHeaders = {}): Reply {
  return text('', status, headers);
}

/** Responds that the service is busy; by default the next attempt may come at once. */
export function busy(retryAfter: string | number = 0, status = 503): Reply {
  return json({ detail: 'busy' }, status, { 'retry-after': String(retryAfter) });
}

/** Redirects a request. */
export function redirect(location: string, status = 307): Reply {
  return empty(status, { location });
}

/** Does not respond. */
export const silence: Reply = () => {};

/** Begins a response, and does not end it. */
export const stall: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
};

/** Breaks off a response before its `Content-Length`. */
export const cutShort: Reply = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
  response.write('{"success":', () => request.socket.destroy());
};

/** Breaks off a response between two chunks. Its first part is complete JSON. */
export const cutBetweenChunks: Reply = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":true}', () => request.socket.destroy());
};

/** Receives a request, and resets the connection. */
export const reset: Reply = (_, { socket }) => void socket.resetAndDestroy();

/** Responds as the service does to most calls. */
export const success = json({ success: true });

/** Options of a program. */
export interface Run {
  readonly args?: readonly string[];
  /** Options of Node. */
  readonly flags?: readonly string[];
}

const running = new Set<ChildProcess>();

/**
 * Runs a program of `test/programs` in a process of its own.
 *
 * @returns the JSON that it prints
 * @throws {Error} when it fails, or prints an error
 */
export async function run(program: string, { args = [], flags = [] }: Run = {}): Promise<unknown> {
  const path = fileURLToPath(new URL(`programs/${program}`, import.meta.url));
  // Node warns of these two together.
  const { FORCE_COLOR: _, NO_COLOR: __, ...env } = process.env;
  const child = spawn(process.execPath, [...flags, path, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const [output, errors, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, 'close'),
  ]);
  running.delete(child);
  if (code === 0 && errors === '') return JSON.parse(output);
  throw new Error(`${program} ended with the code ${code}.\n${output}${errors}`);
}

/** Ends every program that is still running. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** What the tests share: clients, and a server on loopback that follows a script. */
import {
  type AppConversationStartTask,
  type Client,
  type ClientOptions,
  createClient,
} from '@agent-conversation/client';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { Arrival, Reply } from './replies.ts';

export type Fetch = NonNullable<ClientOptions['fetch']>;

/** The key of every client. */
export const apiKey = 'key-5f0c2a';

/** Makes a client of a server. */
export function clientOf(
  { baseUrl }: Pick<Scripted, 'baseUrl'>,
  options?: ClientOptions,
): Client {
  return createClient({ baseUrl, apiKey, ...options });
}

/** Makes a client without a network. */
export function clientOver(fetch: Fetch, options?: ClientOptions): Client {
  return createClient({
    baseUrl: 'http://service.example',
    apiKey,
    fetch,
    ...options,
  });
}

/** Returns what a call throws, or what a function that makes one throws. A test fails if it throws nothing. */
export async function thrownBy(
  call: PromiseLike<unknown> | (() => unknown),
): Promise<Error> {
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

/** A start task as deployments return it: without any id. */
export function taskOf(
  request: object,
  properties: object = {},
): AppConversationStartTask {
  return {
    id: 'task-1',
    created_by_user_id: null,
    status: 'WORKING',
    app_conversation_id: null,
    sandbox_id: null,
    agent_server_url: null,
    request,
    ...properties,
  };
}

/** A server on loopback that follows a script. */
export interface Scripted {
  readonly baseUrl: string;
  /** What has arrived so far, in order. */
  readonly requests: readonly Arrival[];
}

/**
 * Starts a server on loopback, which ends with the process.
 *
 * @param replies are used one after the other; the last one repeats
 */
export async function serve(
  ...replies: readonly [Reply, ...Reply[]]
): Promise<Scripted> {
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
  return { baseUrl: await listen(server), requests };
}

/** Returns an address on loopback at which no server listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  const baseUrl = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return baseUrl;
}

/** Starts a server on loopback that does not keep the process alive, and returns its address. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { type Client, type ClientOptions, createClient } from '@agent-conversation/client';
import type { Scripted } from './server.ts';

/** The key of every client here. */
export const apiKey = 'key-5f0c2a';

/** A client of a server. */
export function clientOf({ baseUrl }: Pick<Scripted, 'baseUrl'>, options?: ClientOptions): Client {
  return createClient({ baseUrl, apiKey, ...options });
}

/** A client without a network. */
export function clientOver(
  fetch: NonNullable<ClientOptions['fetch']>,
  options?: ClientOptions,
): Client {
  return createClient({ baseUrl: 'http://service.example', apiKey, fetch, ...options });
}

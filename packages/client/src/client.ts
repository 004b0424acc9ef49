import type { paths } from '@agent-conversation/types';
import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { sendKey } from './send-key.ts';

/** How a client reaches the service. */
export interface ClientOptions {
  /** Scheme, host and port of the service, such as `http://localhost:3000`; a path is kept. */
  baseUrl: string;
  /** The caller's API key. It is sent in the header `X-Session-API-Key`. */
  apiKey: string;
  /**
   * The function that sends the requests.
   *
   * @default the global `fetch`, looked up at each call
   */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the service: a method for each HTTP method, typed by the contract's paths. A call never
 * throws because of the answer's status: it gives `data` for a success and `error` for a failure, and
 * `response` in both cases.
 */
export type Client = FetchClient<paths, 'application/json'>;

/**
 * Makes a client of the service.
 *
 * Redirects are refused, because `fetch` would carry the API key along to wherever they lead: the call
 * then throws a `TypeError`.
 *
 * @throws {TypeError} when `baseUrl` is not an absolute http(s) address or `apiKey` cannot be sent in a
 * header. The message names the option and never contains the key.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'my-key' });
 * const { data, error, response } = await client.GET('/api/v1/sandboxes/search', {
 *   params: { query: { limit: 20 } },
 * });
 * if (response.ok) console.log(data?.items);
 * else console.error(response.status, error);
 */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): Client {
  checkBaseUrl(baseUrl);
  checkApiKey(apiKey);
  const client = createFetchClient<paths, 'application/json'>({
    baseUrl,
    redirect: 'error',
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
  });
  client.use(sendKey(apiKey));
  return client;
}

function checkBaseUrl(baseUrl: string): void {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError(
      `baseUrl must be an absolute http(s) address such as http://localhost:3000, not ${JSON.stringify(baseUrl)}`,
    );
  }
}

function checkApiKey(apiKey: string): void {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError(
      'apiKey must be a text of one or more visible ASCII characters, without spaces or line ends',
    );
  }
}

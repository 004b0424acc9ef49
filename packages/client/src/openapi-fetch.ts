/** openapi-fetch's own typed client on the transport of this package. */
import type { paths } from '@agent-conversation/types';
import createFetchClient, { type Client } from 'openapi-fetch';
import { operations } from './generated/operations.ts';
import { errorOf } from './responses.ts';
import { configure, readOptions, validate } from './transport/config.ts';
import { type Received, sendWithRetry } from './transport/connection.ts';
import type { CallOptions, ClientOptions } from './transport/options.ts';
import { fillPath, isBelow, queryOf } from './transport/request.ts';

/** openapi-fetch's client of the contract: `GET`, `POST`, `use` and its other methods. */
export interface FetchClient extends Client<paths> {}

/** Options of a call: those of openapi-fetch and of `fetch`, and those of this package. */
interface CallInit extends Omit<CallOptions, 'headers'>, Omit<RequestInit, 'signal'> {
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Makes openapi-fetch's own typed client, which sends its requests as `createClient` of
 * `@agent-conversation/client` does: with retries, timeouts, the redirect guard, the API key and the same errors
 * if there is no response. It also throws where `data` and `error` would mislead: if a success is not the JSON of the
 * contract, and if an error response has no body.
 *
 * `timeoutInMs`, `attemptTimeoutInMs`, `retries` and `signal` are options of each call as well. Middleware of
 * openapi-fetch (`use`) sees a call once; `middleware` in the options sees each of its attempts.
 *
 * @throws {TypeError} when an option is missing or wrong; the message names it, and never has the key
 *
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'my-key' });
 * const { data, error } = await client.GET('/api/v1/sandboxes/search');
 */
export function createClient(options: ClientOptions = {}): FetchClient {
  const shared = readOptions(options);
  const client = createFetchClient<paths>({
    baseUrl: shared.baseUrl,
    headers: shared.headers,
    pathSerializer: fillPath,
    querySerializer: queryOf,
  });
  const callFetch = client.request as (method: string, path: string, init: object) => unknown;

  // The options of a call hold its operation and its own signal. The signal of a `Request` would follow that one only
  // until garbage is collected (nodejs/undici#3644).
  async function call(verb: string, path: string, init: CallInit = {}): Promise<unknown> {
    const { timeoutInMs, attemptTimeoutInMs, retries, fetch, ...own } = init;
    const { signal, cache, credentials, keepalive, mode } = own;
    const method = verb.toUpperCase();
    const operation = operations.find((it) => it.method === method && it.path === path);
    if (!operation) throw new TypeError(`${method} ${path} is not an operation of the contract`);
    const config = {
      ...configure(shared, { timeoutInMs, attemptTimeoutInMs, retries, signal }),
      fetch: (url: string, attempt: RequestInit) => {
        const whole = { ...validate({ cache, credentials, keepalive, mode }), ...attempt };
        return fetch ? fetch(new Request(url, whole)) : shared.fetch(url, whole);
      },
    };
    return callFetch(method, path, {
      ...own,
      fetch: async (outgoing: Request) => {
        const { url } = outgoing;
        if (!isBelow(shared.baseUrl, url)) {
          throw new TypeError(`${operation.id}: the address is outside of baseUrl`);
        }
        const headers = Object.fromEntries(outgoing.headers);
        const request = { url, headers, body: (await outgoing.text()) || undefined };
        const whole = { signal: outgoing.signal, ...config };
        return responseOf(await sendWithRetry(whole, operation, request));
      },
    });
  }

  const methods = operations.map(({ method }) => {
    return [method, (path: string, init?: CallInit) => call(method, path, init)] as const;
  });
  return { ...client, ...Object.fromEntries(methods), request: call } as FetchClient;
}

/** The values of `error` that `if (error)` takes for a success. */
const falsy = /^\s*(null|false|0|"")?\s*$/;

/** @throws {ApiError} when openapi-fetch would return neither the data of the contract nor an error */
function responseOf(received: Received): Response {
  const { kind, response, text } = received;
  const { status, headers } = response;
  if (status < 400 ? kind !== 'success' : falsy.test(text)) throw errorOf(received);
  return new Response(text, { status, headers });
}

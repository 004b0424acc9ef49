/** openapi-fetch's own typed client on the transport of this package. */
import type { paths } from '@agent-conversation/types';
import createFetchClient from 'openapi-fetch';
import type { FetchCallOptions, FetchClient } from './fetch-client.ts';
import { operations } from './generated/operations.ts';
import { fillPath, queryOf } from './generated/request-url.ts';
import { errorOf } from './responses.ts';
import { configure, readOptions } from './transport/config.ts';
import type { Received } from './exchange.ts';
import { sendWithRetry } from './transport/retry.ts';
import type { ClientOptions } from './transport/options.ts';
import { isBelow } from './transport/request.ts';

export type {
  FetchCallOptions,
  FetchClient,
  FetchMethod,
  FetchOptions,
  FetchRequest,
  FetchResult,
} from './fetch-client.ts';

/**
 * Makes openapi-fetch's own typed client, which sends its requests as `createClient` of
 * `@agent-conversation/client` does: with retries, timeouts, the redirect guard, the API key and the same errors
 * if there is no response. It also throws where `data` and `error` would mislead: if a success is not the JSON of the
 * contract, and if an error response has no body.
 *
 * `timeoutInMs`, `attemptTimeoutInMs`, `retries`, `maxBodyInBytes` and `signal` are options of each call as well.
 * Middleware of openapi-fetch (`use`) sees a call once; `middleware` in the options sees each of its attempts.
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
    headers: { accept: 'application/json', ...shared.headers },
    pathSerializer: fillPath,
    querySerializer: pageQueryOf,
  });
  const callFetch = client.request as (
    method: string,
    path: string,
    init: object,
  ) => unknown;

  async function call(
    verb: string,
    path: string,
    init: FetchCallOptions = {},
  ): Promise<unknown> {
    const {
      timeoutInMs,
      attemptTimeoutInMs,
      retries,
      maxBodyInBytes,
      fetch,
      ...others
    } = init;
    const method = verb.toUpperCase();
    const operation = operations.find(
      (it) => it.method === method && it.path === path,
    );
    if (!operation)
      throw new TypeError(
        `${method} ${path} is not an operation of the contract`,
      );
    const signal = others.signal ?? undefined;
    const callOptions = {
      timeoutInMs,
      attemptTimeoutInMs,
      retries,
      maxBodyInBytes,
      signal,
    };
    const config = configure(shared, callOptions);
    const fetchUrl = options.fetch && !fetch ? shared.fetch : undefined;

    async function send(outgoing: Request): Promise<Response> {
      const { url } = outgoing;
      if (!isBelow(shared.baseUrl, url)) {
        throw new TypeError(
          `${operation!.id}: the address is outside of baseUrl`,
        );
      }
      const { body, restore } = await readBody(outgoing);
      let last: Response | undefined;
      async function fetchAttempt(
        target: string,
        attempt: RequestInit,
      ): Promise<Response> {
        const restored = { ...attempt, body: restore(attempt.body ?? null) };
        last = fetchUrl
          ? await fetchUrl(target, { ...settingsOf(outgoing), ...restored })
          : await fetchCopy(outgoing, target, restored, fetch);
        return last;
      }
      // Middleware may have set a signal of its own.
      const ended = follow(signal, outgoing.signal);
      try {
        const request = { url, headers: headersOf(outgoing), body };
        const attemptConfig = {
          ...config,
          signal: ended.signal,
          fetch: fetchAttempt,
        };
        return responseOf(
          await sendWithRetry(attemptConfig, operation!, request),
          last,
        );
      } finally {
        ended.stop();
      }
    }
    return callFetch(method, path, { ...others, fetch: send });
  }

  const methods = operations.map(({ method }) => {
    return [
      method,
      (path: string, init?: FetchCallOptions) => call(method, path, init),
    ] as const;
  });
  return {
    ...client,
    ...Object.fromEntries(methods),
    request: call,
  } as unknown as FetchClient;
}

/**
 * Returns the query of an address. The id of a page is a text: openapi-react-query sends 0 for the first page of an
 * infinite query without an `initialPageParam`.
 */
function pageQueryOf(query: { readonly page_id?: unknown } = {}): string {
  const { page_id, ...others } = query;
  return queryOf(page_id === 0 ? others : query);
}

/** Returns the headers of a request by their names in lower case; not every class of requests has them so. */
function headersOf({ headers }: Request): Record<string, string> {
  const lowered: Record<string, string> = {};
  for (const [name, value] of headers) {
    lowered[name.toLowerCase()] = value;
  }
  return lowered;
}

/**
 * Reads the body of a request, which each attempt repeats. Functions in the option `middleware` see it as a text; one
 * that is binary is sent as it is, unless they replace the text.
 */
async function readBody(outgoing: Request) {
  const bytes = await outgoing.arrayBuffer();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // Bytes that are not UTF-8 are decoded as this character (WHATWG Encoding, section 4.1).
  const isText = !text.includes('\uFFFD');
  const restore = (body: BodyInit | null) => {
    const isReplaced = body !== text;
    return isText || isReplaced ? body : bytes;
  };
  return { body: text || undefined, restore };
}

/** The settings of a request that can be read, and what they are if nobody has set them (Fetch, section 5.4). */
const settings = {
  cache: 'default',
  credentials: 'same-origin',
  integrity: '',
  keepalive: false,
  mode: 'cors',
  referrer: 'about:client',
  referrerPolicy: '',
} as const;

/** Returns the settings of a request that somebody has set, and what was added to it. */
function settingsOf(outgoing: Request): RequestInit {
  const names = Object.keys(settings) as (keyof typeof settings)[];
  const set: Record<string, unknown> = {};
  for (const name of names) {
    const value = outgoing[name];
    // Some runtimes do not have all of them.
    if (value !== undefined && value !== settings[name]) set[name] = value;
  }
  return { ...set, ...addedTo(outgoing) };
}

/** Returns the properties that openapi-fetch or middleware has added to a request, such as `next`. */
function addedTo(outgoing: Request): object {
  return Object.fromEntries(Object.entries(outgoing));
}

/**
 * Sends an attempt as a copy of the request, which has settings that cannot be read, such as `priority`.
 *
 * @param fetch sends the copy, in place of the global `fetch`
 */
function fetchCopy(
  outgoing: Request,
  url: string,
  attempt: RequestInit,
  fetch: FetchCallOptions['fetch'],
): Promise<Response> {
  // A copy without a body would have that of the original.
  const isCopy =
    url === outgoing.url && (attempt.body !== null || outgoing.body === null);
  // Some settings are not copied where others are given, such as `referrerPolicy` (Fetch, section 5.4).
  const set = settingsOf(outgoing);
  const source = isCopy ? outgoing : url;
  const request = new Request(source, { ...set, ...attempt });
  if (fetch) return fetch(Object.assign(request, addedTo(outgoing)));
  // The signal of a `Request` follows another one only until garbage is collected (nodejs/undici#3644).
  return globalThis.fetch(request, { ...set, signal: attempt.signal ?? null });
}

/**
 * Follows signals with one that has a controller of its own: that of `AbortSignal.any` may be garbage-collected in
 * Node, and then ends nothing (nodejs/undici#3644).
 */
function follow(...signals: readonly (AbortSignal | undefined)[]) {
  const controller = new AbortController();
  const followed = signals.filter((signal) => signal !== undefined);
  const abort = () => {
    controller.abort(followed.find(({ aborted }) => aborted)?.reason);
  };
  for (const signal of followed) signal.addEventListener('abort', abort);
  if (followed.some(({ aborted }) => aborted)) abort();
  const stop = () => {
    for (const signal of followed) signal.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, stop };
}

/** The values of `error` that `if (error)` takes for a success. */
const falsy = /^\s*(null|false|0|"")?\s*$/;

/** The highest status that a `Response` can be made with (Fetch, section 5.5). */
const highestStatus = 599;

/**
 * Returns a response for openapi-fetch, from what was read of the last one.
 *
 * @throws {ApiError} when openapi-fetch would return neither the data of the contract nor an error
 */
function responseOf(received: Received, last: Response | undefined): Response {
  const { kind, response, text } = received;
  const { status, headers } = response;
  if (status < 400 ? kind !== 'success' : falsy.test(text))
    throw errorOf(received);
  const copy = new Response(text, {
    status: Math.min(status, highestStatus),
    headers,
  });
  const { statusText = '', url = '' } = last ?? {};
  Object.defineProperties(copy, {
    status: { value: status },
    statusText: { value: statusText },
    url: { value: url },
  });
  return copy;
}

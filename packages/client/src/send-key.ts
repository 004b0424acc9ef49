import type { Middleware } from 'openapi-fetch';

/** The header that carries the API key. */
const keyHeader = 'X-Session-API-Key';

/** Sends the API key with every request. */
export function sendKey(apiKey: string): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set(keyHeader, apiKey);
      return request;
    },
  };
}

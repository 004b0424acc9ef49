import type { Exchange } from '../oracle/exchange.ts';

/** The key that {@link plainExchange} sends. */
export const plainKey = 'key-of-ada-5f3a9c';

/** What an exchange has that differs from the usual. */
export interface Unusual {
  /** Null sends none. */
  readonly key?: string | null;
  /** Of the request; null for one that is not sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body of the request: a text as it is, anything else as JSON. */
  readonly sent?: unknown;
  /** Of the response; null for one that is not there. */
  readonly responded?: Readonly<Record<string, string | null>>;
}

/**
 * An exchange with the server `http://127.0.0.1:4010`.
 *
 * @param line such as `GET /api/settings`
 * @param body the body of the response: a text as it is, anything else as JSON
 */
export function plainExchange(
  line: string,
  status: number,
  body: unknown,
  { key = plainKey, headers = {}, sent, responded = {} }: Unusual = {},
): Exchange {
  const [method = '', path = ''] = line.split(' ');
  return {
    request: {
      method,
      url: `http://127.0.0.1:4010${path}`,
      headers: headersOf({
        'X-Session-API-Key': key,
        'Content-Type': sent === undefined ? null : 'application/json',
        ...headers,
      }),
      body: sent === undefined ? undefined : textOf(sent),
    },
    response: {
      status,
      headers: headersOf({ 'Content-Type': 'application/json', ...responded }),
      body: textOf(body),
    },
  };
}

function headersOf(headers: Readonly<Record<string, string | null>>): Headers {
  const set = Object.entries(headers).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  );
  return new Headers(set);
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

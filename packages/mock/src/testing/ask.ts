import type { Mock } from '../mock.ts';

/** What a test sends besides method and path. */
export interface Extra {
  /** The API key; none is sent if it is null. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
}

/** An answer as a test looks at it. */
export interface Answered<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, undefined where there is none. */
  readonly body: Body;
}

/** Asks a mock as a client does. */
export async function ask<Body = unknown>(
  { fetch }: Pick<Mock, 'fetch'>,
  method: string,
  path: string,
  extra: Extra = {},
): Promise<Answered<Body>> {
  const response = await send({ fetch }, method, path, extra);
  const text = await response.text();
  const body = (text === '' ? undefined : JSON.parse(text)) as Body;
  return { status: response.status, headers: response.headers, text, body };
}

/** As `ask`, with the answer as `fetch` gives it. */
export async function send(
  { fetch }: Pick<Mock, 'fetch'>,
  method: string,
  path: string,
  { key = 'ada', headers = {}, body }: Extra = {},
): Promise<Response> {
  return fetch(`http://mock${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { 'X-Session-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** What a request looks like that the contract allows, for each operation. */
export const requests = [
  ['createConversation', 'POST', '/api/conversations', {}],
  ['getSettings', 'GET', '/api/settings', undefined],
  ['startAppConversation', 'POST', '/api/v1/app-conversations', {}],
  ['listAppConversations', 'GET', '/api/v1/app-conversations', undefined],
  ['searchSandboxes', 'GET', '/api/v1/sandboxes/search', undefined],
  ['startSandbox', 'POST', '/api/v1/sandboxes', undefined],
  ['pauseSandbox', 'POST', '/api/v1/sandboxes/a/pause', undefined],
  ['resumeSandbox', 'POST', '/api/v1/sandboxes/a/resume', undefined],
  ['searchSandboxSpecs', 'GET', '/api/v1/sandbox-specs/search', undefined],
] as const;

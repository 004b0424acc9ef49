export interface ReceivedResponse extends Pick<Response, 'status' | 'statusText' | 'headers'> {
  readonly text: string;
  /** From the request to the end of the body, in milliseconds. */
  readonly duration: number;
}

/** The timeout of a request, in milliseconds. */
const timeout = 10_000;

/**
 * Sends a request without cookies, redirects or cache.
 *
 * @returns why there is no response, if there is none: `unreachable`, or a sentence
 */
export async function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<ReceivedResponse | string> {
  const begin = performance.now();
  let response: Response | undefined;
  try {
    response = await fetch(url, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      body: body || null,
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    const { status, statusText, headers: received } = response;
    return { status, statusText, headers: received, text, duration: performance.now() - begin };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return 'There is no response within 10 seconds.';
    return response ? 'The connection closed before the response was complete.' : 'unreachable';
  }
}

/**
 * Reads the URL of a server; undefined if the page may not connect to it.
 *
 * @param allowed origins in addition to this machine
 */
export function readServer(text: string, allowed: readonly string[]): string | undefined {
  const typed = text.trim();
  const url = URL.parse(/^\w+:\/\//.test(typed) ? typed : `http://${typed}`);
  if (!url || url.username || url.search || url.hash) return undefined;
  const isHere = url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  return isHere || allowed.includes(url.origin) ? url.href.replace(/\/$/, '') : undefined;
}

/** The command that starts a mock at a server of this machine. */
export function startCommand(server: string): string {
  return `npx --yes @agent-conversation/mock --port ${new URL(server).port || '80'}`;
}

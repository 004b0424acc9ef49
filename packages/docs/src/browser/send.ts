import { jsonOf } from '@agent-conversation/contract';
import type { LoadedValidator } from './dom.ts';

export type ReceivedResponse = Exclude<Awaited<ReturnType<typeof send>>, string>;

/** The timeout of a request, in milliseconds. */
const timeout = 10_000;

/** Sends without cookies, redirects or cache. @returns why it failed, if it did: `unreachable`, or a sentence */
export async function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body = '',
) {
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

/** Reads the URL of a server; undefined if it is neither this machine nor of an allowed origin. */
export function readServer(text: string, allowed: readonly string[]): string | undefined {
  const typed = text.trim();
  const url = URL.parse(/^\w+:\/\//.test(typed) ? typed : `http://${typed}`);
  if (!url || url.username || url.search || url.hash) return undefined;
  const isHere = url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  return isHere || allowed.includes(url.origin) ? url.href.replace(/\/$/, '') : undefined;
}

/** The command that starts a mock at a server of this machine. */
export function startCommand(server: string): string {
  return `npm exec --no -- agent-conversation-mock --port ${new URL(server).port || '80'}`;
}

/** Validates a response; its JSON has no value of a property with the name of a secret, at any depth. */
export function readResponse(
  { status, headers, text }: ReceivedResponse,
  validator: LoadedValidator,
  secrets: readonly string[],
) {
  const body = jsonOf(text);
  const redact = (name: string, value: unknown) =>
    secrets.includes(name) && value !== null ? '[secret]' : value;
  // Browsers hide most headers, so that a required one seems to be missing.
  const contentType = headers.get('Content-Type');
  const result = validator.validateResponse({ status, contentType, body });
  return {
    json: body === undefined ? undefined : JSON.stringify(body, redact, 2),
    isMalformed: text !== '' && body === undefined,
    violations: result.valid ? [] : result.violations,
  };
}

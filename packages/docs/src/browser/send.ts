import {
  fillPath,
  isApiKey,
  isBaseUrl,
  jsonOf,
  queryOf,
  redactProperties,
} from '@agent-conversation/contract';
import type { Violation } from '@agent-conversation/validators';
import type { ConsoleData } from '../pages/console-data.ts';
import type { LoadedValidator } from './dom.ts';

/** A request that the console sends, or shows as a command. */
export interface ConsoleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Null if there is none. */
  readonly body: string | null;
}

export type ReceivedResponse = Awaited<ReturnType<typeof send>>;

/** The timeout of a request, in milliseconds. */
const timeout = 10_000;

/** In browsers, a redirect has the status 0 (Fetch, section 3.2.6). */
const redirects = [0, 301, 302, 303, 307, 308];

/**
 * Sends without cookies, redirects or cache.
 *
 * @throws {Error} saying why there is no response; its cause is a command that starts the server, if there is one
 */
export async function send({ url, ...request }: ConsoleRequest) {
  const begin = performance.now();
  let response: Response | undefined;
  let text: string;
  try {
    response = await fetch(url, {
      ...request,
      credentials: 'omit',
      // The key would be sent along.
      redirect: 'manual',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeout),
    });
    text = await response.text();
  } catch (error) {
    throw failureOf(error as Error, new URL(url), response);
  }
  const duration = performance.now() - begin;
  const { status, statusText, headers } = response;
  if (redirects.includes(status)) {
    throw new Error(
      'The server redirects to another URL, which the console does not follow.',
    );
  }
  return {
    status,
    statusText,
    headers,
    text,
    duration,
  };
}

function failureOf(
  error: Error,
  { origin, port }: URL,
  response?: Response,
): Error {
  if (error.name === 'TimeoutError')
    return new Error('There is no response within 10 seconds.');
  if (response)
    return new Error('The connection closed before the response was complete.');
  const reason = `Could not reach ${origin}: it is not running, or does not allow this page (CORS).`;
  const command = `npm exec --no -- agent-conversation-mock --examples --port ${port || '80'}`;
  const cause = isThisMachine(origin) && command;
  return new Error(reason, { cause });
}

function isThisMachine(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname);
}

/** Reads the base URL of a server that the page may call. @throws {TypeError} saying why it is none */
export function readServer(text: string, allowed: readonly string[]): string {
  const typed = text.trim();
  const address = typed.includes('://') ? typed : `http://${typed}`;
  if (!isBaseUrl(address)) {
    throw new TypeError(
      `The server must be a URL such as http://127.0.0.1:4010, without user, query and fragment, is "${typed}".`,
    );
  }
  const { hostname, origin, href } = new URL(address);
  // A policy cannot name it (Content Security Policy level 3, section 2.3.1).
  if (hostname === '[::1]') {
    throw new TypeError(
      'Write localhost instead of [::1], which browsers let no page call.',
    );
  }
  if (!isThisMachine(origin) && !allowed.includes(origin)) {
    const origins = ['http://127.0.0.1', 'http://localhost', ...allowed].join(
      ', ',
    );
    throw new TypeError(
      `This page may call ${origins} only, not ${origin}: build the docs with --connect to allow others.`,
    );
  }
  return href.replace(/\/+$/, '');
}

/** Returns the header of a key; none if it is empty. @throws {TypeError} naming the position of what is wrong in it */
export function keyHeaders(name: string, key: string): Record<string, string> {
  const index = key.split('').findIndex((character) => !isApiKey(character));
  if (index >= 0) {
    throw new TypeError(
      `Character ${index + 1} of the API key cannot be sent in a header: it must be visible ASCII.`,
    );
  }
  return key && name ? { [name]: key } : {};
}

/** Returns parameters as headers. @throws {TypeError} naming the one that no header can have */
export function parameterHeaders(
  parameters: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const text = String(value);
    // A browser takes other characters of Latin-1 (Fetch, section 2.2.2), which services read in different ways.
    if (!/^[\t -~]*$/.test(text)) {
      throw new TypeError(
        `${name} cannot be sent in a header as "${text}": it must be visible ASCII.`,
      );
    }
    headers[name] = text;
  }
  return headers;
}

/** Returns the URL of a request. @throws {TypeError} naming the parameter that cannot be sent */
export function urlOf(
  server: string,
  path: string,
  values: object,
  query: object,
): string {
  const pathname = fillPath(path, { ...values });
  const search = queryOf(query);
  return search === '' ? server + pathname : `${server}${pathname}?${search}`;
}

/** Returns the command that sends a request. The key is that of the environment. */
export function curlOf(
  { method, url, headers, body }: ConsoleRequest,
  keyHeader: string,
): string {
  const lines = [`curl ${quoted(url)}`, `--request ${method}`];
  for (const [name, value] of Object.entries(headers)) {
    const isKey = name === keyHeader;
    const header = isKey
      ? `"${name}: $AGENT_CONVERSATION_API_KEY"`
      : quoted(`${name}: ${value}`);
    lines.push(`--header ${header}`);
  }
  if (body) lines.push(`--data-raw ${quoted(body)}`);
  return lines.join(' \\\n  ');
}

/** Quotes a text for a shell (POSIX.1-2024, Shell Command Language, section 2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Validates a response, and redacts secrets in its body. @param redact removes the key from a text */
export function readResponse(
  { status, headers, text }: ReceivedResponse,
  validator: LoadedValidator,
  { secrets, secretQueries }: Pick<ConsoleData, 'secrets' | 'secretQueries'>,
  redact: (text: string) => string,
) {
  const body = jsonOf(text);
  // Browsers hide most headers, so that a required one seems to be missing.
  const contentType = headers.get('Content-Type');
  const result = validator.validateResponse({ status, contentType, body });
  const shown = jsonOf(redact(text));
  return {
    body: redactProperties(shown, new Set(secrets), new Set(secretQueries)),
    isMalformed: text !== '' && body === undefined,
    violations: result.valid ? [] : result.violations,
  };
}

/** States in words whether a response is as the contract declares. */
export function verdictOf(
  status: number,
  violations: readonly Violation[],
): string {
  const parts = violations.map(({ part }) => part);
  if (parts.includes('status'))
    return `${status}, which the contract does not declare`;
  const { length } = violations;
  if (length > 0) {
    const subject = parts.includes('header') ? 'response' : 'body';
    const places = length === 1 ? 'one place' : `${length} places`;
    return `${status}, but the ${subject} breaks the contract in ${places}`;
  }
  if (status < 400) return `${status}, and the body conforms to the contract`;
  return `${status}, as the contract declares`;
}

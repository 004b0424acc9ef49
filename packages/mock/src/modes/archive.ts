/** Reads an HTTP archive (HAR 1.2), and checks it by the contract. */
import {
  isList,
  objectOf,
  readJson,
  redacted,
} from '@agent-conversation/contract';
import { keyHeader, type Operation, route } from '../contract.ts';
import { notJson } from '../redaction.ts';
import { violationsIn } from '../validate.ts';

/** A recorded request with its response. */
export interface RecordedExchange {
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly hasKey: boolean;
  /** The JSON of the body; undefined if there is none. */
  readonly body: unknown;
  /** Without those of the connection, and those that were redacted. A status of 0 is a connection that failed. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** How many violations an error names. */
const reported = 10;

/**
 * Reads an archive. What a browser has beside exchanges is skipped: of paths that the contract does not have, all that
 * cannot be used; of the others, what has a status that is no response to repeat, or a body that was not kept.
 *
 * @throws {TypeError} naming the entries that are no exchanges, or whose responses break the contract
 */
export function readArchive(value: unknown): readonly RecordedExchange[] {
  const { log } = objectOf(value);
  const { entries } = objectOf(log);
  if (!isList(entries)) {
    throw new TypeError(
      'This is no HTTP archive (HAR): log.entries is missing',
    );
  }
  const exchanges = entries.map((entry, index) =>
    isSkipped(entry) ? undefined : readEntry(entry, index),
  );
  const problems = exchanges.flatMap((exchange, index) => {
    if (!exchange) return [];
    const { method, path } = exchange;
    return problemsOf(exchange).map(
      (problem) => `entry ${index} (${method} ${path}): ${problem}`,
    );
  });
  if (problems.length === 0)
    return exchanges.filter((exchange) => exchange !== undefined);
  const more = problems.length - reported;
  const listed = problems.slice(0, reported).join('; ');
  const rest = more > 0 ? `; and ${more} more` : '';
  throw new TypeError(`The recording breaks the contract: ${listed}${rest}`);
}

/** Whether an entry is none to repeat, although archives of browsers have such. */
function isSkipped(entry: unknown): boolean {
  const { request, response } = objectOf(entry);
  const { method, url } = objectOf(request);
  const { status, content } = objectOf(response);
  if (typeof method !== 'string' || typeof url !== 'string') return false;
  const target = URL.parse(url);
  // A relative address is a mistake; `data:` and others are none of a server.
  if (!target) return false;
  if (!/^https?:$/.test(target.protocol)) return true;
  const code = Number(status);
  const isInformational = code >= 100 && code < 200;
  const isInCache = code === 304;
  const isUnknown = code > 599;
  if (isInformational || isInCache || isUnknown) return true;
  if (!route(target.pathname))
    return !isStatus(code) || textOf(content) === undefined;
  return isBodyMissing(method, code, content);
}

/** Whether a response had a body that the archive does not have: browsers keep those of the last requests. */
function isBodyMissing(
  method: string,
  status: number,
  content: unknown,
): boolean {
  const { text, size } = objectOf(content);
  if (typeof text === 'string' || size === 0) return false;
  return (
    isStatus(status) &&
    status !== 0 &&
    status !== 204 &&
    method.toUpperCase() !== 'HEAD'
  );
}

function readEntry(entry: unknown, index: number): RecordedExchange {
  const { request, response } = objectOf(entry);
  const { method, url, headers, postData } = objectOf(request);
  const { status, content, headers: received } = objectOf(response);
  const wrong = (name: string, rule: string) =>
    new TypeError(`entry ${index} of the recording: ${name} ${rule}`);
  if (typeof method !== 'string') {
    throw wrong('request.method', 'must be a text');
  }
  const target = typeof url === 'string' ? URL.parse(url) : null;
  if (!target) {
    throw wrong('request.url', 'must be an absolute URL');
  }
  if (!Number.isInteger(status) || !isStatus(Number(status))) {
    throw wrong('response.status', 'must be 0, or 200 to 599');
  }
  const body = textOf(content);
  if (body === undefined) {
    throw wrong(
      'response.content.text',
      'must be Base64, as its encoding says',
    );
  }
  const { text: sent } = objectOf(postData);
  const names = lowerCasePairsOf(headers).map(([name]) => name);
  return {
    method: method.toUpperCase(),
    path: target.pathname,
    query: target.search.slice(1),
    hasKey: names.includes(keyHeader) || names.includes('authorization'),
    body: typeof sent === 'string' ? jsonBodyOf(sent) : undefined,
    response: {
      status: Number(status),
      headers: headersOf(received),
      body,
    },
  };
}

/** Returns the JSON of a body; undefined if there is none. All that is not JSON is the same. */
export function jsonBodyOf(text: string): unknown {
  const { value, isBroken } = readJson(text);
  return isBroken ? notJson : value;
}

function isStatus(status: number): boolean {
  return status === 0 || (status >= 200 && status <= 599);
}

/** Returns headers as pairs, with names in lower case. */
function lowerCasePairsOf(headers: unknown): [name: string, value: string][] {
  if (!isList(headers)) return [];
  return headers.flatMap((header): [string, string][] => {
    const { name, value } = objectOf(header);
    const isHeader = typeof name === 'string' && typeof value === 'string';
    return isHeader ? [[name.toLowerCase(), value]] : [];
  });
}

/** Headers of a connection, and those that the mock writes itself. A name with a colon is of HTTP/2. */
const ownHeaders = new RegExp(
  [
    '^:',
    '^access-control-',
    '^content-(encoding|length)$',
    '^(connection|date|keep-alive|set-cookie|te|trailer|transfer-encoding|upgrade|vary)$',
  ].join('|'),
);

/** What the value of a header can have (RFC 9110, section 5.5). */
const headerValue = /^[\t\u{20}-\u{7e}\u{80}-\u{ff}]*$/u;

/** Returns the headers that can be sent. */
function headersOf(headers: unknown): Record<string, string> {
  const sent = new Headers();
  for (const [name, value] of lowerCasePairsOf(headers)) {
    if (ownHeaders.test(name) || value.includes(redacted)) continue;
    // Chrome has the values of several headers of a name in lines.
    for (const line of value.split('\n')) append(sent, name, line);
  }
  return Object.fromEntries(sent);
}

function append(headers: Headers, name: string, value: string): void {
  if (!headerValue.test(value)) return;
  try {
    headers.append(name, value);
  } catch {
    // The name is none of a header.
  }
}

/** Returns the text of a body; undefined if it is not in the encoding that the archive says. */
function textOf(content: unknown): string | undefined {
  const { text, encoding } = objectOf(content);
  if (typeof text !== 'string') return '';
  if (encoding !== 'base64') return text;
  try {
    const bytes = Uint8Array.from(atob(text), (character) =>
      character.charCodeAt(0),
    );
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns what breaks the contract in a response. What the contract does not have is not checked. */
function problemsOf({ method, path, response }: RecordedExchange): string[] {
  const operation: Operation | undefined = route(path)?.operations.get(method);
  const { status, headers, body: text } = response;
  // A service can fail, and connections can, whatever the contract says.
  if (!operation || method === 'HEAD' || status === 0 || status >= 500)
    return [];
  const { value: body, isBroken } = readJson(text);
  // It can be of what is before the service, whatever the contract says; a recording leaves its body out.
  if (status >= 300 && body === undefined) return [];
  if (isBroken) return ['body is not JSON'];
  const contentType = headers['content-type'] ?? null;
  const parts = { status, headers: new Headers(headers), contentType, body };
  return violationsIn(operation.id, parts, { closed: false }).map(
    ({ part, pointer, message }) => {
      const location = part === 'status' ? String(status) : pointer;
      return [part, location, message].filter(Boolean).join(' ');
    },
  );
}

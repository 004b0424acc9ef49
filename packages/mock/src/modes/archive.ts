/** Reads an HTTP archive (HAR 1.2), and checks it by the contract. */
import { isList, objectOf, readJson, redacted } from '@agent-conversation/contract';
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
 * Reads an archive.
 *
 * @throws {TypeError} naming the entries that are no exchanges, or whose responses break the contract
 */
export function readArchive(value: unknown): readonly RecordedExchange[] {
  const { log } = objectOf(value);
  const { entries } = objectOf(log);
  if (!isList(entries)) {
    throw new TypeError('This is no HTTP archive (HAR): log.entries is missing');
  }
  const exchanges = entries.map(readEntry);
  const problems = exchanges.flatMap((exchange, index) => {
    const { method, path } = exchange;
    return problemsOf(exchange).map((problem) => `entry ${index} (${method} ${path}): ${problem}`);
  });
  if (problems.length === 0) return exchanges;
  const more = problems.length - reported;
  const listed = problems.slice(0, reported).join('; ');
  const rest = more > 0 ? `; and ${more} more` : '';
  throw new TypeError(`The recording breaks the contract: ${listed}${rest}`);
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
  const sentHeaders = headersOf(received);
  if (!sentHeaders) {
    throw wrong('response.headers', 'cannot be sent');
  }
  const { text: sent } = objectOf(postData);
  const names = pairsOf(headers).map(([name]) => name);
  return {
    method: method.toUpperCase(),
    path: target.pathname,
    query: target.search.slice(1),
    hasKey: names.includes(keyHeader) || names.includes('authorization'),
    body: typeof sent === 'string' ? jsonBodyOf(sent) : undefined,
    response: {
      status: Number(status),
      headers: sentHeaders,
      body: bodyOf(content),
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
function pairsOf(headers: unknown): [name: string, value: string][] {
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

/** Returns undefined if there are headers that no server can send. */
function headersOf(headers: unknown): Record<string, string> | undefined {
  const kept = pairsOf(headers).filter(
    ([name, value]) => !ownHeaders.test(name) && !value.includes(redacted),
  );
  try {
    return Object.fromEntries(new Headers(kept));
  } catch {
    return undefined;
  }
}

function bodyOf(content: unknown): string {
  const { text, encoding } = objectOf(content);
  if (typeof text !== 'string') return '';
  if (encoding !== 'base64') return text;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** Returns what breaks the contract in a response. What the contract does not have is not checked. */
function problemsOf({ method, path, response }: RecordedExchange): string[] {
  const operation: Operation | undefined = route(path)?.operations.get(method);
  const { status, headers, body: text } = response;
  // A service can fail, and connections can, whatever the contract says.
  if (!operation || method === 'HEAD' || status === 0 || status >= 500) return [];
  const { value: body, isBroken } = readJson(text);
  if (isBroken) return ['body is not JSON'];
  const contentType = headers['content-type'] ?? null;
  const parts = { status, headers: new Headers(headers), contentType, body };
  return violationsIn(operation.id, parts, false).map(({ part, pointer, message }) => {
    const location = part === 'status' ? String(status) : pointer;
    return [part, location, message].filter(Boolean).join(' ');
  });
}

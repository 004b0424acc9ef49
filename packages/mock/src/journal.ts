/** The last exchanges, as an HTTP archive without secrets. */
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { Har } from 'har-format';
import { keyHeader, secretNames } from './contract.ts';
import { type Exchange, redacted } from './log.ts';
import type { MockRequest } from './request.ts';
import type { MockResponse } from './response.ts';

const entryLimit = 1000;
const byteLimit = 8 * 1024 * 1024;

export type Journal = ReturnType<typeof createJournal>;

export function createJournal() {
  let entries: JournalEntry[] = [];
  let bytes = 0;
  return {
    record(...exchanged: Parameters<typeof entryOf>): void {
      const entry = entryOf(...exchanged);
      entries.push(entry);
      bytes += bytesOf(entry);
      while (entries.length > entryLimit || bytes > byteLimit) bytes -= bytesOf(entries.shift()!);
    },
    clear(): void {
      entries = [];
      bytes = 0;
    },
    /** Returns the exchanges as an HTTP archive (HAR 1.2). */
    toHar(): Har {
      const creator = { name: packageJson.name, version: packageJson.version };
      return { log: { version: '1.2', creator, entries } };
    },
  };
}

type JournalEntry = ReturnType<typeof entryOf>;

function bytesOf({ request, response }: JournalEntry): number {
  return request.bodySize + response.bodySize;
}

function entryOf(request: MockRequest, body: string, response: MockResponse, exchange: Exchange) {
  const { method, path, query, status, operation, violations, fault, duration } = exchange;
  const { host = 'mock', 'content-type': mimeType = '' } = request.headers;
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  return {
    startedDateTime: new Date(Date.now() - duration).toISOString(),
    time: duration,
    request: {
      ...common,
      method,
      url: `http://${host}${path}${query && `?${query}`}`,
      headers: headersOf(request.headers),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      bodySize: sizeOf(body),
      ...(body && { postData: { mimeType, text: redactBody(body) } }),
    },
    response: {
      ...common,
      status,
      statusText: '',
      headers: headersOf(response.headers),
      content: {
        mimeType: response.headers['Content-Type'] ?? 'x-unknown',
        size: sizeOf(response.body),
        text: response.body && redactBody(response.body),
      },
      redirectURL: '',
      bodySize: sizeOf(response.body),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    // Names with an underscore are fields of the mock's own (HAR 1.2).
    ...(operation && { _operation: operation }),
    ...(violations.length > 0 && { _violations: violations }),
    ...(fault && { _fault: fault }),
  };
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Headers that contain secrets, in lower case. */
const secretHeaders = new Set([keyHeader, 'authorization', 'cookie', 'set-cookie']);

function headersOf(headers: Readonly<Record<string, string | undefined>>) {
  return Object.entries(headers).map(([name, value = '']) => ({
    name,
    value: secretHeaders.has(name.toLowerCase()) ? redacted : value,
  }));
}

/** Returns a body without secrets. One that is not JSON is left out, as its secrets are unknown. */
function redactBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      secretNames.has(name) && value !== null ? redacted : value,
    );
  } catch {
    return '[not JSON]';
  }
}

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
  const sent = messageOf(request.headers, body);
  const received = messageOf(response.headers, response.body);
  return {
    startedDateTime: new Date(Date.now() - duration).toISOString(),
    time: duration,
    request: {
      ...sent,
      method,
      url: `http://${host}${path}${query && `?${query}`}`,
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...(body && { postData: { mimeType, text: redactBody(body) } }),
    },
    response: {
      ...received,
      status,
      statusText: '',
      content: {
        mimeType: response.headers['Content-Type'] ?? 'x-unknown',
        size: received.bodySize,
        text: response.body && redactBody(response.body),
      },
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    // Names with an underscore are fields of the mock's own (HAR 1.2).
    ...(operation && { _operation: operation }),
    ...(violations.length > 0 && { _violations: violations }),
    ...(fault && { _fault: fault }),
  };
}

/** Headers that contain secrets, in lower case. */
const secretHeaders = new Set([keyHeader, 'authorization', 'cookie', 'set-cookie']);

/** Returns what requests and responses have in common. */
function messageOf(headers: Readonly<Record<string, string | undefined>>, body: string) {
  return {
    httpVersion: 'HTTP/1.1',
    headers: Object.entries(headers).map(([name, value = '']) => ({
      name,
      value: secretHeaders.has(name.toLowerCase()) ? redacted : value,
    })),
    cookies: [],
    headersSize: -1,
    bodySize: new TextEncoder().encode(body).length,
  };
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

/** Controls the mock over HTTP, for tests in another process, and keeps the last exchanges for them. */
import { harEntry } from '@agent-conversation/cli/har';
import { redacted, redactProperties } from '@agent-conversation/contract';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { Har } from 'har-format';
import { keyHeader, secretNames, secretQueryNames } from './contract.ts';
import type { Faults } from './faults.ts';
import type { Exchange } from './log.ts';
import type { Mock } from './mock.ts';
import { type MockRequest, readBody } from './request.ts';
import { json, type MockResponse, type Rejection } from './response.ts';

export type Control = ReturnType<typeof createControl>;

type Body = Readonly<Record<string, unknown>>;
type Action = (body: Body, key: string | undefined) => unknown;

const prefix = '/_mock';

/** How many exchanges the journal has, and how many bytes their bodies. */
const entryLimit = 1000;
const byteLimit = 8 * 1024 * 1024;
const creator = { name: packageJson.name, version: packageJson.version };

const help = {
  'GET /_mock/state': 'what was created, of all keys; with X-Session-API-Key, of that key',
  'POST /_mock/reset': 'removes it, of all keys or of that key',
  'POST /_mock/advance': 'puts the clock forward: {"milliseconds": 5000}',
  'POST /_mock/happen':
    'puts a resource of any key or of that key into a state: {"id": "sbx-…", "status": "ERROR"}',
  'GET /_mock/faults': 'the faults that wait for requests',
  'POST /_mock/faults': 'adds one: {"operation": "pauseSandbox", "status": 404, "times": 2}',
  'DELETE /_mock/faults': 'removes all of them',
  'GET /_mock/journal': 'the last 1,000 exchanges as an HTTP archive (HAR 1.2), without secrets',
};

/** Creates the control surface. It rejects requests of web pages. */
export function createControl(
  mock: Pick<Mock, 'reset' | 'advance' | 'happen'>,
  stateOf: (key: string | undefined) => unknown,
  faults: Faults,
  save: (() => Promise<void>) | undefined,
) {
  let journal: JournalEntry[] = [];
  let bytes = 0;
  const actions: { readonly [route: string]: Action } = {
    'GET /_mock/state': (_, key) => stateOf(key),
    'POST /_mock/reset': (_, key) => {
      mock.reset(key);
      if (key === undefined) [journal, bytes] = [[], 0];
    },
    'POST /_mock/advance': ({ milliseconds }) => mock.advance(milliseconds as number),
    'POST /_mock/happen': ({ id, status }, key) => mock.happen(String(id), String(status), key),
    'GET /_mock/faults': () => [...faults.waiting],
    'POST /_mock/faults': (fault) => void faults.add(fault),
    'DELETE /_mock/faults': () => faults.waiting.clear(),
    'GET /_mock/journal': (): Har => ({ log: { version: '1.2', creator, entries: journal } }),
  } satisfies Record<keyof typeof help, Action>;

  /** Returns undefined for requests to other paths. */
  async function respond(request: MockRequest): Promise<MockResponse | undefined> {
    const { method, path } = request;
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined;
    if (request.headers['origin'] !== undefined) {
      return json(403, { detail: 'A web page cannot control the mock' });
    }
    const route = `${method} ${path.replace(/\/$/, '')}`;
    if (route === `GET ${prefix}`) return json(200, help);
    const action = actions[route];
    if (!action) return json(404, { detail: 'There is no such control', controls: help });
    try {
      const body = method === 'POST' ? await readBody(request) : undefined;
      const result = action((body ?? {}) as Body, request.headers[keyHeader]);
      if (method !== 'GET') await save?.();
      return json(200, result ?? { ok: true });
    } catch (error) {
      const { message, status = error instanceof TypeError ? 400 : 500 } =
        error as Partial<Rejection>;
      return json(status, { detail: message });
    }
  }

  function record(...exchanged: Parameters<typeof entryOf>): void {
    const entry = entryOf(...exchanged);
    journal.push(entry);
    bytes += bytesOf(entry);
    while (journal.length > entryLimit || bytes > byteLimit) bytes -= bytesOf(journal.shift()!);
  }

  return { respond, record };
}

type JournalEntry = ReturnType<typeof entryOf>;

function bytesOf({ request, response }: JournalEntry): number {
  return request.bodySize + response.bodySize;
}

function entryOf(request: MockRequest, body: string, response: MockResponse, exchange: Exchange) {
  const { method, path, query, status, operation, violations, fault, duration } = exchange;
  const url = `http://${request.headers.host ?? 'mock'}${path}${query && `?${query}`}`;
  const sent = { method, url, headers: redactHeaders(request), body: redactBody(body) };
  const received = { headers: redactHeaders(response), body: redactBody(response.body) };
  const startedAt = new Date(Date.now() - duration);
  return {
    ...harEntry({ startedAt, duration, request: sent, response: { status, ...received } }),
    // Names with an underscore are fields of the mock's own (HAR 1.2).
    ...(operation && { _operation: operation }),
    ...(violations.length > 0 && { _violations: violations }),
    ...(fault && { _fault: fault }),
  };
}

/** Headers that contain secrets, in lower case. */
const secretHeaders = new Set([keyHeader, 'authorization', 'cookie', 'set-cookie']);

function redactHeaders({ headers }: Pick<MockRequest | MockResponse, 'headers'>) {
  return Object.entries(headers).map(
    ([name, value = '']) =>
      [name, secretHeaders.has(name.toLowerCase()) ? redacted : value] as const,
  );
}

/** Returns a body without secrets. One that is not JSON is left out, as its secrets are unknown. */
function redactBody(body: string): string {
  if (body === '') return '';
  try {
    return JSON.stringify(redactProperties(JSON.parse(body), secretNames, secretQueryNames));
  } catch {
    return '[not JSON]';
  }
}

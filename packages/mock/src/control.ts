/** Controls the mock over HTTP, for tests in another process. */
import { readBody } from './body.ts';
import { keyHeader } from './contract.ts';
import { json } from './response.ts';
import type { Fault } from './faults.ts';
import type { Journal } from './journal.ts';
import type { MockRequest, MockResponse } from './message.ts';

/** What the control surface can do with a mock. */
export interface Controlled {
  readonly state: (key?: string) => unknown;
  readonly reset: (key?: string) => void;
  readonly advance: (milliseconds: number) => void;
  readonly happen: (id: string, status: string, key?: string) => void;
  readonly fault: (fault: Fault) => unknown;
  readonly faults: () => readonly Fault[];
  readonly clearFaults: () => void;
}

type Body = Readonly<Record<string, unknown>>;

const prefix = '/_mock';

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

/**
 * Creates the control surface. It rejects requests of web pages.
 *
 * @returns a function that returns undefined for requests to other paths
 */
export function createControl(
  mock: Controlled,
  journal: Journal,
  save: () => Promise<void>,
): (request: MockRequest) => Promise<MockResponse | undefined> {
  const actions: Readonly<Record<string, (body: Body, key: string | undefined) => unknown>> = {
    'GET ': () => help,
    'GET /state': (_, key) => mock.state(key),
    'POST /reset': (_, key) => {
      mock.reset(key);
      if (key === undefined) journal.clear();
    },
    'POST /advance': ({ milliseconds }) => mock.advance(milliseconds as number),
    'POST /happen': ({ id, status }, key) => mock.happen(String(id), String(status), key),
    'GET /faults': () => mock.faults(),
    'POST /faults': (body) => void mock.fault(body),
    'DELETE /faults': () => mock.clearFaults(),
    'GET /journal': () => journal.toHar(),
  };

  return async (request) => {
    const { method, path } = request;
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined;
    if (request.header('origin') !== undefined) {
      return json(403, { detail: 'A web page cannot control the mock' });
    }
    const action = actions[`${method} ${path.slice(prefix.length).replace(/\/$/, '')}`];
    if (!action) return json(404, { detail: 'There is no such control', controls: help });
    const read = method === 'POST' ? await readBody(request) : { body: undefined };
    if ('rejection' in read) return json(read.rejection.status, { detail: read.rejection.reason });
    try {
      const result = action((read.body ?? {}) as Body, request.header(keyHeader));
      if (method !== 'GET') await save();
      return json(200, result ?? { ok: true });
    } catch (error) {
      return json(error instanceof TypeError ? 400 : 500, { detail: (error as Error).message });
    }
  };
}

/** Controls the mock over HTTP, for tests in another process. */
import { readBody } from './body.ts';
import { keyHeader } from './contract.ts';
import { json } from './response.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { MockRequest, MockResponse } from './message.ts';
import type { Mock } from './mock.ts';

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
  mock: Pick<Mock, 'reset' | 'advance' | 'happen'>,
  stateOf: (key: string | undefined) => unknown,
  faults: Faults,
  journal: Journal,
  save: () => Promise<void>,
): (request: MockRequest) => Promise<MockResponse | undefined> {
  const actions: Readonly<Record<string, (body: Body, key: string | undefined) => unknown>> = {
    'GET ': () => help,
    'GET /state': (_, key) => stateOf(key),
    'POST /reset': (_, key) => {
      mock.reset(key);
      if (key === undefined) journal.clear();
    },
    'POST /advance': ({ milliseconds }) => mock.advance(milliseconds as number),
    'POST /happen': ({ id, status }, key) => mock.happen(String(id), String(status), key),
    'GET /faults': () => faults.list(),
    'POST /faults': (body) => void faults.add(body),
    'DELETE /faults': () => faults.clear(),
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

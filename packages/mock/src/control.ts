/** Controls the mock over HTTP, for tests in another process. */
import { keyHeader } from './contract.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Mock } from './mock.ts';
import { type MockRequest, readBody } from './request.ts';
import { json, type MockResponse, type Rejection } from './response.ts';

/** The control surface; it returns undefined for requests to other paths. */
export type Control = (request: MockRequest) => Promise<MockResponse | undefined>;

type Body = Readonly<Record<string, unknown>>;
type Action = (body: Body, key: string | undefined) => unknown;

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

/** Creates the control surface. It rejects requests of web pages. */
export function createControl(
  mock: Pick<Mock, 'reset' | 'advance' | 'happen'>,
  stateOf: (key: string | undefined) => unknown,
  faults: Faults,
  journal: Journal,
  save: (() => Promise<void>) | undefined,
): Control {
  const actions: { readonly [route: string]: Action } = {
    'GET /_mock/state': (_, key) => stateOf(key),
    'POST /_mock/reset': (_, key) => {
      mock.reset(key);
      if (key === undefined) journal.clear();
    },
    'POST /_mock/advance': ({ milliseconds }) => mock.advance(milliseconds as number),
    'POST /_mock/happen': ({ id, status }, key) => mock.happen(String(id), String(status), key),
    'GET /_mock/faults': () => [...faults.waiting],
    'POST /_mock/faults': (fault) => void faults.add(fault),
    'DELETE /_mock/faults': () => faults.waiting.clear(),
    'GET /_mock/journal': () => journal.toHar(),
  } satisfies Record<keyof typeof help, Action>;

  return async (request) => {
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
  };
}

import type { Fault } from '../faults/fault.ts';
import type { Answer, Call } from '../http/message.ts';
import { readBody } from '../line/body.ts';
import { json } from '../line/refusal.ts';
import { keyHeader } from '../contract.ts';
import type { Journal } from './journal.ts';

/** What the control surface can do to a mock. */
export interface Controlled {
  state(key?: string): unknown;
  reset(key?: string): void;
  advance(milliseconds: number): void;
  happen(id: string, status: string, key?: string): void;
  fault(fault: Fault): unknown;
  faults(): readonly Fault[];
  clearFaults(): void;
}

type Body = Readonly<Record<string, unknown>>;

const prefix = '/_mock';

const help = {
  'GET /_mock/state': 'what was made, of all keys; with X-Session-API-Key, of that key',
  'POST /_mock/reset': 'forgets it, of all keys or of that key',
  'POST /_mock/advance': 'puts the clock forward: {"milliseconds": 5000}',
  'POST /_mock/happen':
    'lets something come into a state, of any key or of that key: {"id": "sbx-…", "status": "ERROR"}',
  'GET /_mock/faults': 'the faults that wait for requests',
  'POST /_mock/faults': 'adds one: {"operation": "pauseSandbox", "status": 404, "times": 2}',
  'DELETE /_mock/faults': 'takes all of them back',
  'GET /_mock/journal': 'the last 1,000 exchanges as an HTTP archive (HAR 1.2), without secrets',
};

/**
 * Creates the control surface: it controls the mock over HTTP, for tests in another process. It rejects requests of
 * web pages.
 */
export function createControl(
  mock: Controlled,
  journal: Journal,
  save: () => Promise<void>,
): (call: Call) => Promise<Answer | undefined> {
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

  return async (call) => {
    if (call.path !== prefix && !call.path.startsWith(`${prefix}/`)) return undefined;
    if (call.header('origin') !== undefined) {
      return json(403, { detail: 'A web page cannot control the mock' });
    }
    const name = call.path.slice(prefix.length).replace(/\/$/, '');
    const action = actions[`${call.method} ${name}`];
    if (!action) return json(404, { detail: 'There is no such control', controls: help });
    const read = call.method === 'POST' ? await readBody(call) : { body: undefined };
    if ('refusal' in read) return json(read.refusal.status, { detail: read.refusal.reason });
    try {
      const result = action((read.body ?? {}) as Body, call.header(keyHeader));
      if (call.method !== 'GET') await save();
      return json(200, result ?? { ok: true });
    } catch (error) {
      return json(error instanceof TypeError ? 400 : 500, { detail: (error as Error).message });
    }
  };
}

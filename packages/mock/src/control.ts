/** Controls the mock over HTTP, for tests in another process, and keeps the last exchanges for them. */
import { harEntry } from '@agent-conversation/cli/har';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { Har } from 'har-format';
import { readBody } from './body.ts';
import type { KeyReader } from './keys.ts';
import { createExchangeRedaction, headerPairsOf } from './redaction.ts';
import { json, type Rejection } from './response.ts';
import type { Simulation } from './simulation.ts';
import type { Exchange, MockRequest, MockResponse } from './types.ts';

export type Control = ReturnType<typeof createControl>;

type Body = Readonly<Record<string, unknown>>;
type Action = (body: Body, key: string | undefined) => unknown;

const prefix = '/_mock';

/** How many exchanges the journal has, and how many bytes their bodies. */
const entryLimit = 1000;
const byteLimit = 8 * 1024 * 1024;
const creator = { name: packageJson.name, version: packageJson.version };

const help = {
  'GET /_mock/state':
    'what was created, of all keys; with X-Session-API-Key, of that key',
  'POST /_mock/reset': 'removes it, of all keys or of that key',
  'POST /_mock/advance': 'puts the clock forward: {"milliseconds": 5000}',
  'POST /_mock/happen':
    'puts a resource of any key or of that key into a state: {"id": "sbx-…", "status": "ERROR"}',
  'GET /_mock/faults': 'the faults that wait for requests',
  'POST /_mock/faults':
    'adds one: {"operation": "pauseSandbox", "status": 404, "times": 2}',
  'DELETE /_mock/faults': 'removes all of them',
  'POST /_mock/data':
    'adds data, of every key or of that key: {"sandboxes": [{"id": "sbx-a", "status": "PAUSED"}]}',
  'GET /_mock/scenario': 'the scenario that is used, and the names of all',
  'POST /_mock/scenario':
    'uses a scenario, or none with null: {"name": "outage"}; or adds it: {"name": "outage", "faults": […]}',
  'GET /_mock/journal':
    'the last 1,000 exchanges as an HTTP archive (HAR 1.2), without secrets',
};

/** What the control surface works with. */
export interface ControlParts {
  readonly simulation: Simulation;
  /** Resets the mock, for a key or for all. */
  readonly reset: (key?: string) => void;
  readonly keyOf: KeyReader;
  /** Further headers with keys. */
  readonly keyHeaders: readonly string[];
}

/** Creates the control surface. It rejects requests of web pages. */
export function createControl(parts: ControlParts) {
  const { simulation, keyOf, keyHeaders } = parts;
  const { faults, saving } = simulation;
  const redact = createExchangeRedaction(keyHeaders);
  let journal: JournalEntry[] = [];
  let bytes = 0;

  function stateOf(_: Body, key: string | undefined): unknown {
    return key === undefined ? simulation.states() : simulation.state(key);
  }

  function reset(_: Body, key: string | undefined): void {
    parts.reset(key);
    if (key !== undefined) return;
    journal = [];
    bytes = 0;
  }

  function useScenario({ name, ...definition }: Body): void {
    if (typeof name !== 'string' && name !== null) {
      throw new TypeError('name is a text or null');
    }
    const isDefined = Object.keys(definition).length > 0;
    if (isDefined) simulation.useScenario(name, definition);
    else simulation.useScenario(name);
  }

  function archive(): Har {
    const log = { version: '1.2', creator, entries: journal };
    return { log };
  }

  const actions: { readonly [route: string]: Action } = {
    'GET /_mock': () => help,
    'GET /_mock/state': stateOf,
    'POST /_mock/reset': reset,
    'POST /_mock/advance': ({ milliseconds }) =>
      simulation.advance(milliseconds as number),
    'POST /_mock/happen': ({ id, status }, key) =>
      simulation.happen(String(id), String(status), key),
    'GET /_mock/faults': faults.list,
    'POST /_mock/faults': (fault) => void faults.add(fault),
    'DELETE /_mock/faults': faults.clear,
    'POST /_mock/data': (data, key) => simulation.addData(data, key),
    'GET /_mock/scenario': () => simulation.scenario,
    'POST /_mock/scenario': useScenario,
    'GET /_mock/journal': archive,
  } satisfies Record<'GET /_mock' | keyof typeof help, Action>;

  /** Responds to a request without an action: another method of the path has one, or none has. */
  function rejectRoute(method: string, path: string): MockResponse {
    const routes = Object.keys(actions).map((route) => route.split(' '));
    const methods = routes
      .filter(([, other]) => other === path)
      .map(([name]) => name);
    if (methods.length === 0) {
      return json(404, { detail: 'There is no such control', controls: help });
    }
    const allowed = methods.join(', ');
    const detail = `${method} is not a method of this path, but ${allowed}`;
    return json(405, { detail, controls: help }, { Allow: allowed });
  }

  /** Returns undefined for requests to other paths. */
  async function respond(
    request: MockRequest,
  ): Promise<MockResponse | undefined> {
    const { method, path } = request;
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined;
    if (request.headers['origin'] !== undefined) {
      return json(403, { detail: 'A web page cannot control the mock' });
    }
    const controlPath = path.replace(/\/$/, '');
    const action = actions[`${method} ${controlPath}`];
    if (!action) return rejectRoute(method, controlPath);
    try {
      const body = method === 'POST' ? await readBody(request) : undefined;
      const result = action((body ?? {}) as Body, keyOf(request));
      if (method === 'GET') await saving?.settled();
      else await saving?.save();
      return json(200, result ?? { ok: true });
    } catch (error) {
      const usualStatus = error instanceof TypeError ? 400 : 500;
      const { message, status = usualStatus } = error as Partial<Rejection>;
      return json(status, { detail: message });
    }
  }

  function record(
    request: MockRequest,
    body: string,
    response: MockResponse,
    exchange: Exchange,
  ): void {
    const { duration } = exchange;
    const forwarded = {
      startedAt: new Date(Date.now() - duration),
      duration,
      request: {
        method: request.method,
        url: urlOf(request),
        headers: headerPairsOf(request.headers),
        body,
      },
      response: {
        status: response.status,
        reason: '',
        headers: headerPairsOf(response.headers),
        body: response.body,
      },
    };
    const entry = {
      ...harEntry(redact(forwarded)),
      ...ownFields(exchange),
    };
    journal.push(entry);
    bytes += bytesOf(entry);
    while (journal.length > entryLimit || bytes > byteLimit) {
      const oldest = journal.shift()!;
      bytes -= bytesOf(oldest);
    }
  }

  return { respond, record };
}

type JournalEntry = ReturnType<typeof harEntry>;

function bytesOf({ request, response }: JournalEntry): number {
  return request.bodySize + response.bodySize;
}

function urlOf({ headers, path, query }: MockRequest): string {
  const search = query === '' ? '' : `?${query}`;
  return `http://${headers.host ?? 'mock'}${path}${search}`;
}

/** Returns what the mock found, in fields of its own: their names begin with an underscore (HAR 1.2). */
function ownFields({ operation, violations, fault }: Exchange) {
  return {
    ...(operation && { _operation: operation }),
    ...(violations.length > 0 && { _violations: violations }),
    ...(fault && { _fault: fault }),
  };
}

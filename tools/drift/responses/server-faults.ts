/** The faults of a server that need more than one response: state, paging, keys, connection, gateway. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  type ContractOperation,
  isList,
  isObject,
  type Json,
  objectOf,
  pointerTo,
  valueAt,
} from '@agent-conversation/contract';
import {
  bodyOf,
  breakResponse,
  exampleResponses,
  isSuccess,
  type MessageFault,
  messageFaults,
  type ValidResponse,
  withHeaders,
} from './message-faults.ts';
import { replaceAt, type SchemaValue, schemaValuesOf } from './schema-values.ts';

/** A request on its way to the server. */
export interface FaultyRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Undefined for a path or method that the contract does not have. */
  readonly operation: ContractOperation | undefined;
  /** The decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The bundled document. */
  readonly contract: unknown;
}

/** The response of the server itself, read to its end. */
export interface PlainReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The parsed body; undefined for other text than JSON. */
  readonly value: Json | undefined;
}

/** A response on its way back, such as a `Response`. */
export type Reply = Pick<PlainReply, 'status' | 'headers'> & {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream | null;
};

/** A fault at work, with what it remembers of one server. Each hook returns undefined to change nothing. */
export interface FaultHooks {
  /** Returns another request, or a response without asking the server. */
  readonly request?: (request: FaultyRequest) => FaultyRequest | Reply | undefined;
  readonly response?: (request: FaultyRequest, reply: PlainReply) => Maybe<Reply>;
}
type Maybe<T> = T | undefined | Promise<T>;

/** One kind of fault of a server or of the connection to it. */
export interface ServerFault {
  readonly id: string;
  readonly title: string;
  /** How often it occurs; always without it. */
  readonly times?: number | undefined;
  readonly begin: (elsewhere: string) => FaultHooks;
}

const keyHeader = 'X-Session-API-Key';
const messageFault = (id: string) => messageFaults.find((each) => each.id === id)!;
const tooMany = (): Reply =>
  Response.json({ detail: 'Too many requests' }, { status: 429, headers: { 'Retry-After': '1' } });
const rejects = ({ status }: Reply | ValidResponse) => status === 400 || status === 422;
const succeeds = ({ status }: Reply | ValidResponse) => isSuccess(status);
const year = 365 * 24 * 60 * 60 * 1000;

/** All faults of a server, by catalogue id or by name. */
export const serverFaults: readonly ServerFault[] = [
  // Lifecycles
  hooks('E29', 'does not keep a change of state', () => onStates(({ left }) => left[0])),
  hooks('E30', 'allows a forbidden transition', () => {
    const forced = new Map<string, string>();
    const show = ({ id }: Resource) => {
      const state = forced.get(id);
      forced.delete(id);
      return state;
    };
    return onStates(show, ({ id }, to, asked) => {
      forced.set(id, to);
      return exampleOf(asked, succeeds);
    });
  }),
  hooks('E31', 'leaves a transition out: a resumed resource stays paused', () =>
    onStates(({ left }) => left.find((state) => state === 'PAUSED')),
  ),
  hooks('order', 'leaves a final state', () => {
    const shown = new Set<string>();
    return onStates(({ id, lifecycle }) => {
      const isFirst = !shown.has(id);
      shown.add(id);
      return isFirst ? lifecycle.final[0] : undefined;
    });
  }),

  // Error responses
  response('E32', 'responds to an unknown id with success', (asked, { status }) =>
    status === 404 ? exampleOf(asked, succeeds) : undefined,
  ),
  response('E38', 'validates the request before the key', (asked, { status }) => {
    const body = new TextDecoder().decode(asked.body);
    const isInvalid = body !== '' && !isObject(parseJson(body));
    return status === 401 && isInvalid ? exampleOf(asked, rejects) : undefined;
  }),
  response('E39', 'sends 405 without Allow', (_, reply) =>
    reply.status === 405 ? withHeaders(reply, { allow: undefined }) : undefined,
  ),
  response('E43', 'does not validate requests', (asked, reply) =>
    rejects(reply) ? exampleOf(asked, succeeds) : undefined,
  ),
  request('F11', 'cannot clean up: no sandbox can be paused', (asked) =>
    asked.operation?.operationId === 'pauseSandbox'
      ? exampleOf(asked, ({ status }) => status === 404)
      : undefined,
  ),

  // Paging
  hooks('E33', 'repeats the last item of a page on the next page', () => {
    const last = new Map<string, Json | undefined>();
    return onPages(({ items, pathname, isFirst }) => {
      const before = isFirst ? undefined : last.get(pathname);
      last.set(pathname, items.at(-1));
      return before === undefined || items.length === 0 ? {} : { items: items.with(0, before) };
    });
  }),
  hooks('skip', 'skips the last item of each page', () =>
    onPages(({ items, next }) => (next && items.length > 1 ? { items: items.slice(0, -1) } : {})),
  ),
  hooks('cycle', 'has pages without an end', () => {
    const second = new Map<string, Json>();
    return onPages(({ next, pathname, isFirst }) => {
      if (isFirst && next) second.set(pathname, next);
      const back = isFirst || next ? undefined : second.get(pathname);
      return back === undefined ? {} : { next_page_id: back };
    });
  }),
  request('E34', 'ignores the limit', (it) => {
    // An invalid limit is still rejected.
    if (!/^([1-9]\d?|100)$/.test(it.url.searchParams.get('limit') ?? '')) return undefined;
    const url = new URL(it.url);
    url.searchParams.delete('limit');
    return { ...it, url };
  }),

  // Keys and secrets
  hooks('E35', 'shares one state among all keys', () => {
    let first: string | undefined;
    return {
      request: (it) => {
        const key = it.headers.get(keyHeader) ?? undefined;
        first ??= key;
        return key === undefined || key === first
          ? undefined
          : withHeaders(it, { [keyHeader]: first });
      },
    };
  }),
  request('open', 'does not require a key', (it) =>
    it.headers.has(keyHeader) ? undefined : withHeaders(it, { [keyHeader]: 'anybody' }),
  ),
  response('echo-header', 'repeats the key in a header', ({ headers }, reply) => {
    const key = headers.get(keyHeader);
    return key === null ? undefined : withHeaders(reply, { [keyHeader]: key });
  }),
  response('echo-body', 'repeats the key in error messages', ({ headers }, reply) => {
    const key = headers.get(keyHeader);
    const properties = Object.entries(objectOf(reply.value));
    const text = properties.find(([, value]) => typeof value === 'string');
    if (key === null || reply.status < 400 || !text) return undefined;
    return withValues(reply, [[pointerTo('', text[0]), `${text[1] as string} (${key})`]]);
  }),
  response('secret', 'returns stored secrets', (asked, reply) => {
    const values = asked.operation?.operationId === 'getSettings' ? valuesIn(asked, reply) : [];
    const secrets = values.filter(({ schema, value }) => schema['x-secret'] && value === null);
    const shown = secrets.map(({ pointer }) => [pointer, 'sk-live-stored'] as const);
    return withValues(reply, shown);
  }),

  // Connections
  response('F1', 'responds after a minute', (_, reply) => wait(60_000, reply, { ref: false })),
  response('F3', 'resets the connection', () => Promise.reject(connectionError('ECONNRESET'))),
  response('F4', 'cuts off the body', (_, reply) => {
    const bytes = new TextEncoder().encode(reply.body);
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      controller.enqueue(bytes.slice(0, bytes.length / 2));
      // The first part has to arrive before the connection breaks.
      setTimeout(() => controller.error(connectionError('UND_ERR_SOCKET')), 20);
    };
    return { ...reply, body: new ReadableStream<Uint8Array>({ start }) };
  }),
  response('E42', 'never responds', async () => new Promise<never>(() => undefined)),

  // Gateways and caches
  request('F2', 'responds 503 once', () => Response.json({ detail: 'Busy' }, { status: 503 }), 1),
  hooks('F5', 'redirects to another host', (elsewhere) => ({
    request: ({ url }) => Response.redirect(`${elsewhere}${url.pathname}${url.search}`, 307),
  })),
  request('F6', 'responds with the error page of a gateway', () => {
    const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
    return new Response(page, { status: 502, headers: { 'Content-Type': 'text/html' } });
  }),
  response('F7', 'responds from a stale cache, as its headers say', (_, reply) =>
    withHeaders(reply, {
      Date: new Date(Date.now() - year).toUTCString(),
      Age: `${year / 1000}`,
      'Cache-Control': `public, max-age=${(2 * year) / 1000}`,
    }),
  ),
  hooks('cache', 'repeats the first response to each GET', () => {
    const kept = new Map<string, PlainReply>();
    return {
      response: ({ method, url }, reply) => {
        const old = kept.get(url.href);
        if (method === 'GET' && !old) kept.set(url.href, reply);
        return method === 'GET' ? old : undefined;
      },
    };
  }),
  request('F8', 'responds 429 once', tooMany, 1),
  request('limited', 'responds 429 to every request', tooMany),
  response('not-utf-8', 'sends text that is not UTF-8', (_, reply) => {
    const start = reply.body.indexOf(':"') + 2;
    const bytes = new TextEncoder().encode(reply.body);
    if (start < 2) return undefined;
    return { ...reply, body: Uint8Array.of(...bytes.slice(0, start), 0xff, ...bytes.slice(start)) };
  }),

  // Growth that clients must tolerate
  { ...inResponses(messageFault('E16')), id: 'F9', title: 'adds an undeclared property' },
  { ...inResponses(messageFault('E8'), 'enum'), id: 'F10', title: 'has a new enum value' },
];

/**
 * Puts a fault of single responses into every response that has a location for it.
 *
 * @param keyword takes only locations at which a validator reports this keyword
 */
export function inResponses({ id, title, ...fault }: MessageFault, keyword?: string): ServerFault {
  return response(id, title, (asked, reply) => {
    const { status, headers, body, value } = reply;
    const isReadable = body === '' || value !== undefined;
    if (!asked.operation || !declaredFor(asked, reply) || !isReadable) return undefined;
    const valid = { operation: asked.operation.operationId, status, headers, value };
    const broken = breakResponse(asked.contract, fault, valid);
    return broken.find(({ expected }) => keyword === undefined || expected.keyword === keyword);
  });
}

function hooks(id: string, title: string, begin: ServerFault['begin']): ServerFault {
  return { id, title, begin };
}

function request(id: string, title: string, hook: FaultHooks['request'] & {}, times?: number) {
  return { id, title, times, begin: () => ({ request: hook }) };
}

function response(id: string, title: string, hook: FaultHooks['response'] & {}): ServerFault {
  return { id, title, begin: () => ({ response: hook }) };
}

/** An object with `id` and a `status` that operations move through a lifecycle. */
interface Resource {
  readonly id: string;
  readonly state: string;
  /** The states that operations moved it out of. */
  readonly left: readonly string[];
  /** Of its `status`. */
  readonly pointer: string;
  readonly lifecycle: {
    readonly final: readonly string[];
    readonly transitions: readonly { from: string; to: string; operation?: string }[];
  };
}

/**
 * Follows the states of resources, and shows other ones.
 *
 * @param show returns the state to show for a resource in a response
 * @param forbid may replace the response to a request for a state that cannot be reached
 */
function onStates(
  show: (resource: Resource) => string | undefined,
  forbid?: (resource: Resource, to: string, request: FaultyRequest) => Reply | undefined,
): FaultHooks {
  const seen = new Map<string, Resource>();
  return {
    response: (asked, reply) => {
      const shown = resourcesIn(asked, reply).map((it) => {
        const resource = { ...it, left: seen.get(it.id)?.left ?? [] };
        seen.set(it.id, resource);
        return resource;
      });
      const moved = seen.get(Object.values(asked.path)[0] ?? '');
      const steps = moved?.lifecycle.transitions ?? [];
      const own = steps.filter(
        ({ operation }) => operation && operation === asked.operation?.operationId,
      );
      const step = own.find(({ from }) => from === moved?.state);
      if (moved && step && succeeds(reply)) {
        seen.set(moved.id, { ...moved, state: step.to, left: [...moved.left, step.from] });
      } else if (moved && !step && own[0] && own[0].to !== moved.state) {
        const instead = forbid?.(moved, own[0].to, asked);
        if (instead) return instead;
      }
      const states = shown.map((it) => [it.pointer, show(seen.get(it.id)!) ?? it.state] as const);
      return withValues(reply, states);
    },
  };
}

function resourcesIn(asked: FaultyRequest, reply: PlainReply): readonly Resource[] {
  return valuesIn(asked, reply).flatMap(({ pointer, schema, value: state }) => {
    const lifecycle = schema['x-lifecycle'] as unknown as Resource['lifecycle'] | undefined;
    if (!lifecycle?.transitions.some(({ operation }) => operation)) return [];
    const id = valueAt(reply.value, pointer.replace(/status$/, 'id'));
    const isResource = pointer.endsWith('/status') && typeof state === 'string';
    if (!isResource || typeof id !== 'string') return [];
    return [{ id, state, left: [], pointer, lifecycle }];
  });
}

/** What the contract declares for the response; undefined where it does not. */
function declaredFor({ operation }: FaultyRequest, { status }: Reply) {
  return operation?.responses[status];
}

function valuesIn(asked: FaultyRequest, reply: PlainReply): readonly SchemaValue[] {
  const schema = declaredFor(asked, reply)?.schema;
  const isDeclared = schema !== undefined && reply.value !== undefined;
  return isDeclared ? schemaValuesOf(asked.contract, schema, reply.value) : [];
}

interface Page {
  readonly items: readonly Json[];
  readonly next: Json | undefined;
  readonly pathname: string;
  readonly isFirst: boolean;
}

/** Changes properties of pages. */
function onPages(change: (page: Page) => Readonly<Record<string, Json>>): FaultHooks {
  return {
    response: ({ url: { pathname, searchParams } }, reply) => {
      const { items, next_page_id: next } = objectOf(reply.value);
      if (!isList(items)) return undefined;
      const isFirst = !searchParams.has('page_id');
      const changes = Object.entries(change({ items, next, pathname, isFirst }));
      const values = changes.map(([name, value]) => [`/${name}`, value] as const);
      return withValues(reply, values);
    },
  };
}

/** The first example of a response that fits; undefined where there is none. */
function exampleOf(
  { contract, operation }: FaultyRequest,
  isMeant: (example: ValidResponse) => boolean,
): Reply | undefined {
  const own = exampleResponses(contract).filter((it) => it.operation === operation?.operationId);
  const found = own.find((it) => it.value !== undefined && isMeant(it));
  return found && { ...found, body: bodyOf(found) };
}

/** The response with other values at these pointers; undefined where they are there already. */
function withValues(
  reply: PlainReply,
  values: readonly (readonly [pointer: string, value: Json])[],
): Reply | undefined {
  const other = values.filter(([pointer, value]) => valueAt(reply.value, pointer) !== value);
  if (other.length === 0) return undefined;
  const body = other.reduce<unknown>((it, change) => replaceAt(it, ...change), reply.value);
  return { ...reply, body: JSON.stringify(body) };
}

/** The value of a JSON text; undefined for other text. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function connectionError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

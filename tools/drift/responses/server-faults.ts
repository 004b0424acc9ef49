/** The faults of a server that need more than one response: state, paging, keys, connection, gateway. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  childOf,
  type DeclaredContent,
  isList,
  isObject,
  type Json,
  type Operation,
  pointerTo,
  replaceAt,
  type SchemaValue,
  schemaValuesOf,
  valueAt,
} from '@agent-conversation/contract';
import {
  breakResponse,
  exampleResponses,
  isSuccess,
  type MessageFault,
  messageFaults,
  withHeaders,
} from './message-faults.ts';

/** A request on its way to the server. */
export interface FaultyRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Undefined for a path or method that the contract does not have. */
  readonly operation: Operation | undefined;
  /** The decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The bundled document. */
  readonly contract: unknown;
  /** What the operation declares by status. */
  readonly responses: ReadonlyMap<string, DeclaredContent>;
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
  readonly times?: number;
  readonly begin: (elsewhere: string) => FaultHooks;
}

const keyHeader = 'X-Session-API-Key';
const tooMany = (): Reply =>
  Response.json({ detail: 'Too many requests' }, { status: 429, headers: { 'Retry-After': '1' } });
const isRejection = (status: number): boolean => status === 400 || status === 422;
const year = 365 * 24 * 60 * 60 * 1000;

/** All faults of a server, by catalogue id or by name. */
export const serverFaults: readonly ServerFault[] = [
  // Lifecycles
  hooks('E29', 'does not keep a change of state', () => keepState(() => true)),
  hooks('E30', 'allows a forbidden transition', () => {
    const forced = new Map<string, string>();
    const show = ({ id }: Resource) => {
      const state = forced.get(id);
      forced.delete(id);
      return state;
    };
    return onStates(show, ({ id, state }, { to, isAllowed }, asked) => {
      if (isAllowed || to === state) return undefined;
      forced.set(id, to);
      return exampleOf(asked, isSuccess);
    });
  }),
  hooks('E31', 'leaves a transition out: a resumed resource stays paused', () =>
    keepState((from) => from === 'PAUSED'),
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
    status === 404 ? exampleOf(asked, isSuccess) : undefined,
  ),
  response('E38', 'validates the request before the key', (asked, { status }) => {
    const body = new TextDecoder().decode(asked.body);
    const isInvalid = body !== '' && !isObject(parseJson(body));
    return status === 401 && isInvalid ? exampleOf(asked, isRejection) : undefined;
  }),
  response('E39', 'sends 405 without Allow', (_, reply) =>
    reply.status === 405 ? withHeaders(reply, { allow: undefined }) : undefined,
  ),
  response('E43', 'does not validate requests', (asked, { status }) =>
    isRejection(status) ? exampleOf(asked, isSuccess) : undefined,
  ),
  request('F11', 'cannot clean up: no sandbox can be paused', (it) =>
    it.operation?.id === 'pauseSandbox'
      ? exampleOf(it, isSuccess, (value) => valueAt(value, '/success') === false)
      : undefined,
  ),

  // Paging
  hooks('E33', 'repeats the last item of a page on the next page', () => {
    const last = new Map<string, Json | undefined>();
    return onPages((page, pathname, isFirst) => {
      const before = isFirst ? undefined : last.get(pathname);
      const [first, ...others] = page.items;
      last.set(pathname, page.items.at(-1));
      if (first === undefined || before === undefined) return undefined;
      return { ...page, items: [before, ...others] };
    });
  }),
  hooks('skip', 'skips the last item of each page', () =>
    onPages((page) =>
      page.next_page_id && page.items.length > 1
        ? { ...page, items: page.items.slice(0, -1) }
        : undefined,
    ),
  ),
  hooks('cycle', 'has pages without an end', () => {
    const second = new Map<string, string>();
    return onPages((page, pathname, isFirst) => {
      if (isFirst && page.next_page_id) second.set(pathname, page.next_page_id);
      const back = isFirst || page.next_page_id ? undefined : second.get(pathname);
      return back === undefined ? undefined : { ...page, next_page_id: back };
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
        return key === first ? undefined : withHeaders(it, { [keyHeader]: first });
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
    if (key === null || reply.status < 400 || !isObject(reply.value)) return undefined;
    const texts = Object.entries(reply.value).filter(([, value]) => typeof value === 'string');
    return withValues(
      reply,
      texts.slice(0, 1).map(([name, text]) => [pointerTo('', name), `${text as string} (${key})`]),
    );
  }),
  response('secret', 'returns stored secrets', (asked, reply) => {
    const isSecret = ({ schema, value }: SchemaValue) => schema['x-secret'] && value === null;
    const secrets = asked.operation?.id === 'getSettings' ? valuesIn(asked, reply) : [];
    return withValues(
      reply,
      secrets.filter(isSecret).map(({ pointer }) => [pointer, 'sk-live-stored']),
    );
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
  {
    ...request('F2', 'responds 503 once', () => Response.json({ detail: 'Busy' }, { status: 503 })),
    times: 1,
  },
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
  { ...request('F8', 'responds 429 once', tooMany), times: 1 },
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
 * Puts a fault of single responses into every response that has a place for it.
 *
 * @param keyword takes only places at which a validator reports this keyword
 */
export function inResponses({ id, title, ...fault }: MessageFault, keyword?: string): ServerFault {
  return response(id, title, ({ contract, operation, responses }, { body, ...reply }) => {
    const isReadable = body === '' || reply.value !== undefined;
    if (!operation || !responses.has(`${reply.status}`) || !isReadable) return undefined;
    const broken = breakResponse(contract, fault, { operation: operation.id, ...reply });
    return broken.find(({ expected }) => keyword === undefined || expected.keyword === keyword);
  });
}

function messageFault(id: string): MessageFault {
  return messageFaults.find((each) => each.id === id)!;
}

function hooks(id: string, title: string, begin: ServerFault['begin']): ServerFault {
  return { id, title, begin };
}

function request(id: string, title: string, hook: FaultHooks['request'] & {}): ServerFault {
  return { id, title, begin: () => ({ request: hook }) };
}

function response(id: string, title: string, hook: FaultHooks['response'] & {}): ServerFault {
  return { id, title, begin: () => ({ response: hook }) };
}

/** An object with `id` and a `status` that operations move through a lifecycle. */
interface Resource {
  readonly id: string;
  readonly state: string;
  /** Of its `status`. */
  readonly pointer: string;
  readonly lifecycle: {
    readonly final: readonly string[];
    readonly transitions: readonly { from: string; to: string; operation?: string }[];
  };
}

/** A request to change the state of a resource. */
interface Move {
  /** The state to which the operation leads from where it is allowed. */
  readonly to: string;
  readonly isAllowed: boolean;
  readonly isDone: boolean;
}

/**
 * Follows the states of resources, and shows other ones.
 *
 * @param show returns the state to show for a resource in a response
 * @param onMove may replace the response to a request to change a state
 */
function onStates(
  show: (resource: Resource) => string | undefined,
  onMove?: (resource: Resource, move: Move, request: FaultyRequest) => Reply | undefined,
): FaultHooks {
  const seen = new Map<string, Resource>();
  return {
    response: (asked, reply) => {
      const shown = resourcesIn(asked, reply);
      for (const resource of shown) seen.set(resource.id, resource);
      const resource = seen.get(Object.values(asked.path)[0] ?? '');
      const steps = resource?.lifecycle.transitions ?? [];
      const own = steps.filter(({ operation }) => operation && operation === asked.operation?.id);
      if (resource && own[0]) {
        const step = own.find(({ from }) => from === resource.state);
        const isDone = step !== undefined && isSuccess(reply.status);
        if (isDone) seen.set(resource.id, { ...resource, state: step.to });
        const move = { to: own[0].to, isAllowed: step !== undefined, isDone };
        const instead = onMove?.(resource, move, asked);
        if (instead) return instead;
      }
      const states = shown.map((each) => [each.pointer, show(each) ?? each.state] as const);
      return withValues(
        reply,
        states.filter(([pointer, state]) => valueAt(reply.value, pointer) !== state),
      );
    },
  };
}

/** Shows a resource in the state that it had before an operation changed it. */
function keepState(isMeant: (from: string) => boolean): FaultHooks {
  const kept = new Map<string, string>();
  const show = ({ id }: Resource) => kept.get(id);
  return onStates(show, ({ id, state }, { isDone }) => {
    if (isDone && isMeant(state) && !kept.has(id)) kept.set(id, state);
    return undefined;
  });
}

function resourcesIn(asked: FaultyRequest, reply: PlainReply): readonly Resource[] {
  return valuesIn(asked, reply).flatMap(({ pointer, schema, value: state }) => {
    const lifecycle = schema['x-lifecycle'] as unknown as Resource['lifecycle'] | undefined;
    if (!lifecycle?.transitions.some(({ operation }) => operation)) return [];
    const id = valueAt(reply.value, pointer.replace(/status$/, 'id'));
    const isResource = pointer.endsWith('/status') && typeof id === 'string';
    return isResource && typeof state === 'string' ? [{ id, state, pointer, lifecycle }] : [];
  });
}

function valuesIn(
  { contract, responses }: FaultyRequest,
  { status, value }: PlainReply,
): readonly SchemaValue[] {
  const schema = responses.get(`${status}`)?.schema;
  const isDeclared = schema !== undefined && value !== undefined;
  return isDeclared ? schemaValuesOf(contract, schema, value) : [];
}

interface Page {
  readonly items: readonly Json[];
  readonly next_page_id?: string | null;
}

function onPages(
  change: (page: Page, pathname: string, isFirst: boolean) => Page | undefined,
): FaultHooks {
  return {
    response: ({ url }, reply) => {
      if (!isList(childOf(reply.value, 'items'))) return undefined;
      const isFirst = !url.searchParams.has('page_id');
      const page = change(reply.value as unknown as Page, url.pathname, isFirst);
      return page && { ...reply, body: JSON.stringify(page) };
    },
  };
}

/** The first example of a response that fits; undefined where there is none. */
function exampleOf(
  { contract, operation }: FaultyRequest,
  isMeant: (status: number) => boolean,
  fits: (value: Json) => boolean = () => true,
): Reply | undefined {
  const own = exampleResponses(contract).filter((it) => it.operation === operation?.id);
  const found = own.find(
    ({ status, value }) => isMeant(status) && value !== undefined && fits(value),
  );
  return found && { ...found, body: JSON.stringify(found.value) };
}

/** The response with other values at these pointers; undefined where there are none. */
function withValues(
  reply: PlainReply,
  values: readonly (readonly [pointer: string, value: string])[],
): Reply | undefined {
  const body = values.reduce<unknown>(
    (it, [pointer, value]) => replaceAt(it, pointer, value),
    reply.value,
  );
  return values.length > 0 ? { ...reply, body: JSON.stringify(body) } : undefined;
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

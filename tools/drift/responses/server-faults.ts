/** The faults of a server that need more than one response: state, paging, keys, connection, gateway. */
import {
  child,
  type Contract,
  isObject,
  type Lifecycle,
  type Operation,
  replaceAt,
} from './contract.ts';
import { breakResponse, type MessageFault, messageFaults } from './message-faults.ts';

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
}

/** A response on its way back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream;
}

/** The response of the server itself, read to its end. */
export type PlainReply = Reply & { readonly body: string };
export type Maybe<T> = T | undefined | Promise<T>;

/** A fault at work, with what it remembers of one server. Each hook returns undefined to change nothing. */
export interface FaultHooks {
  /** Responds without asking the server. */
  readonly instead?: (request: FaultyRequest) => Maybe<Reply>;
  readonly request?: (request: FaultyRequest) => FaultyRequest | undefined;
  readonly response?: (request: FaultyRequest, reply: PlainReply) => Maybe<Reply>;
}

/** One kind of fault of a server or of the connection to it. */
export interface ServerFault {
  readonly id: string;
  readonly title: string;
  /** How often it occurs; always without it. */
  readonly times?: number;
  readonly begin: (contract: Contract, elsewhere: string) => FaultHooks;
}

const keyHeader = 'X-Session-API-Key';
const year = 365 * 24 * 60 * 60 * 1000;

/** All faults of a server, by catalogue id or by name. */
export const serverFaults: readonly ServerFault[] = [
  // Lifecycles
  hooks('E29', 'does not keep a change of state', (contract) => keepOld(contract, () => true)),
  hooks('E30', 'allows a forbidden transition', allowForbidden),
  hooks('E31', 'leaves a transition out: a resumed resource stays paused', (contract) =>
    keepOld(contract, (from) => from === 'PAUSED'),
  ),
  hooks('order', 'leaves a final state', showFinalFirst),

  // Error responses
  response('E32', 'responds to an unknown id with success', ({ operation }, { status }) =>
    status === 404 ? exampleOf(operation, isSuccess) : undefined,
  ),
  response('E38', 'validates the request before the key', ({ operation, body }, { status }) => {
    const isInvalid = body.length > 0 && !isObject(parseJson(new TextDecoder().decode(body)));
    return status === 401 && isInvalid ? exampleOf(operation, isRejection) : undefined;
  }),
  response('E39', 'sends 405 without Allow', (_, reply) =>
    reply.status === 405 ? withHeaders(reply, { allow: undefined }) : undefined,
  ),
  response('E43', 'does not validate requests', ({ operation }, { status }) =>
    isRejection(status) ? exampleOf(operation, isSuccess) : undefined,
  ),
  instead('F11', 'cannot clean up: no sandbox can be paused', ({ operation }) =>
    operation?.id === 'pauseSandbox'
      ? exampleOf(operation, isSuccess, (value) => isObject(value) && value['success'] === false)
      : undefined,
  ),

  // Paging
  hooks('E33', 'repeats the last item of a page on the next page', () => {
    const last = new Map<string, unknown>();
    return onPages((page, { url }) => {
      const before = isFollowing(url) ? last.get(url.pathname) : undefined;
      const [first, ...others] = page.items;
      last.set(url.pathname, page.items.at(-1));
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
    return onPages((page, { url }) => {
      if (!isFollowing(url) && page.next_page_id) second.set(url.pathname, page.next_page_id);
      const back = page.next_page_id ? undefined : second.get(url.pathname);
      return isFollowing(url) && back ? { ...page, next_page_id: back } : undefined;
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
        const key = it.headers.get(keyHeader);
        first ??= key ?? undefined;
        return key === null || key === first ? undefined : withKey(it, first!);
      },
    };
  }),
  request('open', 'does not require a key', (it) =>
    it.headers.has(keyHeader) ? undefined : withKey(it, 'anybody'),
  ),
  response('echo-header', 'repeats the key in a header', ({ headers }, reply) => {
    const key = headers.get(keyHeader);
    return key === null ? undefined : withHeaders(reply, { [keyHeader]: key });
  }),
  response('echo-body', 'repeats the key in error messages', ({ headers }, reply) => {
    const [key, value] = [headers.get(keyHeader), parseJson(reply.body)];
    if (key === null || reply.status < 400 || !isObject(value)) return undefined;
    const found = Object.entries(value).find(([, each]) => typeof each === 'string');
    return found && withJson(reply, { ...value, [found[0]]: `${found[1] as string} (${key})` });
  }),
  hooks('secret', 'returns stored secrets', (contract) => ({
    response: ({ operation }, reply) => {
      const secrets = placesIn(contract, operation, reply).filter(
        ({ schema, value }) => schema['x-secret'] && value === null,
      );
      if (operation?.id !== 'getSettings' || secrets.length === 0) return undefined;
      const shown = secrets.reduce<unknown>(
        (whole, { pointer }) => replaceAt(whole, pointer, 'sk-live-stored'),
        parseJson(reply.body),
      );
      return withJson(reply, shown);
    },
  })),

  // Connections
  response('F1', 'responds after a minute', (_, reply) => wait(60_000).then(() => reply)),
  response('F3', 'resets the connection', () => Promise.reject(connectionError('ECONNRESET'))),
  response('F4', 'cuts off the body', (_, reply) =>
    withStream(reply, (half, controller) => {
      controller.enqueue(half);
      // The first part has to arrive before the connection breaks.
      setTimeout(() => controller.error(connectionError('UND_ERR_SOCKET')), 20);
    }),
  ),
  response('E42', 'never responds', async () => new Promise<never>(() => undefined)),

  // Gateways and caches
  { ...instead('F2', 'responds 503 once', () => json(503, '{"detail":"Busy"}')), times: 1 },
  hooks('F5', 'redirects to another host', (_, elsewhere) => ({
    instead: ({ url }) => ({
      status: 307,
      headers: new Headers({ Location: `${elsewhere}${url.pathname}${url.search}` }),
      body: '',
    }),
  })),
  instead('F6', 'responds with the error page of a gateway', () =>
    text(502, 'text/html', '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>'),
  ),
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
  { ...instead('F8', 'responds 429 once', tooMany), times: 1 },
  instead('limited', 'responds 429 to every request', tooMany),
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
export function inResponses(message: MessageFault, keyword?: string): ServerFault {
  return {
    id: message.id,
    title: message.title,
    begin: (contract) => ({
      response: ({ operation }, { status, headers, body }) => {
        const value = body === '' ? undefined : parseJson(body);
        const isReadable = body === '' || value !== undefined;
        if (!operation?.responses.has(`${status}`) || !isReadable) return undefined;
        const valid = { operation: operation.id, status, headers, value };
        return breakResponse(contract, message, valid).find(
          ({ expected }) => keyword === undefined || expected.keyword === keyword,
        );
      },
    }),
  };
}

/** The value of a JSON text; undefined for other text. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function hooks(id: string, title: string, begin: ServerFault['begin']): ServerFault {
  return { id, title, begin };
}

function instead(id: string, title: string, hook: FaultHooks['instead'] & {}): ServerFault {
  return { id, title, begin: () => ({ instead: hook }) };
}

function request(id: string, title: string, hook: FaultHooks['request'] & {}): ServerFault {
  return { id, title, begin: () => ({ request: hook }) };
}

function response(id: string, title: string, hook: FaultHooks['response'] & {}): ServerFault {
  return { id, title, begin: () => ({ response: hook }) };
}

function messageFault(id: string) {
  return messageFaults.find((each) => each.id === id)!;
}

/** A resource that was asked to change its state. */
interface Moved {
  readonly id: string;
  readonly from: string;
  /** The state to which the operation leads from where it is allowed. */
  readonly to: string;
  readonly isAllowed: boolean;
}

/** Shows a resource in the state that it had before an operation changed it. */
function keepOld(contract: Contract, isMeant: (from: string) => boolean): FaultHooks {
  const follow = followStates(contract);
  const kept = new Map<string, string>();
  return {
    response: (asked, reply) => {
      const moved = follow(asked, reply);
      if (moved?.isAllowed && isSuccess(reply.status) && !kept.has(moved.id)) {
        if (isMeant(moved.from)) kept.set(moved.id, moved.from);
      }
      return showStates(contract, asked, reply, ({ id }) => kept.get(id));
    },
  };
}

function allowForbidden(contract: Contract): FaultHooks {
  const follow = followStates(contract);
  const forced = new Map<string, string>();
  return {
    response: (asked, reply) => {
      const moved = follow(asked, reply);
      if (moved && !moved.isAllowed && moved.to !== moved.from) {
        forced.set(moved.id, moved.to);
        return exampleOf(asked.operation, isSuccess);
      }
      return showStates(contract, asked, reply, ({ id }) => {
        const state = forced.get(id);
        forced.delete(id);
        return state;
      });
    },
  };
}

function showFinalFirst(contract: Contract): FaultHooks {
  const shown = new Set<string>();
  return {
    response: (asked, reply) =>
      showStates(contract, asked, reply, ({ id, lifecycle }) => {
        if (shown.has(id)) return undefined;
        shown.add(id);
        return lifecycle.final[0];
      }),
  };
}

interface ShownState {
  readonly pointer: string;
  readonly id: string;
  readonly state: string;
  readonly lifecycle: Lifecycle;
}

/** The states of objects with `id` and `status` that operations move through a lifecycle. */
function statesIn(contract: Contract, asked: FaultyRequest, reply: PlainReply): ShownState[] {
  const places = placesIn(contract, asked.operation, reply);
  return places.flatMap(({ pointer: outer, value }) => {
    const pointer = child(outer, 'status');
    const place = places.find((each) => each.pointer === pointer);
    const lifecycle = place?.schema['x-lifecycle'];
    if (!isObject(value) || !lifecycle?.transitions.some((it) => it.operation)) return [];
    const { id, status: state } = value;
    return typeof id === 'string' && typeof state === 'string'
      ? [{ pointer, id, state, lifecycle }]
      : [];
  });
}

/** The response with other states; undefined where none of them changes. */
function showStates(
  contract: Contract,
  asked: FaultyRequest,
  reply: PlainReply,
  choose: (shown: ShownState) => string | undefined,
): Reply | undefined {
  let isChanged = false;
  let value = parseJson(reply.body);
  for (const shown of statesIn(contract, asked, reply)) {
    const state = choose(shown);
    if (state === undefined || state === shown.state) continue;
    isChanged = true;
    value = replaceAt(value, shown.pointer, state);
  }
  return isChanged ? withJson(reply, value) : undefined;
}

/** Follows the states that responses show, and returns which resource a request asked to move. */
function followStates(
  contract: Contract,
): (asked: FaultyRequest, reply: PlainReply) => Moved | undefined {
  const seen = new Map<string, string>();
  const lifecycles = new Set<Lifecycle>();
  return (asked, reply) => {
    for (const { id, state, lifecycle } of statesIn(contract, asked, reply)) {
      seen.set(id, state);
      lifecycles.add(lifecycle);
    }
    const [id] = Object.values(asked.path);
    const from = id === undefined ? undefined : seen.get(id);
    const steps = [...lifecycles]
      .flatMap(({ transitions }) => transitions)
      .filter(({ operation }) => operation && operation === asked.operation?.id);
    if (id === undefined || from === undefined || !steps[0]) return undefined;
    const step = steps.find((each) => each.from === from);
    if (step && isSuccess(reply.status)) seen.set(id, step.to);
    return { id, from, to: steps[0].to, isAllowed: step !== undefined };
  };
}

function placesIn(contract: Contract, operation: Operation | undefined, reply: PlainReply) {
  const schema = operation?.responses.get(`${reply.status}`)?.schema;
  const value = parseJson(reply.body);
  return schema && value !== undefined ? contract.places(schema, value) : [];
}

interface Page {
  readonly items: readonly unknown[];
  readonly next_page_id?: string | null;
}

function onPages(change: (page: Page, asked: FaultyRequest) => Page | undefined): FaultHooks {
  return {
    response: (asked, reply) => {
      const value = parseJson(reply.body);
      if (!isObject(value) || !Array.isArray(value['items'])) return undefined;
      const page = change(value as unknown as Page, asked);
      return page && withJson(reply, page);
    },
  };
}

function isFollowing(url: URL): boolean {
  return url.searchParams.has('page_id');
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isRejection(status: number): boolean {
  return status === 400 || status === 422;
}

/** The first example of a response that fits; undefined where there is none. */
function exampleOf(
  operation: Operation | undefined,
  isMeant: (status: number) => boolean,
  fits: (value: unknown) => boolean = () => true,
): Reply | undefined {
  for (const [status, { mediaType, examples }] of operation?.responses ?? []) {
    const value = [...examples.values()].find(fits);
    if (isMeant(Number(status)) && mediaType && value !== undefined) {
      return text(Number(status), mediaType, JSON.stringify(value));
    }
  }
  return undefined;
}

function withKey(asked: FaultyRequest, key: string): FaultyRequest {
  const headers = new Headers(asked.headers);
  headers.set(keyHeader, key);
  return { ...asked, headers };
}

function withHeaders(reply: PlainReply, changes: Record<string, string | undefined>): Reply {
  const headers = new Headers(reply.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  return { ...reply, headers };
}

function withJson(reply: PlainReply, value: unknown): Reply {
  return { ...reply, body: JSON.stringify(value) };
}

/** Sends half of the body, and goes on as the function does. */
function withStream(
  reply: PlainReply,
  begin: (half: Uint8Array, controller: ReadableStreamDefaultController<Uint8Array>) => void,
): Reply {
  const bytes = new TextEncoder().encode(reply.body);
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    begin(bytes.slice(0, bytes.length / 2), controller);
  const headers = new Headers(reply.headers);
  headers.delete('content-length');
  return { ...reply, headers, body: new ReadableStream<Uint8Array>({ start }) };
}

function connectionError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

async function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

function tooMany(): Reply {
  const reply = json(429, '{"detail":"Too many requests"}');
  reply.headers.set('Retry-After', '1');
  return reply;
}

function json(status: number, body: string): Reply {
  return text(status, 'application/json', body);
}

function text(status: number, type: string, body: string): Reply {
  return { status, headers: new Headers({ 'Content-Type': type }), body };
}

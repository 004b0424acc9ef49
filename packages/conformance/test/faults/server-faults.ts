/** Faults of a server that need more than one response: state, paging, keys, connection, cache. */
import {
  isList,
  isObject,
  type Json,
  type Lifecycle,
  LifecycleGraph,
  objectOf,
  pointerTo,
  valueAt,
} from '@agent-conversation/contract';
import { keyHeader, type Operation } from '../../src/contract.ts';
import {
  breakResponse,
  exampleResponses,
  isSuccess,
  type MessageFault,
  messageFaults,
  valuesOf,
  withHeader,
} from './message-faults.ts';
import { replaceAt } from './schema-values.ts';

/** A request on its way to the server. */
export interface FaultyRequest {
  readonly method: string;
  /** The path with the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal;
  /** Undefined for a path or method that the contract does not have. */
  readonly operation: Operation | undefined;
  /** The value of the path parameter. */
  readonly resource: string | undefined;
}

/** The response of the server itself, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The parsed body; undefined for other text than JSON. */
  readonly value: Json | undefined;
}

/** A fault at work, with what it remembers of one server. Each hook returns undefined to change nothing. */
export interface ServerFault {
  /** Returns another request, or a response without asking the server. */
  readonly request?: (
    request: FaultyRequest,
  ) => Maybe<FaultyRequest | Response>;
  readonly response?: (request: FaultyRequest, reply: Reply) => Maybe<Response>;
}
type Maybe<T> = T | undefined | Promise<T>;

const year = 365 * 24 * 60 * 60 * 1000;
const isRejection = (status: number) => status === 400 || status === 422;

export const serverFaults = {
  // Lifecycles
  losesChangesOfState: () => onStates(({ left }) => left[0]),

  allowsForbiddenTransitions() {
    const forced = new Map<string, string>();
    const takeForced = ({ id }: Resource) => {
      const state = forced.get(id);
      forced.delete(id);
      return state;
    };
    return onStates(takeForced, ({ id }, to, { operation }) => {
      forced.set(id, to);
      return exampleOf(operation, isSuccess);
    });
  },

  staysPaused: () =>
    onStates(({ left }) => left.find((state) => state === 'PAUSED')),

  leavesFinalStates() {
    const shown = new Set<string>();
    return onStates(({ id, graph }) => {
      const isFirst = !shown.has(id);
      shown.add(id);
      return isFirst ? graph.final[0] : undefined;
    });
  },

  // Errors
  acceptsUnknownIds: () => ({
    response: ({ operation }, { status }) =>
      status === 404 ? exampleOf(operation, isSuccess) : undefined,
  }),

  validatesBeforeTheKey: () => ({
    response({ operation, body }, { status }) {
      const isInvalid = body !== '' && !isObject(parseJson(body));
      return status === 401 && isInvalid
        ? exampleOf(operation, isRejection)
        : undefined;
    },
  }),

  omitsAllow: () => ({
    response: (_, reply) =>
      reply.status === 405
        ? responseTo(withHeaderOf(reply, 'allow', undefined))
        : undefined,
  }),

  acceptsInvalidRequests: () => ({
    response: ({ operation }, { status }) =>
      isRejection(status) ? exampleOf(operation, isSuccess) : undefined,
  }),

  cannotPause: () => ({
    request: ({ operation }) =>
      operation?.operationId === 'pauseSandbox'
        ? exampleOf(operation, (status) => status === 404)
        : undefined,
  }),

  // Pages
  repeatsAnItem() {
    const last = new Map<string, Json | undefined>();
    return onPages(({ items, pathname, isFirst }) => {
      const before = isFirst ? undefined : last.get(pathname);
      last.set(pathname, items.at(-1));
      if (before === undefined || items.length === 0) return {};
      return { items: items.with(0, before) };
    });
  },

  skipsAnItem: () =>
    onPages(({ items, next }) =>
      next && items.length > 1 ? { items: items.slice(0, -1) } : {},
    ),

  hasEndlessPages() {
    const second = new Map<string, Json>();
    return onPages(({ next, pathname, isFirst }) => {
      if (isFirst && next) second.set(pathname, next);
      const back = isFirst || next ? undefined : second.get(pathname);
      return back === undefined ? {} : { next_page_id: back };
    });
  },

  ignoresTheLimit: () => ({
    request(request) {
      const url = new URL(request.target, 'http://server.invalid');
      const limit = url.searchParams.get('limit') ?? '';
      // An invalid limit is still rejected.
      if (!/^([1-9]\d?|100)$/.test(limit)) return undefined;
      url.searchParams.delete('limit');
      return { ...request, target: url.pathname + url.search };
    },
  }),

  // Keys and secrets
  sharesOneState() {
    let first: string | undefined;
    return {
      request(request) {
        const key = request.headers.get(keyHeader);
        if (key === null) return undefined;
        first ??= key;
        return key === first
          ? undefined
          : withHeaderOf(request, keyHeader, first);
      },
    };
  },

  needsNoKey: () => ({
    request: (request) =>
      request.headers.has(keyHeader)
        ? undefined
        : withHeaderOf(request, keyHeader, 'anybody'),
  }),

  repeatsTheKeyInAHeader: () => ({
    response({ headers }, reply) {
      const key = headers.get(keyHeader);
      return key === null
        ? undefined
        : responseTo(withHeaderOf(reply, keyHeader, key));
    },
  }),

  repeatsTheKeyInErrors: () => ({
    response({ headers }, reply) {
      const key = headers.get(keyHeader);
      const properties = Object.entries(objectOf(reply.value));
      const text = properties.find(([, value]) => typeof value === 'string');
      if (key === null || reply.status < 400 || !text) return undefined;
      const [name, message] = text;
      return withValues(
        reply,
        new Map([[pointerTo('', name), `${message as string} (${key})`]]),
      );
    },
  }),

  showsSecrets: () => ({
    response(request, reply) {
      if (request.operation?.operationId !== 'getSettings') return undefined;
      const values = valuesIn(request, reply);
      const hidden = values.filter(
        ({ schema, value }) => schema['x-secret'] && value === null,
      );
      const shown = hidden.map(
        ({ pointer }) => [pointer, 'sk-live-stored'] as const,
      );
      return withValues(reply, new Map(shown));
    },
  }),

  // Connections
  neverResponds: () => ({ request: silence }),

  resetsTheConnection: () => ({
    request: () => Promise.reject(connectionError('ECONNRESET')),
  }),

  cutsOffTheBody: () => ({
    response(_, reply) {
      const bytes = new TextEncoder().encode(reply.body);
      const start = (
        controller: ReadableStreamDefaultController<Uint8Array>,
      ) => {
        controller.enqueue(bytes.slice(0, bytes.length / 2));
        // The first part has to arrive before the connection breaks.
        setTimeout(
          () => controller.error(connectionError('UND_ERR_SOCKET')),
          20,
        );
      };
      return responseTo(reply, new ReadableStream({ start }));
    },
  }),

  // Gateways and caches
  isBusyOnce() {
    let isBusy = true;
    return {
      request() {
        if (!isBusy) return undefined;
        isBusy = false;
        return Response.json({ detail: 'Busy' }, { status: 503 });
      },
    };
  },

  hasAStaleCache: () => ({
    response(_, reply) {
      const headers = new Headers(reply.headers);
      headers.set('Date', new Date(Date.now() - year).toUTCString());
      headers.set('Age', `${year / 1000}`);
      headers.set('Cache-Control', `public, max-age=${(2 * year) / 1000}`);
      return responseTo({ ...reply, headers });
    },
  }),

  repeatsTheFirstResponse() {
    const kept = new Map<string, Reply>();
    return {
      response({ method, target }, reply) {
        if (method !== 'GET') return undefined;
        const first = kept.get(target);
        if (!first) kept.set(target, reply);
        return first && responseTo(first);
      },
    };
  },
} satisfies Readonly<Record<string, () => ServerFault>>;

export type FaultName = keyof typeof messageFaults | keyof typeof serverFaults;

/** Begins a fault of a server, or puts a fault of single responses into the first location of each response. */
export function beginFault(name: FaultName): ServerFault {
  return name in serverFaults
    ? serverFaults[name as keyof typeof serverFaults]()
    : inResponses(messageFaults[name as keyof typeof messageFaults]);
}

function inResponses(fault: MessageFault): ServerFault {
  return {
    response({ operation }, reply) {
      const { status, headers, value } = reply;
      if (value === undefined || !operation?.responses[status])
        return undefined;
      const [faulty] = breakResponse(fault, {
        operation,
        status,
        headers,
        value,
      });
      return faulty && responseTo(faulty);
    },
  };
}

/** Never responds, as `fetch` does to a server that accepts a connection and stays silent. */
export async function silence({
  signal,
}: Pick<FaultyRequest, 'signal'>): Promise<Response> {
  // On a busy machine, the request may be over before it comes here.
  signal.throwIfAborted();
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** An object with `id` and a `status` that operations move through a lifecycle. */
interface Resource {
  readonly id: string;
  readonly state: string;
  /** The states that operations moved it out of. */
  readonly left: readonly string[];
  /** Of its `status`. */
  readonly pointer: string;
  readonly graph: LifecycleGraph;
}

/**
 * Follows the states of resources, and shows other ones.
 *
 * @param show returns the state to show for a resource in a response
 * @param forbid may replace the response to a request for a state that cannot be reached
 */
function onStates(
  show: (resource: Resource) => string | undefined,
  forbid?: (
    resource: Resource,
    to: string,
    request: FaultyRequest,
  ) => Response | undefined,
): ServerFault {
  const seen = new Map<string, Resource>();
  return {
    response(request, reply) {
      const shown = resourcesIn(request, reply);
      for (const resource of shown) {
        const left = seen.get(resource.id)?.left ?? [];
        seen.set(resource.id, { ...resource, left });
      }
      const moved = seen.get(request.resource ?? '');
      if (moved) {
        const steps = moved.graph.steps.filter(
          ({ kind, operation }) =>
            kind === 'transition' &&
            operation === request.operation?.operationId,
        );
        const step = steps.find(({ from }) => from === moved.state);
        const target = steps[0]?.to;
        if (step && isSuccess(reply.status)) {
          seen.set(moved.id, {
            ...moved,
            state: step.to,
            left: [...moved.left, step.from],
          });
        } else if (!step && target !== undefined && target !== moved.state) {
          const instead = forbid?.(moved, target, request);
          if (instead) return instead;
        }
      }
      const states = shown.map(({ id, pointer, state }) => {
        const other = show(seen.get(id)!) ?? state;
        return [pointer, other] as const;
      });
      return withValues(reply, new Map(states));
    },
  };
}

function resourcesIn(
  request: FaultyRequest,
  reply: Reply,
): readonly Resource[] {
  return valuesIn(request, reply).flatMap(
    ({ pointer, schema, value: state }) => {
      const lifecycle = schema['x-lifecycle'] as Lifecycle | undefined;
      if (!lifecycle?.transitions.some(({ operation }) => operation)) return [];
      const id = valueAt(reply.value, pointer.replace(/status$/, 'id'));
      const isResource =
        pointer.endsWith('/status') && typeof state === 'string';
      if (!isResource || typeof id !== 'string') return [];
      return [
        {
          id,
          state,
          left: [],
          pointer,
          graph: new LifecycleGraph('status', lifecycle),
        },
      ];
    },
  );
}

function valuesIn({ operation }: FaultyRequest, { status, value }: Reply) {
  return operation && value !== undefined
    ? valuesOf({ operation, status, value })
    : [];
}

interface Page {
  readonly items: readonly Json[];
  readonly next: Json | undefined;
  readonly pathname: string;
  readonly isFirst: boolean;
}

/** Changes properties of pages. */
function onPages(
  change: (page: Page) => Readonly<Record<string, Json>>,
): ServerFault {
  return {
    response({ target }, reply) {
      const { items, next_page_id: next } = objectOf(reply.value);
      if (!isList(items)) return undefined;
      const { pathname, searchParams } = new URL(
        target,
        'http://server.invalid',
      );
      const isFirst = !searchParams.has('page_id');
      const changes = Object.entries(
        change({ items, next, pathname, isFirst }),
      );
      return withValues(
        reply,
        new Map(changes.map(([name, value]) => [`/${name}`, value])),
      );
    },
  };
}

/** The first example of a response with such a status; undefined where there is none. */
function exampleOf(
  operation: Operation | undefined,
  hasStatus: (status: number) => boolean,
): Response | undefined {
  const example = exampleResponses.find(
    (response) =>
      response.operation === operation && hasStatus(response.status),
  );
  return (
    example && responseTo({ ...example, body: JSON.stringify(example.value) })
  );
}

/** The response with other values at these pointers; undefined where they are there already. */
function withValues(
  reply: Reply,
  values: ReadonlyMap<string, Json>,
): Response | undefined {
  let { value }: { value?: unknown } = reply;
  let isChanged = false;
  for (const [pointer, other] of values) {
    if (valueAt(value, pointer) === other) continue;
    value = replaceAt(value, pointer, other);
    isChanged = true;
  }
  return isChanged
    ? responseTo({ ...reply, body: JSON.stringify(value) })
    : undefined;
}

function withHeaderOf<T extends { readonly headers: Headers }>(
  message: T,
  name: string,
  value: string | undefined,
): T {
  return { ...message, headers: withHeader(message.headers, name, value) };
}

/** Returns a response, by default with its own body. */
export function responseTo(
  { status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>,
  content: BodyInit = body,
): Response {
  const response = new Response(content || null, { status, headers });
  // The length is that of the correct body, and a text gets a type by default.
  response.headers.delete('content-length');
  if (!headers.has('content-type')) response.headers.delete('content-type');
  return response;
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
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error(code), { code }),
  });
}

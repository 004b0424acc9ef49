/** Which points of the contract exchanges touch. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '@agent-conversation/validators';
import { contract, type MediaType, resolve, validators } from '../contract.ts';
import { type Exchange, mediaTypeOf, readBody } from '../oracle/exchange.ts';
import { type Route, routeOf } from '../oracle/route.ts';
import { declared, type LifecycleEntry, shownByValue } from './points.ts';
import { type CoverageSummary, type Point, summaryOf } from './summary.ts';

/** Which points of the contract exchanges have touched. */
export interface Coverage {
  /**
   * Adds what an exchange shows. Bodies that break the contract show nothing, and a request only if it was carried
   * out. States are compared with those that earlier exchanges have shown.
   */
  touch(exchange: Exchange): void;
  /** Whether a point was touched. */
  has(point: Point): boolean;
  summary(): CoverageSummary;
}

export interface CoverageOptions {
  /**
   * The address of the server; its path is removed from those of the requests.
   *
   * @default the origin of each request
   */
  readonly baseUrl?: string | undefined;
}

/**
 * Creates a coverage without touched points. Its `touch` throws a TypeError when the address of a request, or
 * `baseUrl`, is not absolute.
 *
 * @example
 * const coverage = createCoverage();
 * for (const exchange of exchanges) coverage.touch(exchange);
 * console.log(coverageTable(coverage.summary()));
 */
export function createCoverage({ baseUrl }: CoverageOptions = {}): Coverage {
  const touched = new Set<string>();
  const states = new StateTracker();
  const has = ({ id }: Point) => touched.has(id);
  return {
    touch(exchange) {
      const route = routeOf(exchange.request, baseUrl);
      if (!('operation' in route)) return;
      const valid = validParts(exchange, route);
      for (const id of shownBy(valid)) touched.add(`${route.operation.operationId} ${id}`);
      for (const id of states.note(valid)) touched.add(id);
    },
    has,
    summary: () => summaryOf(declared.points, has),
  };
}

/** Returns what exchanges touch, in the order in which they were made. */
export function measureCoverage(
  exchanges: Iterable<Exchange>,
  options?: CoverageOptions,
): CoverageSummary {
  const coverage = createCoverage(options);
  for (const exchange of exchanges) coverage.touch(exchange);
  return coverage.summary();
}

/** The valid parts of an exchange. */
interface ValidExchange extends Route {
  /** Server and API key: ids mean the same thing only with both. */
  readonly scope: string;
  readonly status: string;
  /** The request, if it is valid and was carried out. */
  readonly request: (Message & { readonly query: URLSearchParams }) | undefined;
  /** The response, if it is valid. */
  readonly response: Message | undefined;
}

interface Message {
  readonly headers: Headers;
  /** What the contract declares for the media type. */
  readonly media: MediaType | undefined;
  /** The JSON of the body; undefined if there is none. */
  readonly body: unknown;
}

function validParts({ request, answer: response }: Exchange, route: Route): ValidExchange {
  const { operation, path } = route;
  const { origin, searchParams: query } = new URL(request.url);
  const validator = validators[operation.operationId];
  const status = String(response.status);
  const isCarriedOut = response.status >= 200 && response.status < 300;
  const declaredResponse = operation.responses[status];
  const sent = messageOf(request, operation.requestBody?.content);
  const received = messageOf(response, declaredResponse && resolve(declaredResponse).content);
  const { headers, body } = sent;
  const contentType = response.headers.get('content-type');
  const parts = { ...response, contentType, body: received.body };
  return {
    ...route,
    scope: `${origin} ${headers.get('x-session-api-key')}`,
    status,
    request:
      isCarriedOut && validator.validateRequest({ path, query, headers, body }).valid
        ? { ...sent, query }
        : undefined,
    response: validator.validateAnswer(parts).valid ? received : undefined,
  };
}

function messageOf(
  { headers, body }: { readonly headers: Headers; readonly body: string | undefined },
  content: Readonly<Record<string, MediaType>> = {},
): Message {
  return { headers, media: content[mediaTypeOf(headers) ?? ''], body: readBody(body).value };
}

/** Returns the ids of the points of an operation that an exchange shows. */
function shownBy({ operation, status, request, response }: ValidExchange): string[] {
  const ofMessage = (name: string, { media, headers, body }: Message) =>
    media && body !== undefined
      ? [
          `${name} ${mediaTypeOf(headers)}`,
          ...shownByValue(contract, media.schema, body).map((id) => `${name} body ${id}`),
          ...Object.entries(media.examples ?? {})
            .filter(([, it]) => isDeepStrictEqual(resolve(it).value, body))
            .map(([example]) => `${name} example ${example}`),
        ]
      : [];
  const ofParameters = ({ query, headers }: NonNullable<typeof request>) =>
    operation.parameters.map(({ name, in: location }) => {
      const isPresent = location === 'path' || (location === 'query' ? query : headers).has(name);
      return `${location} ${name} ${isPresent ? 'present' : 'absent'}`;
    });
  return [
    ...(response ? ofMessage(status, response) : []),
    ...(request ? [...ofParameters(request), ...ofMessage('request', request)] : []),
    ...(request && request.body === undefined ? ['request absent'] : []),
  ];
}

/** A resource with a lifecycle; the lifecycle is named by the schema of its state. */
interface Resource {
  readonly lifecycle: string;
  readonly id: string;
}

/** The state that was seen last, and the operation that was applied since. */
interface Known {
  readonly state: string;
  readonly operation?: string;
}

/** The properties of an object with the id and the state of a resource. */
type StateProperties = readonly [lifecycle: string, id: string, state: string];

const sandbox: StateProperties = ['SandboxStatus', 'id', 'status'];
const statesIn: Readonly<Record<string, readonly StateProperties[]>> = {
  searchSandboxes: [sandbox],
  startSandbox: [sandbox],
  startAppConversation: [['AppConversationStartTaskStatus', 'id', 'status']],
  listAppConversations: [
    ['SandboxStatus', 'sandbox_id', 'sandbox_status'],
    ['ExecutionStatus', 'id', 'execution_status'],
  ],
  createConversation: [['ConversationStatus', 'conversation_id', 'conversation_status']],
};

/** Finds how states change from one exchange to the next. */
class StateTracker {
  readonly #known = new Map<string, Known>();

  /** Notes the states that an exchange shows. @returns the ids of the lifecycle entries that explain them */
  note(exchange: ValidExchange): string[] {
    const { scope } = exchange;
    const target = targetOf(exchange);
    return [
      ...(target ? this.#apply(target, exchange) : []),
      ...statesOf(exchange).flatMap(({ state, ...resource }) => {
        const key = keyOf(resource, scope);
        const before = this.#known.get(key);
        this.#known.set(key, { state });
        const entries = declared.lifecycles.get(resource.lifecycle);
        return before && entries ? explain(entries, before, state) : [];
      }),
    ];
  }

  #apply(resource: Resource, exchange: ValidExchange): string[] {
    const { scope, status, request } = exchange;
    const operation = exchange.operation.operationId;
    const key = keyOf(resource, scope);
    const known = this.#known.get(key);
    if (!known) return [];
    const rejection = declared.lifecycles
      .get(resource.lifecycle)
      ?.find(
        (it) => it.kind === 'rejected' && it.from === known.state && it.operation === operation,
      );
    if (known.operation === undefined && rejection?.status === status) return [rejection.id];
    // Of two operations in a row, the effect of the first is unknown.
    if (request && known.operation !== undefined) this.#known.delete(key);
    else if (request) this.#known.set(key, { ...known, operation });
    return [];
  }
}

function keyOf({ lifecycle, id }: Resource, scope: string): string {
  return JSON.stringify([scope, lifecycle, id]);
}

/** Returns the resource that a request changes, if it exists before. */
function targetOf({ operation, path, request }: ValidExchange): Resource | undefined {
  const body = Object(request?.body) as Readonly<Record<string, unknown>>;
  const targets: Partial<Record<OperationId, readonly [lifecycle: string, id: unknown]>> = {
    pauseSandbox: ['SandboxStatus', path['sandbox_id']],
    resumeSandbox: ['SandboxStatus', path['sandbox_id']],
    // It resumes the sandbox that it names.
    startAppConversation: ['SandboxStatus', body['sandbox_id']],
    createConversation: ['ConversationStatus', body['conversation_id']],
  };
  const [lifecycle, id] = targets[operation.operationId] ?? [];
  return lifecycle !== undefined && typeof id === 'string' ? { lifecycle, id } : undefined;
}

/** Returns the states of resources in a response, which is an object, a list of objects, or a page of them. */
function statesOf({ operation, response }: ValidExchange) {
  const objectsIn = (value: unknown): Readonly<Record<string, unknown>>[] => {
    if (Array.isArray(value)) return value.flatMap(objectsIn);
    if (typeof value !== 'object' || value === null) return [];
    return 'items' in value ? objectsIn(value.items) : [{ ...value }];
  };
  return objectsIn(response?.body).flatMap((object) =>
    (statesIn[operation.operationId] ?? []).flatMap(([lifecycle, idProperty, stateProperty]) => {
      const { [idProperty]: id, [stateProperty]: state } = object;
      return typeof id === 'string' && typeof state === 'string' ? [{ lifecycle, id, state }] : [];
    }),
  );
}

/** Returns the ids of the entries that lead from what was known of a resource to a state. */
function explain(
  entries: readonly LifecycleEntry[],
  { state: before, operation }: Known,
  state: string,
): string[] {
  const spontaneous = (from: string) =>
    entries.filter((it) => it.from === from && it.operation === undefined);
  const effects = (from: string) =>
    entries.filter(
      (it) =>
        it.kind !== 'rejected' && it.from === from && it.to === state && it.operation === operation,
    );
  const direct = effects(before);
  if (direct.length > 0) return direct.map(({ id }) => id);
  if (operation === undefined) return [];
  // The state changed unseen before the operation: only an unambiguous way counts.
  const ways = spontaneous(before).flatMap(({ to, id }) =>
    effects(to).map((effect) => [id, effect.id]),
  );
  return ways.length === 1 ? ways[0]! : [];
}

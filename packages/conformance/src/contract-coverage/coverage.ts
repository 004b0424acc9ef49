/** Which points of the contract exchanges touch. */
import {
  type LifecycleStep,
  objectOf,
  readJson,
} from '@agent-conversation/contract';
import { keyHeader, validators } from '../contract.ts';
import { type Exchange, mediaTypeOf } from '../oracle/exchange.ts';
import {
  lifecycleSteps,
  objectsIn,
  shownStates,
} from '../oracle/lifecycles.ts';
import { type Route, routeOf } from '../oracle/route.ts';
import { declared, operationPoints, type Shown } from './points.ts';
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
  /** The address of the server; its path is removed from those of the requests. @default the origin of each request */
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
  const states = new Map<string, Known>();
  const has = ({ id }: Point) => touched.has(id);
  return {
    touch(exchange) {
      const route = routeOf(exchange.request, baseUrl);
      if (!('operation' in route)) return;
      const shown = shownBy(exchange, route);
      for (const { id, isShown } of operationPoints(route.operation, shown)) {
        if (isShown) touched.add(id);
      }
      for (const { id } of stateChanges(states, exchange, route, shown))
        touched.add(id);
    },
    has,
    summary: () => summaryOf(declared, has),
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

function shownBy(
  { request, response }: Exchange,
  { operation, path }: Route,
): Shown {
  const validator = validators[operation.operationId];
  const { headers } = request;
  const { searchParams: query } = new URL(request.url);
  const { value: sent } = readJson(request.body);
  const { value: body } = readJson(response.body);
  const { status } = response;
  const contentType = response.headers.get('content-type');
  const shown = new Map<string, readonly unknown[]>();
  const isCarriedOut = status >= 200 && status < 300;
  // Whether a message is valid is all that counts.
  const options = { maxViolations: 1 };
  const sentParts = { path, query, headers, body: sent };
  if (isCarriedOut && validator.validateRequest(sentParts, options).valid) {
    for (const { name, in: location } of operation.parameters) {
      const isSent =
        location === 'path' ||
        (location === 'query' ? query : headers).has(name);
      shown.set(`${location} ${name}`, [isSent]);
    }
    shown.set('request', [sent]);
    if (sent !== undefined)
      shown.set(`request ${mediaTypeOf(headers)}`, [sent]);
  }
  const parts = { ...response, contentType, body };
  const isValid = validator.validateResponse(parts, options).valid;
  if (isValid && body !== undefined)
    shown.set(`${status} ${mediaTypeOf(response.headers)}`, [body]);
  return shown;
}

/** The state of a resource that was seen last, and the operation that was applied since. */
interface Known {
  readonly state: string;
  readonly operation?: string;
}

/** Notes the states that an exchange shows, and yields the entries of lifecycles that explain them. */
function* stateChanges(
  states: Map<string, Known>,
  { request: { url, headers }, response: { status } }: Exchange,
  { operation: { operationId: operation }, path }: Route,
  shown: Shown,
): Generator<LifecycleStep> {
  // Ids mean the same thing only with the same server and key.
  const scope = [new URL(url).origin, headers.get(keyHeader)];
  const keyOf = (lifecycle: string, id: unknown) =>
    JSON.stringify([...scope, lifecycle, id]);

  // A conversation resumes the sandbox that it is started in.
  const effect =
    operation === 'startAppConversation' ? 'resumeSandbox' : operation;
  const target =
    lifecycleSteps.find((it) => it.operation === effect)?.lifecycle ?? '';
  const name = target === 'SandboxStatus' ? 'sandbox_id' : 'conversation_id';
  const key = keyOf(
    target,
    path[name] ?? objectOf(shown.get('request')?.[0])[name],
  );
  const last = states.get(key);
  const entries = last ? entriesOf(target, last.state, operation) : [];
  const rejected = entries.find((it) => it.status === `${status}`);
  if (rejected && last?.operation === undefined) yield rejected;
  // Of two operations in a row, the effect of the first is unknown.
  else if (shown.has('request') && last?.operation !== undefined)
    states.delete(key);
  else if (shown.has('request') && last)
    states.set(key, { ...last, operation });

  for (const [, object] of objectsIn(
    shown.get(`${status} application/json`)?.[0],
  )) {
    for (const { lifecycle, ...names } of shownStates[operation] ?? []) {
      const { [names.id]: id, [names.state]: state } = object;
      if (typeof id !== 'string' || typeof state !== 'string') continue;
      const before = states.get(keyOf(lifecycle, id));
      states.set(keyOf(lifecycle, id), { state });
      if (before) yield* explain(lifecycle, before, state);
    }
  }
}

/** Returns the entries of a lifecycle that begin in a state, by an operation, or without one. */
function entriesOf(
  lifecycle: string,
  from: string,
  operation?: string,
): LifecycleStep[] {
  return lifecycleSteps.filter(
    (it) =>
      it.lifecycle === lifecycle &&
      it.from === from &&
      it.operation === operation,
  );
}

/** Returns the entries that lead from what was known of a resource to a state. */
function explain(
  lifecycle: string,
  { state: before, operation }: Known,
  state: string,
): readonly LifecycleStep[] {
  const effects = (from: string) =>
    entriesOf(lifecycle, from, operation).filter(
      ({ kind, to }) => kind !== 'rejected' && to === state,
    );
  const direct = effects(before);
  if (direct.length > 0 || operation === undefined) return direct;
  // The state changed unseen before the operation: only an unambiguous way counts.
  const ways = entriesOf(lifecycle, before).flatMap((first) =>
    effects(first.to).map((effect) => [first, effect]),
  );
  return ways.length === 1 ? ways[0]! : [];
}

/** Which points of the contract exchanges touch. */
import {
  childOf,
  type LifecycleGraph,
  type LifecycleStep,
  readJson,
} from '@agent-conversation/contract';
import { contract, keyHeader, validators } from '../contract.ts';
import { type Exchange, mediaTypeOf } from '../oracle/exchange.ts';
import { lifecycleOf, statesIn } from '../oracle/lifecycles.ts';
import { type Route, routeOf } from '../oracle/route.ts';
import { declared, operationPoints, type Shown } from './points.ts';
import type {
  CoverageOptions,
  CoverageSummary,
  Point,
  Tally,
} from './types.ts';

/**
 * Returns what exchanges touch, in the order in which they were made. Bodies that break the contract touch nothing, and
 * a request only if it was carried out. States are compared with those that earlier exchanges have shown.
 *
 * @throws {TypeError} when the address of a request, or `baseUrl`, is not absolute
 * @example
 * console.log(coverageLine(measureCoverage(exchanges)));
 */
export function measureCoverage(
  exchanges: Iterable<Exchange>,
  options?: CoverageOptions,
): CoverageSummary {
  const touched = touchedPoints(exchanges, options);
  return summaryOf(({ id }) => touched.has(id));
}

/** Returns the ids of the points that exchanges touch. */
export function touchedPoints(
  exchanges: Iterable<Exchange>,
  { baseUrl }: CoverageOptions = {},
): ReadonlySet<string> {
  const touched = new Set<string>();
  const states = new Map<string, KnownState>();
  for (const exchange of exchanges) {
    const route = routeOf(exchange.request, baseUrl);
    if (!('operation' in route)) continue;
    const shown = shownBy(exchange, route);
    for (const { id, isShown } of operationPoints(route.operation, shown)) {
      if (isShown) touched.add(id);
    }
    for (const { id } of stateChanges(states, exchange, route, shown))
      touched.add(id);
  }
  return touched;
}

/** Counts the points of the contract, in all and by what they belong to. */
export function summaryOf(
  isTouched: (point: Point) => boolean,
): CoverageSummary {
  const tally = (points: readonly Point[]): Tally => ({
    declared: points.length,
    touched: points.filter(isTouched).length,
  });
  const groups = Map.groupBy(declared, ({ id }) => id.split(' ')[0]!);
  return {
    contractVersion: contract.info.version,
    ...tally(declared),
    groups: Array.from(groups, ([group, points]) => ({
      group,
      ...tally(points),
      kinds: Object.fromEntries(
        Array.from(
          Map.groupBy(points, ({ kind }) => kind),
          ([kind, alike]) => [kind, tally(alike)],
        ),
      ),
      untouched: points.filter((it) => !isTouched(it)).map(({ id }) => id),
    })),
  };
}

/**
 * The coverage in one line.
 *
 * @example
 * coverageLine(summary); // '612 of 874 points of the contract were touched (70 %)'
 */
export function coverageLine({ touched, declared: all }: Tally): string {
  // Rounded down: 100 % is all of them.
  const share = Math.floor((touched / all) * 100);
  return `${touched} of ${all} points of the contract were touched (${share} %)`;
}

/** Returns the valid values of an exchange. */
function shownBy(
  { request, response }: Exchange,
  { operation, path }: Route,
): Shown {
  const { status, headers } = response;
  const { searchParams: query } = new URL(request.url);
  const { value: sent } = readJson(request.body);
  const { value: body } = readJson(response.body);
  const validator = validators[operation.operationId];
  // Whether a message is valid is all that counts.
  const options = { maxViolations: 1 };
  const shown: Record<string, object> = {};
  const parts = { path, query, headers: request.headers, body: sent };
  const isCarriedOut = status >= 200 && status < 300;
  if (isCarriedOut && validator.validateRequest(parts, options).valid) {
    shown['path'] = path;
    shown['query'] = Object.fromEntries(query);
    shown['request'] = { [mediaTypeOf(request.headers) ?? '']: sent };
  }
  const contentType = headers.get('content-type');
  const received = { status, headers, contentType, body };
  if (validator.validateResponse(received, options).valid)
    shown[status] = { [mediaTypeOf(headers) ?? '']: body };
  return shown;
}

/** What is known of a resource: the state that was seen last, and the operations since. */
interface KnownState {
  readonly state: string;
  readonly operations: readonly string[];
}

/** The parameters and properties of requests that name a resource with a state. */
const idNames = [
  ['SandboxStatus', 'sandbox_id'],
  ['ConversationStatus', 'conversation_id'],
] as const;

const json = 'application/json';

/** Notes the states that an exchange shows, and yields the entries of lifecycles that explain them. */
function* stateChanges(
  known: Map<string, KnownState>,
  { request: { url, headers }, response: { status } }: Exchange,
  { operation: { operationId: operation }, path }: Route,
  shown: Shown,
): Generator<LifecycleStep> {
  // Ids mean the same thing only with the same server and key.
  const keyOf = (...resource: unknown[]) =>
    JSON.stringify([new URL(url).origin, headers.get(keyHeader), ...resource]);

  const { request: sent, [status]: received } = shown;
  for (const [lifecycle, name] of idNames) {
    const id = path[name] ?? childOf(childOf(sent, json), name);
    const key = keyOf(lifecycle, id);
    const before = known.get(key);
    if (!before) continue;
    const { state, operations } = before;
    if (sent) known.set(key, { state, operations: [...operations, operation] });
    if (sent || operations.length > 0) continue;
    const step = lifecycleOf(lifecycle).stepBy(operation, state);
    if (step?.status === String(status)) yield step;
  }

  const states = statesIn(operation, childOf(received, json));
  for (const { lifecycle, id, state } of states) {
    if (state === undefined) continue;
    const key = keyOf(lifecycle, id);
    const before = known.get(key);
    known.set(key, { state, operations: [] });
    if (before) yield* stepsTo(state, before, lifecycleOf(lifecycle));
  }
}

/** Returns the entries that lead from what was known of a resource to a state. */
function stepsTo(
  to: string,
  { state, operations }: KnownState,
  lifecycle: LifecycleGraph,
): readonly LifecycleStep[] {
  // Of two operations in a row, the effect of the first is unknown.
  if (operations.length > 1) return [];
  const last = lifecycle.changes.filter(
    (it) => it.to === to && it.operation === operations[0],
  );
  const direct = last.filter(({ from }) => from === state);
  if (direct.length > 0 || operations.length === 0) return direct;
  // The state changed unseen before the operation: only an unambiguous way counts.
  const ways = lifecycle
    .eventsIn(state)
    .flatMap((event) =>
      last.filter(({ from }) => from === event.to).map((step) => [event, step]),
    );
  return ways.length === 1 ? ways[0]! : [];
}

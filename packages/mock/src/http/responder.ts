/** What applies to every request: hosts and origins that can call the mock, CORS, errors, and the log. */
import { decode, delay } from '../body.ts';
import { exampleOf, keyHeader } from '../contract.ts';
import type { Control } from '../control.ts';
import type { KeyReader } from '../keys.ts';
import { exchangeOf } from '../log.ts';
import type { MockOptions } from '../options.ts';
import { errorBody, json, plainText, Rejection, ServiceFailure } from '../response.ts';
import type { Edition } from '../editions/editions.ts';
import { digest } from '../state/ids.ts';
import type { Clock } from '../state/store.ts';
import type { Call, MockResponse, Pipeline, Responder } from '../types.ts';
import { validatedResponse } from '../validate.ts';
import { accessProblem, corsHeaders, isLocalOrigin, preflightHeaders } from './access.ts';

/** What a responder works with. */
export interface ResponderParts {
  /** Of the ids of requests. */
  readonly seed: string;
  readonly pipeline: Pipeline;
  readonly options: MockOptions;
  readonly edition: Edition;
  readonly clock: Clock;
  readonly keyOf: KeyReader;
  readonly control: Control | undefined;
}

/** Creates a responder that passes requests to a pipeline, except for those to the control surface. */
export function createResponder(parts: ResponderParts): Responder {
  const { pipeline, options, seed, clock, keyOf, control } = parts;
  const { latencyInMs = 0, defaultKey, onExchange, proxy } = options;
  const identify = createRequestIds(seed);
  return async (sent) => {
    const problem = accessProblem(sent, options);
    const controlled = control && problem === undefined && (await control.respond(sent));
    if (controlled)
      return { ...controlled, headers: withRequestId(controlled.headers, identify()) };

    const { origin } = sent.headers;
    const isForeign = origin !== undefined && isUnknownOrigin(parts, origin);
    const start = performance.now();
    let request = sent;
    if (defaultKey !== undefined && !keyOf(sent)) {
      request = { ...sent, headers: { ...sent.headers, [keyHeader]: defaultKey } };
    }
    let body: readonly Uint8Array[] = [];
    if (control) {
      request = { ...request, read: async (limit) => (body = await sent.read(limit)) };
    }
    const call: Call = { request, violations: [] };
    if (latencyInMs > 0) await delay(latencyInMs, sent.signal);
    let inner: MockResponse;
    let isForwarded = false;
    try {
      if (problem !== undefined) throw new Rejection(403, problem);
      const preflight = preflightHeaders(sent);
      inner = preflight ? preflightResponse(parts, preflight, isForeign) : await pipeline(call);
      isForwarded = proxy !== undefined && !preflight;
    } catch (error) {
      inner = errorResponse(call, error as Error);
    }
    const carried = isForwarded
      ? inner.headers
      : withRequestId(inner.headers, identify(call.account));
    // A page whose origin is not allowed cannot read the response.
    const allowedOrigin = problem === undefined && !isForeign ? origin : undefined;
    const headers = {
      ...carried,
      ...corsHeaders(allowedOrigin, Object.keys(carried)),
      ...(clock.kind !== 'real' && {
        Date: new Date(call.account?.now ?? clock.now(0)).toUTCString(),
      }),
    };
    const response = { ...inner, headers };
    if (onExchange || control) {
      const exchange = exchangeOf(call, response, performance.now() - start);
      control?.record(request, decode(body), response, exchange);
      onExchange?.(exchange);
    }
    return response;
  };
}

/** Returns a function that identifies requests: of one key by how many it has sent, others by their order. */
function createRequestIds(seed: string) {
  const prefixes = new WeakMap<object, string>();
  const others = { seed };
  let count = 0;
  return (account?: Call['account']): string => {
    const origin = account ?? others;
    const prefix = prefixes.get(origin) ?? digest(`request ${origin.seed}`).slice(0, 16);
    prefixes.set(origin, prefix);
    if (!account) count += 1;
    return `${prefix}-${account?.requests ?? count}`;
  };
}

/** Returns headers with the id of a request, unless they have one. */
function withRequestId(headers: MockResponse['headers'], id: string): MockResponse['headers'] {
  const hasId = Object.keys(headers).some((name) => name.toLowerCase() === 'x-request-id');
  return hasId ? headers : { ...headers, 'X-Request-Id': id };
}

/** Whether an edition refuses an origin, which no option allows. */
function isUnknownOrigin({ edition, options }: ResponderParts, origin: string): boolean {
  if (edition.allowsEveryOrigin || isLocalOrigin(origin)) return false;
  return !options.allowOrigins?.includes(origin);
}

function preflightResponse(
  { edition }: ResponderParts,
  headers: Record<string, string>,
  isForeign: boolean,
): MockResponse {
  if (isForeign) return plainText(400, 'Disallowed CORS origin');
  if (edition.explains) return { status: 204, headers, body: '' };
  const response = plainText(200, 'OK');
  return { ...response, headers: { ...response.headers, ...headers } };
}

function errorResponse(call: Call, error: Error | Rejection): MockResponse {
  const { operation, request } = call;
  const own = (reason: string) => errorBody(request.path, reason);
  if (error instanceof ServiceFailure) {
    call.reason = error.message;
    return plainText(500, 'Internal Server Error');
  }
  if (!(error instanceof Rejection)) return json(500, own(`The mock failed: ${error.message}`));
  const { status, message, headers } = error;
  // The service says less than the mock knows.
  if (status === 400 || status === 422) call.reason = message;
  const example = operation && exampleOf(operation.id, status);
  const body = error.body ?? example ?? own(message);
  // A status that the contract does not declare, such as 413, is a matter of HTTP alone.
  if (!operation?.statuses.includes(status)) return json(status, body, headers);
  return validatedResponse(call, { status, headers, body });
}

/** What applies to every request: hosts and origins that can call the mock, CORS, errors, and the log. */
import { exampleOf, keyHeader } from './contract.ts';
import type { Control } from './control.ts';
import { type Call, exchangeOf } from './log.ts';
import type { MockOptions } from './options.ts';
import { decode, delay, type MockRequest } from './request.ts';
import { errorBody, json, type MockResponse, Rejection } from './response.ts';
import type { Clock } from './state/store.ts';
import { validatedResponse } from './validate.ts';

/** Responds to a request, whichever way it arrived. */
export type Responder = (request: MockRequest) => Promise<MockResponse>;

/**
 * Makes the response: the pipeline of the mock, the proxy or plain Prism. It adds to the call what it finds out, and
 * throws a {@link Rejection} for an error response.
 */
export type Pipeline = (call: Call) => Promise<MockResponse>;

/** Creates a responder that passes requests to a pipeline, except for those to the control surface. */
export function createResponder(
  pipeline: Pipeline,
  options: MockOptions,
  clock: Clock,
  control: Control | undefined,
): Responder {
  const { latencyInMs = 0, defaultKey, onExchange } = options;
  return async (sent) => {
    const problem = accessProblem(sent, options);
    const controlled = control && problem === undefined && (await control.respond(sent));
    if (controlled) return controlled;

    const start = performance.now();
    let request = sent;
    if (defaultKey !== undefined && !sent.headers[keyHeader]) {
      request = { ...sent, headers: { ...sent.headers, [keyHeader]: defaultKey } };
    }
    let body: readonly Uint8Array[] = [];
    if (control) {
      request = { ...request, read: async (limit) => (body = await sent.read(limit)) };
    }
    const call: Call = { request, violations: [] };
    if (latencyInMs > 0) await delay(latencyInMs, sent.signal);
    let inner: MockResponse;
    try {
      if (problem !== undefined) throw new Rejection(403, problem);
      inner = preflight(sent) ?? (await pipeline(call));
    } catch (error) {
      inner = errorResponse(call, error as Error);
    }
    const headers = {
      ...inner.headers,
      // A page whose origin is not allowed cannot read the response.
      ...corsHeaders(problem === undefined ? sent.headers['origin'] : undefined),
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

function errorResponse(call: Call, error: Error | Rejection): MockResponse {
  const { operation, request } = call;
  const own = (reason: string) => errorBody(request.path, reason);
  if (!(error instanceof Rejection)) return json(500, own(`The mock failed: ${error.message}`));
  const { status, message, headers } = error;
  const example = operation && exampleOf(operation.id, status);
  const body = error.body ?? example ?? own(message);
  // A status that the contract does not declare, such as 406, is a matter of HTTP alone.
  if (!operation?.statuses.includes(status)) return json(status, body, headers);
  return validatedResponse(call, { status, headers, body });
}

/** This machine, wherever its names are looked up, with any port. */
const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d*)?$/i;

/**
 * Returns why a request is rejected because of where it comes from; undefined if it is not. A web page can reach the mock
 * under a name of its own, whose address it changes to 127.0.0.1 (DNS rebinding); the header `Host` shows that.
 */
function accessProblem(
  { host = 'localhost', headers: { origin } }: MockRequest,
  { allowHosts = [], allowOrigins, proxy }: MockOptions,
): string | undefined {
  const isName = (it: string) => it.toLowerCase() === host.toLowerCase().replace(/:\d*$/, '');
  if (!loopback.test(host) && !allowHosts.some(isName)) {
    return 'The mock cannot be called under this host name; allow it with --allow-host';
  }
  // A page that can read what a service returns can read the keys of its sandboxes.
  const origins = allowOrigins ?? (proxy === undefined ? undefined : []);
  if (origins === undefined || origin === undefined || origins.includes(origin)) return undefined;
  const [, authority = ''] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
  if (loopback.test(authority)) return undefined;
  return 'Pages of this origin cannot call the mock; allow it with --allow-origin';
}

/**
 * Returns the headers that let a page of another origin read a response, with credentials. They differ by the origin,
 * and `Vary` says so to caches.
 */
function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Allow, Preference-Applied, Retry-After',
  };
}

/**
 * Returns the response to a CORS preflight; undefined for any other request. It allows whatever is asked for, also what
 * will be rejected: the page can then read the reason, such as a 404 or a 405.
 */
function preflight({ method, headers }: MockRequest): MockResponse | undefined {
  const requested = (name: string) => headers[`access-control-request-${name}`];
  const asked = requested('method');
  if (method !== 'OPTIONS' || headers['origin'] === undefined || !asked) return undefined;
  const names = requested('headers');
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': asked,
      ...(names !== undefined && { 'Access-Control-Allow-Headers': names }),
      // A page of the public network asks for permission to call this machine.
      ...(requested('private-network') && { 'Access-Control-Allow-Private-Network': 'true' }),
      'Access-Control-Max-Age': '600',
    },
    body: '',
  };
}

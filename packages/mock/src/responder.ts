/** What applies to every request: hosts and origins that can call the mock, CORS, the control surface, and the log. */
import { keyHeader } from './contract.ts';
import type { Journal } from './journal.ts';
import { type Exchange, redactQuery } from './log.ts';
import {
  delay,
  type MockRequest,
  type MockResponse,
  type Pipeline,
  type Trace,
} from './message.ts';
import type { MockOptions } from './options.ts';
import { errorBody, json } from './response.ts';
import type { Clock } from './state/store.ts';

/** Responds to a request. */
export type Responder = (request: MockRequest) => Promise<MockResponse>;

/**
 * Creates a responder that passes requests to a pipeline.
 *
 * @param control the control surface; it returns undefined for requests to other paths
 * @param journal records each request that is not for the control surface
 */
export function createResponder(
  pipeline: Pipeline,
  options: MockOptions,
  clock: Clock,
  control: ((request: MockRequest) => Promise<MockResponse | undefined>) | undefined,
  journal: Journal | undefined,
): Responder {
  const { latencyInMs = 0, defaultKey, allowHosts = [], proxy, onExchange } = options;
  // A page that can read what a service returns can read the keys of its sandboxes.
  const { allowOrigins = proxy === undefined ? undefined : [] } = options;
  const accessProblem = createAccessCheck(allowHosts, allowOrigins);
  return async (sent) => {
    const problem = accessProblem(sent);
    if (control && problem === undefined) {
      const controlled = await control(sent);
      if (controlled) return controlled;
    }

    const start = performance.now();
    const trace: Trace = {
      operation: undefined,
      account: undefined,
      findings: [],
      fault: undefined,
    };
    let body: Uint8Array = new Uint8Array();
    let request =
      defaultKey === undefined || sent.header(keyHeader) ? sent : withKey(sent, defaultKey);
    if (journal) {
      const { read } = request;
      request = { ...request, read: async (limit) => (body = await read(limit)) };
    }
    if (latencyInMs > 0) await delay(latencyInMs, sent.signal);
    const inner =
      problem === undefined
        ? (preflight(sent) ?? (await respond(pipeline, request, trace)))
        : json(403, errorBody(sent.path, problem));
    // A page whose origin is not allowed cannot read the response.
    const cors = corsHeaders(problem === undefined ? sent.header('origin') : undefined);
    const headers = { ...inner.headers, ...cors };
    if (clock.kind !== 'real') {
      headers['Date'] = new Date(trace.account?.now ?? clock.now(0)).toUTCString();
    }
    const response = { ...inner, headers };
    if (onExchange || journal) {
      const exchange = exchangeOf(sent, response, trace, performance.now() - start);
      journal?.record(request, new TextDecoder().decode(body), response, exchange);
      onExchange?.(exchange);
    }
    return response;
  };
}

function withKey(request: MockRequest, key: string): MockRequest {
  return {
    ...request,
    header: (name) => (name === keyHeader ? key : request.header(name)),
    headers: () => [...request.headers(), [keyHeader, key]],
  };
}

/** Responds with 500 to an error of the mock itself. */
async function respond(
  pipeline: Pipeline,
  request: MockRequest,
  trace: Trace,
): Promise<MockResponse> {
  try {
    return await pipeline(request, trace);
  } catch (error) {
    const { message } = error as Error;
    return json(500, errorBody(request.path, `The mock failed: ${message}`));
  }
}

function exchangeOf(
  { method, path, query }: MockRequest,
  response: MockResponse,
  { operation, findings, fault }: Trace,
  duration: number,
): Exchange {
  const { status } = response;
  return {
    time: new Date().toISOString(),
    method,
    path,
    query: redactQuery(query),
    operation,
    status,
    duration,
    reason: status >= 400 ? reasonOf(response, findings.length > 0) : undefined,
    findings,
    fault,
  };
}

/** How long the reason of an error response is in the log, in characters. */
const reasonLimit = 200;

/** Returns what an error response says. The violations of a 422 are reported as findings. */
function reasonOf({ status, body }: MockResponse, hasFindings: boolean): string | undefined {
  if (status === 422 && hasFindings) return undefined;
  try {
    const value = JSON.parse(body) as unknown;
    const { detail, error, message } = Object(value) as Readonly<Record<string, unknown>>;
    const [first] = Array.isArray(detail) ? (detail as readonly unknown[]) : [];
    const text = [value, detail, error, message, (Object(first) as { msg?: unknown }).msg].find(
      (it) => typeof it === 'string',
    );
    return text?.slice(0, reasonLimit);
  } catch {
    return undefined;
  }
}

/** Names of this machine, wherever they are looked up. */
const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Creates the check of where a request comes from. A web page can reach the mock under a name of its own, whose address
 * it changes to 127.0.0.1 (DNS rebinding); the header `Host` shows that.
 *
 * @param hosts names under which the mock can be called, in addition to those of this machine
 * @param origins origins whose pages can call it, in addition to those of this machine; undefined for every origin
 * @returns a function that returns why a request is rejected, or undefined
 */
function createAccessCheck(
  hosts: readonly string[],
  origins: readonly string[] | undefined,
): (request: MockRequest) => string | undefined {
  const names = new Set(hosts.map((host) => host.toLowerCase()));
  const nameOf = (authority: string) => authority.toLowerCase().replace(/:\d*$/, '');
  const isAllowed = (host: string) => loopback.test(nameOf(host)) || names.has(nameOf(host));
  // Most requests have the same host as the one before.
  let known: string | undefined;
  return (request) => {
    const { host } = request;
    if (host !== known) {
      if (host !== undefined && !isAllowed(host)) {
        return 'The mock cannot be called under this host name; allow it with --allow-host';
      }
      known = host;
    }
    const origin = origins && request.header('origin');
    if (origin === undefined || origins?.includes(origin)) return undefined;
    const [, authority] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
    if (authority !== undefined && loopback.test(nameOf(authority))) return undefined;
    return 'Pages of this origin cannot call the mock; allow it with --allow-origin';
  };
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
function preflight({ method, header }: MockRequest): MockResponse | undefined {
  if (method !== 'OPTIONS' || header('origin') === undefined) return undefined;
  const asked = header('access-control-request-method');
  if (asked === undefined) return undefined;
  const headers = header('access-control-request-headers');
  const isPrivate = header('access-control-request-private-network') !== undefined;
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': asked,
      ...(headers === undefined ? {} : { 'Access-Control-Allow-Headers': headers }),
      // A page of the public network asks for permission to call this machine.
      ...(isPrivate ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
      'Access-Control-Max-Age': '600',
    },
    body: '',
  };
}

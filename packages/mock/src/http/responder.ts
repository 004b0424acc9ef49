/** What applies to every request: hosts and origins that can call the mock, CORS, errors, and the log. */
import { normalizedPath } from '@agent-conversation/contract';
import { decode, delay } from '../body.ts';
import { exampleOf, keyHeader } from '../contract.ts';
import type { Control } from '../control.ts';
import type { KeyReader } from '../keys.ts';
import { exchangeOf } from '../log.ts';
import type { MockOptions } from '../options.ts';
import {
  errorBody,
  json,
  plainText,
  Rejection,
  ServiceFailure,
} from '../response.ts';
import type { Edition } from '../editions/editions.ts';
import { digest } from '../state/ids.ts';
import type { Clock } from '../state/store.ts';
import type {
  Call,
  ForwardedResponse,
  HeaderPair,
  MockRequest,
  MockResponse,
  Pipeline,
  Responder,
} from '../types.ts';
import { note, validatedResponse } from '../validate.ts';
import { elementsOf, isNamed } from './header-pairs.ts';
import {
  accessProblem,
  corsHeaders,
  isLocalOrigin,
  preflightHeaders,
} from './access.ts';

/** What a responder works with. */
export interface ResponderParts {
  readonly identify: RequestIds;
  readonly pipeline: Pipeline;
  readonly options: MockOptions;
  readonly edition: Edition;
  readonly clock: Clock;
  readonly keyOf: KeyReader;
  readonly control: Control | undefined;
}

/** Creates a responder that passes requests to a pipeline, except for those to the control surface. */
export function createResponder(parts: ResponderParts): Responder {
  const { options, identify, keyOf, control } = parts;
  const { defaultKey, onExchange } = options;
  return async (incoming) => {
    const sent = withNormalizedPath(incoming);
    const access = accessOf(parts, sent);
    const isAllowed =
      access.problem === undefined && sent.problem === undefined;
    const controlled = control && isAllowed && (await control.respond(sent));
    if (controlled) {
      return {
        ...controlled,
        headers: withRequestId(controlled.headers, identify()),
      };
    }

    const start = performance.now();
    const isKeyless = defaultKey !== undefined && !keyOf(sent);
    let request = isKeyless ? withKey(sent, defaultKey) : sent;
    let body: readonly Uint8Array[] = [];
    if (control) {
      request = {
        ...request,
        read: async (limit) => (body = await sent.read(limit)),
      };
    }
    const call: Call = { request, violations: [] };
    const inner = await respondTo(parts, call, access);
    const log: Log = (sentBody, received) => {
      const exchange = exchangeOf(call, received, performance.now() - start);
      control?.record(request, sentBody, received, exchange);
      onExchange?.(exchange);
    };
    const { forwarded } = inner;
    if (forwarded) {
      void logWhenEnded(call, inner.status, forwarded, log);
      return forwardedResponse(inner, forwarded, access);
    }
    const response = {
      ...inner,
      headers: headersOf(parts, call, inner, access),
    };
    if (onExchange || control) {
      // The response to HEAD has the headers of a body that is not sent (RFC 9110, section 9.3.2).
      const received =
        request.method === 'HEAD' ? { ...response, body: '' } : response;
      log(decode(body), received);
    }
    return response;
  };
}

/** Logs an exchange, with the body of its request. */
type Log = (sentBody: string, received: MockResponse) => void;

/** Where a request comes from. */
interface Access {
  /** The origin of the page that sends it; undefined if no page does. */
  readonly origin: string | undefined;
  /** Why it is rejected because of where it comes from. */
  readonly problem: string | undefined;
  /** Whether the edition does not know the origin. */
  readonly isForeign: boolean;
  /** The origin whose pages can read the response. */
  readonly reader: string | undefined;
}

function accessOf(parts: ResponderParts, request: MockRequest): Access {
  const { origin } = request.headers;
  const problem = accessProblem(request, parts.options);
  const isForeign = origin !== undefined && isUnknownOrigin(parts, origin);
  const isReadable = problem === undefined && !isForeign;
  return {
    origin,
    problem,
    isForeign,
    reader: isReadable ? origin : undefined,
  };
}

/** Returns the response of the pipeline, or of what precedes it, after the latency. */
async function respondTo(
  parts: ResponderParts,
  call: Call,
  access: Access,
): Promise<MockResponse> {
  const { pipeline, options } = parts;
  const { request } = call;
  const { latencyInMs = 0 } = options;
  if (latencyInMs > 0) await delay(latencyInMs, request.signal);
  try {
    if (request.problem !== undefined)
      throw new Rejection(400, request.problem);
    if (access.problem !== undefined) throw new Rejection(403, access.problem);
    const preflight = preflightHeaders(request);
    if (preflight) return preflightResponse(parts, preflight, access.isForeign);
    return await pipeline(call);
  } catch (error) {
    return errorResponse(call, error as Error);
  }
}

/** Returns the response of a service, with the CORS headers of the mock for a page. */
function forwardedResponse(
  response: MockResponse,
  forwarded: ForwardedResponse,
  { origin, reader }: Access,
): MockResponse {
  if (origin === undefined) return response;
  const headers = headersForPage(forwarded, reader);
  return { ...response, forwarded: { ...forwarded, headers } };
}

/** Returns the headers of a response of the mock's own. */
function headersOf(
  { clock, identify }: ResponderParts,
  { account }: Call,
  { headers }: MockResponse,
  { reader }: Access,
): MockResponse['headers'] {
  const carried = withRequestId(headers, identify(account));
  const all = { ...carried, ...corsHeaders(reader, Object.keys(carried)) };
  if (clock.kind === 'real') return all;
  const time = account?.now ?? clock.now(0);
  return { ...all, Date: new Date(time).toUTCString() };
}

/** Returns the id of a request, of the account that sent it if it has one. */
export type RequestIds = (account?: Call['account']) => string;

/**
 * Returns a function that identifies requests. With a seed, the ids are the same each time: those of a key follow from
 * how many requests it has sent, others from their order. Without one, no id is used twice, whatever is reset.
 */
export function createRequestIds(seed?: string): RequestIds {
  const common = prefixOf(seed ?? crypto.randomUUID());
  let count = 0;
  const nextInOrder = (): string => {
    count += 1;
    return `${common}-${count}`;
  };
  if (seed === undefined) return nextInOrder;
  const prefixes = new WeakMap<object, string>();
  return (account) => {
    if (!account) return nextInOrder();
    const prefix = prefixes.get(account) ?? prefixOf(account.seed);
    prefixes.set(account, prefix);
    return `${prefix}-${account.requests}`;
  };
}

function prefixOf(seed: string): string {
  return digest(`request ${seed}`).slice(0, 16);
}

/** Returns headers with the id of a request, unless they have one. */
function withRequestId(
  headers: MockResponse['headers'],
  id: string,
): MockResponse['headers'] {
  const hasId = Object.keys(headers).some(
    (name) => name.toLowerCase() === 'x-request-id',
  );
  return hasId ? headers : { ...headers, 'X-Request-Id': id };
}

/** Returns a request with the path as the contract writes it: a client can encode more of it than it must. */
function withNormalizedPath(request: MockRequest): MockRequest {
  if (!request.path.includes('%')) return request;
  return { ...request, path: normalizedPath(request.path) };
}

/** Returns a request with an API key. */
function withKey(request: MockRequest, key: string): MockRequest {
  const { headers, raw } = request;
  const keyed = { ...request, headers: { ...headers, [keyHeader]: key } };
  if (!raw) return keyed;
  const others = raw.headers.filter((pair) => !isNamed(pair, keyHeader));
  return { ...keyed, raw: { ...raw, headers: [...others, [keyHeader, key]] } };
}

/** Logs an exchange with a service after its last byte. Nobody waits for it, so that it never fails. */
async function logWhenEnded(
  call: Call,
  status: number,
  { ended }: ForwardedResponse,
  log: Log,
): Promise<void> {
  let sentBody = '';
  let received: MockResponse = { status, headers: {}, body: '' };
  try {
    const { request, response } = await ended;
    const headers = new Headers(response.headers as [string, string][]);
    sentBody = request.body ?? unread;
    received = {
      status,
      headers: Object.fromEntries(headers),
      body: response.body ?? unread,
    };
  } catch (error) {
    note(call, `The mock failed: ${(error as Error).message}`);
  }
  try {
    log(sentBody, received);
  } catch {
    // A function among the options can throw. The response was sent before.
  }
}

/** Stands for a body that was not read, such as a very long one. */
const unread = '[not read]';

/** Returns the headers of a service's response for a page, which can read all of them if its origin is allowed. */
function headersForPage(
  { headers }: ForwardedResponse,
  origin: string | undefined,
): readonly HeaderPair[] {
  const kept = headers.filter(([name]) => !/^access-control-/i.test(name));
  const names = kept.map(([name]) => name);
  const { Vary: vary, ...shared } = corsHeaders(origin, names);
  const added: Record<string, string> = shared;
  if (
    !elementsOf(kept, 'vary').some((name) => name === '*' || name === 'origin')
  ) {
    added['Vary'] = vary!;
  }
  return [...kept, ...Object.entries(added)];
}

/** Whether an edition rejects an origin, which no option allows. */
function isUnknownOrigin(
  { edition, options }: ResponderParts,
  origin: string,
): boolean {
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
  const bodyWith = (reason: string) => errorBody(request.path, reason);
  if (error instanceof ServiceFailure) {
    call.reason = error.message;
    return plainText(500, 'Internal Server Error');
  }
  if (!(error instanceof Rejection))
    return json(500, bodyWith(`The mock failed: ${error.message}`));
  const { status, message, headers } = error;
  // The service says less than the mock knows.
  if (status === 400 || status === 422) call.reason = message;
  const example = operation && exampleOf(operation.id, status);
  const body = error.body ?? example ?? bodyWith(message);
  // A status that the contract does not declare, such as 413, is a matter of HTTP alone.
  if (!operation?.statuses.includes(status)) return json(status, body, headers);
  return validatedResponse(call, { status, headers, body });
}

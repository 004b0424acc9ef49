/** The steps from a request to its response. */
import { nearest } from '@agent-conversation/cli/names';
import { isPercentEncoded } from '@agent-conversation/contract';
import Negotiator from 'negotiator';
import {
  keyHeader,
  operationsById,
  operationsWithBody,
  route,
  routes,
  successOf,
} from './contract.ts';
import { applyFault, type Faults } from './faults.ts';
import { editionChecks } from './handlers/editions.ts';
import { exampleFor, type Handlers } from './handlers/index.ts';
import { type CheckedOptions, unauthorizedBodies } from './options.ts';
import { preferencesIn, respondWithPrism } from './prism.ts';
import { type MockRequest, readBody } from './request.ts';
import type { Pipeline } from './responder.ts';
import { json, type MockResponse, Rejection } from './response.ts';
import type { Account, Accounts } from './state/store.ts';
import { invalidRequest, report, validatedResponse, validateRequest } from './validate.ts';

/**
 * Creates the pipeline of the mock. The first of these steps that rejects a request makes the response: path (400, 404),
 * method (405), key (401), rate limit (429), `Accept` (406), body (413, 415, 422), parameters and body as the contract
 * declares them (422). Then a fault applies, or the handler responds, or Prism returns an example; an operation without
 * a handler responds with its first one. The response is validated before it is sent.
 *
 * @param save saves the state, before the response shows it; undefined if it is not kept
 */
export function createPipeline(
  options: CheckedOptions,
  accounts: Accounts,
  faults: Faults,
  handlers: Handlers,
  save: (() => Promise<void>) | undefined,
): Pipeline {
  const { rateLimit = Infinity, strict = false, stateless, clock } = options;
  const unauthorizedBody = unauthorizedBodies[options.unauthorizedBody ?? 'detail'];

  return async (call) => {
    const { request } = call;
    const { method, headers } = request;
    const found = route(request.path);
    if (!found) return unknownPath(request);
    const operation = found.operations.get(method);
    if (!operation) return otherMethod(method, [...found.operations.keys(), 'OPTIONS']);
    call.operation = operation;
    const { id } = operation;
    const key = headers[keyHeader];
    if (!key) throw new Rejection(401, 'Invalid or missing API key', challenge, unauthorizedBody);
    const account = accounts.of(key);
    call.account = account;
    if (!account.admits(rateLimit)) throw new Rejection(429, 'Too many requests', retryAfter);
    if (!acceptsJson(headers['accept'])) {
      throw new Rejection(406, 'There is no other form than application/json');
    }
    const path = found.parameters;
    const body = operationsWithBody.has(id) ? await readBody(request) : undefined;
    const query = request.query === '' ? noQuery : new URLSearchParams(request.query);
    const parts = { path, query, body };
    const { request: valid, violations } = validateRequest(operation, parts, strict);
    const wrong = valid ? (editionChecks[id]?.(account.shared.edition, valid) ?? []) : violations;
    if (!valid || wrong.length > 0) throw invalidRequest(call, wrong, body);
    report(call, 'request', violations);

    const respond = async () => {
      const prefer = headers['prefer'];
      const preferences = prefer === undefined ? undefined : preferencesIn(prefer);
      if (preferences || stateless) {
        return respondWithPrism(call, preferences ?? {}, `${account.userId} ${account.requests}`);
      }
      const handler = handlers[id] as AnyHandler | undefined;
      try {
        const success = handler ? handler(account, valid) : exampleFor(id, path);
        return validatedResponse(call, { status: successOf(id), body: success });
      } finally {
        if (save && ((handler && operation.method !== 'GET') || clock === 'requests')) await save();
      }
    };
    const fault = faults.waiting.size > 0 && faults.next({ operation: id, key, ...valid });
    return fault ? applyFault(fault, call, unauthorizedBody, respond) : respond();
  };
}

type AnyHandler = (account: Account, request: unknown) => unknown;

const retryAfter = { 'Retry-After': '1' };
// A 401 names a way to authenticate (RFC 9110, section 15.5.2).
const challenge = { 'WWW-Authenticate': 'ApiKey realm="Agent Conversation Service"' };
const noQuery = new URLSearchParams();

function otherMethod(method: string, methods: readonly string[]): MockResponse {
  const headers = { Allow: methods.join(', ') };
  if (method === 'OPTIONS') return { status: 204, headers, body: '' };
  throw new Rejection(405, `${method} is not a method of this path, but ${headers.Allow}`, headers);
}

function unknownPath({ method, path }: MockRequest): MockResponse {
  if (path === '/' && (method === 'GET' || method === 'HEAD')) return json(200, { routes });
  if (!isPercentEncoded(path)) throw new Rejection(400, 'The path is not percent-encoded UTF-8');
  const segments = path.split('/', 20);
  const fill = (part: string, at: number) => (part.startsWith('{') && segments[at]) || part;
  const known = Object.values(operationsById).map((it) => it.path.split('/').map(fill).join('/'));
  const meant = nearest(path, known);
  const hint = meant === undefined ? '; GET / lists the paths' : `; did you mean ${meant}?`;
  throw new Rejection(404, `The contract has no such path${hint}`);
}

/** Whether a client accepts JSON (RFC 9110, section 12.5.1). One that does not say accepts anything. */
function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === 'application/json') return true;
  // Some ask for it with a charset, which changes nothing (RFC 8259, section 11).
  const forms = ['application/json', 'application/json;charset=utf-8'];
  return new Negotiator({ headers: { accept } }).mediaType(forms) !== undefined;
}

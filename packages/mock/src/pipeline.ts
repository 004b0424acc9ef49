/** The steps from a request to its response. */
import { isPercentEncoded } from '@agent-conversation/contract';
import Negotiator from 'negotiator';
import { keyHeader, type Operation, operationsWithBody, routes } from './contract.ts';
import { applyFault, type Fault, type Faults } from './faults.ts';
import type { Context } from './handlers/context.ts';
import { editionChecks } from './handlers/editions.ts';
import { exampleReply, type Handlers } from './handlers/index.ts';
import type { Call } from './log.ts';
import { clockOf, type MockOptions, unauthorizedBodies } from './options.ts';
import { preferencesIn, respondWithPrism } from './prism.ts';
import { type MockRequest, readBody } from './request.ts';
import type { Pipeline } from './responder.ts';
import { json, type MockResponse, Rejection, type Reply } from './response.ts';
import { nearestPath, route } from './router.ts';
import type { Accounts } from './state/store.ts';
import { invalidRequest, report, validatedResponse, validateRequest } from './validate.ts';

export interface PipelineContext {
  readonly accounts: Accounts;
  readonly faults: Faults;
  /** What handlers need in addition to the state of the key. */
  readonly shared: Omit<Context, 'account'>;
  readonly handlers: Handlers;
  readonly options: MockOptions;
  /** Saves the state, before the response shows it; undefined if it is not kept. */
  readonly save: (() => Promise<void>) | undefined;
}

/**
 * Creates the pipeline of the mock. The first of these steps that rejects a request makes the response: path (400, 404),
 * method (405), key (401), rate limit (429), `Accept` (406), body (413, 415, 422), parameters and body as the contract
 * declares them (422). Then a fault applies, or the handler responds, or Prism returns an example; an operation without
 * a handler responds with its first one. The response is validated before it is sent.
 */
export function createPipeline(context: PipelineContext): Pipeline {
  return async (call) => {
    const { method, path } = call.request;
    const found = route(path);
    if (!found) return unknownPath(call.request);
    const operation = found.operations.get(method);
    if (operation) {
      call.operation = operation;
      return callOperation(call, operation, found.parameters, context);
    }
    const allow = [...found.operations.keys(), 'OPTIONS'].join(', ');
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: '' };
    const reason = `${method} is not a method of this path, but ${allow}`;
    throw new Rejection(405, reason, { Allow: allow });
  };
}

async function callOperation(
  call: Call,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  { accounts, faults, handlers, shared, options, save }: PipelineContext,
): Promise<MockResponse> {
  const { request } = call;
  const key = request.headers[keyHeader];
  const unauthorizedBody = unauthorizedBodies[options.unauthorizedBody ?? 'detail'];
  if (!key) throw new Rejection(401, 'Invalid or missing API key', challenge, unauthorizedBody);
  const account = accounts.of(key);
  call.account = account;
  account.requests += 1;
  if (!account.admits(options.rateLimit ?? Infinity)) {
    throw new Rejection(429, 'Too many requests', retryAfter);
  }
  if (!acceptsJson(request.headers['accept'])) {
    throw new Rejection(406, 'There is no other form than application/json');
  }
  const body = operationsWithBody.has(operation.id) ? await readBody(request) : undefined;
  const query = request.query === '' ? noQuery : new URLSearchParams(request.query);
  const parts = { path, query, body };
  const { request: valid, violations } = validateRequest(operation, parts, options.strict === true);
  const wrong = valid ? (editionChecks[operation.id]?.(shared.edition, valid) ?? []) : violations;
  if (!valid || wrong.length > 0) throw invalidRequest(call, wrong, body);
  report(call, 'request', violations);

  let fault: Fault | undefined;
  if (faults.waiting.size > 0) {
    const faulty = { operation: operation.id, key, path, body: valid.body };
    fault = faults.next({ ...faulty, query: { ...valid.query } });
  }
  return fault ? applyFault(fault, call, unauthorizedBody, respond) : respond();

  async function respond(): Promise<MockResponse> {
    const prefer = request.headers['prefer'];
    const preferences = prefer === undefined ? undefined : preferencesIn(prefer);
    if (preferences || options.stateless) {
      return respondWithPrism(call, preferences ?? {}, `${account.userId} ${account.requests}`);
    }
    const handler = handlers[operation.id] as
      ((context: Context, request: unknown) => Reply) | undefined;
    const reply = handler
      ? handler({ account, ...shared }, valid)
      : exampleReply(operation.id, path);
    const isChanged = handler !== undefined && operation.method !== 'GET';
    if (save && (isChanged || clockOf(options) === 'requests')) await save();
    return validatedResponse(call, reply);
  }
}

const retryAfter = { 'Retry-After': '1' };
// A 401 names a way to authenticate (RFC 9110, section 15.5.2).
const challenge = { 'WWW-Authenticate': 'ApiKey realm="Agent Conversation Service"' };
const noQuery = new URLSearchParams();

function unknownPath({ method, path }: MockRequest): MockResponse {
  if (path === '/' && (method === 'GET' || method === 'HEAD')) return json(200, { routes });
  if (!isPercentEncoded(path)) throw new Rejection(400, 'The path is not percent-encoded UTF-8');
  const meant = nearestPath(path);
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

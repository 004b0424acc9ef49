/** The steps from a request to its response. */
import { isPercentEncoded } from '@agent-conversation/contract';
import type { Violation } from '@agent-conversation/validators';
import Negotiator from 'negotiator';
import { readBody } from './body.ts';
import { keyHeader, type Operation, operationsWithBody, routes } from './contract.ts';
import { breakResponse, type Fault, faultName, faultResponse, type Faults } from './faults.ts';
import type { Context } from './handlers/context.ts';
import { editionChecks } from './handlers/editions.ts';
import { exampleReply, type Handlers } from './handlers/index.ts';
import {
  delay,
  type MockRequest,
  type MockResponse,
  type Pipeline,
  type Trace,
} from './message.ts';
import { type Preference, prismMissing, readPreference, replyFromPrism } from './prism.ts';
import {
  errorBody,
  json,
  type Rejection,
  rejectionBody,
  rejectPath,
  type Reply,
  violationsBody,
} from './response.ts';
import { type MockOptions, unauthorizedBodies } from './options.ts';
import { nearestPath, type Route, route } from './router.ts';
import type { Account, Accounts } from './state/store.ts';
import { validateRequest } from './validate.ts';

export interface PipelineContext {
  readonly accounts: Accounts;
  readonly faults: Faults;
  /** What handlers need in addition to the state of the key. */
  readonly shared: Omit<Context, 'account'>;
  readonly handlers: Handlers;
  readonly options: Pick<MockOptions, 'stateless' | 'strict' | 'rateLimit' | 'unauthorizedBody'>;
  /**
   * Saves the state, before the response shows it; undefined if it is not kept.
   *
   * @param changed whether anything but the clock may have changed
   */
  readonly save: ((changed: boolean) => Promise<void>) | undefined;
}

/** A request that names an operation, as far as it has come. */
interface Call {
  readonly operation: Operation;
  readonly request: MockRequest;
  readonly parameters: Route['parameters'];
  readonly trace: Trace;
}

/**
 * Creates the pipeline of the mock. The first of these steps that rejects a request makes the response: path (400, 404),
 * method (405), key (401), rate limit (429), `Accept` (406), body (413, 415, 422), parameters and body as the contract
 * declares them (422). Then a fault applies, or the handler responds, or Prism returns an example; an operation without
 * a handler responds with its first one. The response is validated before it is sent.
 */
export function createPipeline(context: PipelineContext): Pipeline {
  return async (request, trace) => {
    const { method, path } = request;
    if (!isPercentEncoded(path)) return rejectPath(notEncoded, path);
    const target = route(path);
    if (!target) return unknownPath(request);
    const { allow, operations, parameters } = target;
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: '' };
    const operation = operations.get(method === 'HEAD' ? 'GET' : method);
    if (!operation) {
      const reason = `${method} is not a method of this path, but ${allow}`;
      return rejectPath({ status: 405, reason, headers: { Allow: allow } }, path);
    }
    trace.operation = operation.id;
    return callOperation({ operation, request, parameters, trace }, context);
  };
}

async function callOperation(call: Call, context: PipelineContext): Promise<MockResponse> {
  const { operation, request, parameters, trace } = call;
  const { accounts, faults, shared, options } = context;
  const key = request.header(keyHeader);
  if (!key) return reject(call, { ...keyMissing, body: unauthorizedBody(context) });
  const account = accounts.of(key);
  account.requests += 1;
  trace.account = account;
  if (!account.admits(options.rateLimit ?? Infinity)) return reject(call, tooManyRequests);
  if (!acceptsJson(request.header('accept'))) return reject(call, notAcceptable);
  const read = operationsWithBody.has(operation.id) ? await readBody(request) : noBody;
  if ('rejection' in read) return reject(call, read.rejection);

  const { body } = read;
  const query = request.query === '' ? noQuery : new URLSearchParams(request.query);
  const parts = { path: parameters, query, body };
  const { request: valid, violations } = validateRequest(operation, parts, options.strict === true);
  if (!valid) return rejectViolations(call, violations, body);
  const inEdition = editionChecks[operation.id]?.(shared.edition, valid) ?? [];
  if (inEdition.length > 0) return rejectViolations(call, inEdition, body);
  if (violations.length > 0) report(trace, 'request', violations);

  let fault: Fault | undefined;
  if (faults.waiting.length > 0) {
    const faulty = { operation: operation.id, key, path: parameters, body: valid.body };
    fault = faults.next({ ...faulty, query: { ...valid.query } });
    const failed = fault && (await applyFault(call, fault, context));
    if (failed) return failed;
  }
  const prefer = request.header('prefer');
  const preference = prefer === undefined ? undefined : readPreference(prefer, operation);
  const response =
    preference || options.stateless
      ? await respondWithPrism(call, account, preference)
      : await handle(call, valid, account, context);
  return fault ? breakResponse(response, fault) : response;
}

/** Waits as a fault says, and returns its response; undefined if the handler responds. */
async function applyFault(
  { operation, request, trace }: Call,
  fault: Fault,
  context: PipelineContext,
): Promise<MockResponse | undefined> {
  const { status, delayInMs } = fault;
  if (delayInMs) await delay(delayInMs, request.signal);
  trace.fault = faultName(fault);
  if (fault.break === 'reset') return { status: 0, headers: {}, body: '', broken: 'reset' };
  if (status === undefined) return undefined;
  const body = status === 401 && fault.body === undefined ? unauthorizedBody(context) : fault.body;
  return breakResponse(faultResponse(operation.id, request.path, { ...fault, body }), fault);
}

/** Responds with an example or generated data; by default with the first example. */
async function respondWithPrism(
  call: Call,
  account: Account,
  preference: Preference | undefined,
): Promise<MockResponse> {
  const { operation, request } = call;
  if (preference && 'reason' in preference) return reject(call, preference);
  const missing = prismMissing();
  if (missing) return reject(call, { status: 400, reason: missing });
  const seed = `${account.userId} ${account.requests}`;
  const reply = await replyFromPrism(operation, request.path, preference?.wish ?? {}, seed);
  const headers = {
    ...(preference && { 'Preference-Applied': preference.applied }),
    ...(reply.status === 429 && tooManyRequests.headers),
  };
  // Where several schemas are allowed, Prism also generates properties that none of them lists.
  return send(call, reply, headers, false);
}

/** Responds with the handler of the operation. */
async function handle(
  call: Call,
  valid: { readonly query: object; readonly body: unknown },
  account: Account,
  { handlers, shared, save }: PipelineContext,
): Promise<MockResponse> {
  const { operation, parameters } = call;
  const handler = handlers[operation.id] as
    ((context: Context, request: unknown) => Reply) | undefined;
  const reply = handler
    ? handler({ account, ...shared }, valid)
    : exampleReply(operation.id, parameters);
  if (save) await save(handler !== undefined && operation.method !== 'GET');
  return send(call, reply);
}

function unauthorizedBody({ options }: PipelineContext): unknown {
  return unauthorizedBodies[options.unauthorizedBody ?? 'detail'];
}

const noBody = { body: undefined };
const noQuery = new URLSearchParams();

/** Returns the routes for `GET /`, and 404 for every other unknown path. */
function unknownPath({ method, path }: MockRequest): MockResponse {
  if (path === '/' && (method === 'GET' || method === 'HEAD')) return json(200, { routes });
  const meant = nearestPath(path);
  const hint = meant === undefined ? '; GET / lists the paths' : `; did you mean ${meant}?`;
  return rejectPath({ status: 404, reason: `The contract has no such path${hint}` }, path);
}

const notEncoded: Rejection = { status: 400, reason: 'The path is not percent-encoded UTF-8' };
const notAcceptable: Rejection = {
  status: 406,
  reason: 'There is no other form than application/json',
};
const tooManyRequests: Rejection = {
  status: 429,
  reason: 'Too many requests',
  headers: { 'Retry-After': '1' },
};
const keyMissing: Rejection = {
  status: 401,
  reason: 'Invalid or missing API key',
  // A 401 names a way to authenticate (RFC 9110, section 15.5.2).
  headers: { 'WWW-Authenticate': 'ApiKey realm="Agent Conversation Service"' },
};

/** Whether a client accepts JSON (RFC 9110, section 12.5.1). One that does not say accepts anything. */
function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === 'application/json') return true;
  // Some ask for it with a charset, which changes nothing (RFC 8259, section 11).
  const forms = ['application/json', 'application/json;charset=utf-8'];
  return new Negotiator({ headers: { accept } }).mediaType(forms) !== undefined;
}

function report(trace: Trace, side: 'request' | 'answer', violations: readonly Violation[]): void {
  trace.findings = violations.map((violation) => ({ side, ...violation }));
}

function reject(call: Call, rejection: Rejection): MockResponse {
  const { operation, request } = call;
  const { status, headers } = rejection;
  const body = rejectionBody(rejection, request.path, operation.id);
  // A status that the contract does not declare, such as 406, is a matter of HTTP alone.
  if (!operation.statuses.includes(status)) return json(status, body, headers);
  return send(call, { status, body }, headers);
}

function rejectViolations(
  call: Call,
  violations: readonly Violation[],
  body: unknown,
): MockResponse {
  report(call.trace, 'request', violations);
  return reject(call, {
    status: 422,
    reason: 'The request breaks the contract',
    body: violationsBody(violations, body),
  });
}

/**
 * Returns a response of the mock's own; 500 if it breaks the contract.
 *
 * @param closed whether properties that the contract does not list break it
 */
function send(
  { operation, request, trace }: Call,
  { status, body }: Reply,
  headers: Readonly<Record<string, string>> = {},
  closed = true,
): MockResponse {
  const message = { status, contentType: 'application/json', body };
  const result = operation.validateAnswer(message, { closed });
  if (result.valid) return json(status, body, headers);
  report(trace, 'answer', result.violations);
  const problems = result.violations.map(
    ({ part, pointer, message: text }) => `${part} ${pointer || '/'}: ${text}`,
  );
  const subject = `The mock's own response to ${operation.id}`;
  return json(
    500,
    errorBody(request.path, `${subject} breaks the contract: ${problems.join('; ')}`),
  );
}

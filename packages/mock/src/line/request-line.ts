import type { Violation } from '@agent-conversation/validators';
import { type Edition, violationsIn } from '../behaviour/editions.ts';
import { type behaviours, exampleReply } from '../behaviour/operations.ts';
import type { Reply, World } from '../behaviour/world.ts';
import { keyHeader, routes, takesBody } from '../contract.ts';
import { breakOff, faultyAnswer, nameOf } from '../faults/faulty-answer.ts';
import type { Faults } from '../faults/faults.ts';
import type { Answer, Call } from '../http/message.ts';
import type { Prism } from '../prism/prism.ts';
import type { Account } from '../state/account.ts';
import type { Accounts } from '../state/accounts.ts';
import { acceptsJson } from './accept.ts';
import { readBody } from './body.ts';
import { readPreference } from './prefer.ts';
import { pause } from './pause.ts';
import { errorBody, json, type Refusal, refusalBody, refuse, violationsBody } from './refusal.ts';
import { nearestPath, type Operation, route } from './router.ts';
import type { Trace } from './trace.ts';
import { checkRequest } from './unlisted.ts';

/** What the line works with. */
export interface Equipment {
  readonly accounts: Accounts;
  readonly faults: Faults;
  /** What an operation of this account works on. */
  readonly world: (account: Account) => World;
  readonly behaviours: typeof behaviours;
  readonly edition: Edition;
  /** Whether the mock responds with the contract's examples, and keeps no state. */
  readonly stateless: boolean;
  /** Whether properties and query parameters that the contract does not list are rejected. */
  readonly strict: boolean;
  /** How many requests a key can send in a second. */
  readonly rateLimit: number;
  /** The body of a 401. */
  readonly unauthorizedBody: unknown;
  /** Prism, made when it is asked for the first time. */
  readonly prism: () => Promise<Prism>;
  /**
   * Keeps the state, before the answer tells of it.
   *
   * @param changed whether anything but the clock may have changed
   * @returns undefined when there is nothing to wait for
   */
  readonly save: (changed: boolean) => Promise<void> | undefined;
}

/**
 * Responds to a request. The first of these steps that rejects it makes the response: path (400, 404), method (405),
 * key (401), rate limit (429), `Accept` (406), body (413, 415, 422), parameters and body as the contract declares them
 * (422). Then a fault applies, or the operation is carried out, or Prism returns an example; an operation without a
 * behaviour returns its first one. The response is validated before it is sent.
 */
export async function answer(call: Call, equipment: Equipment, trace: Trace): Promise<Answer> {
  const target = routeOf(call.path);
  if (!target) return unknownPath(call);
  if (target === 'malformed') {
    return refuse({ status: 400, reason: 'The path is not percent-encoded UTF-8' }, call.path);
  }
  const { allow } = target;
  if (call.method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: '' };
  const operation = target.operations.get(call.method === 'HEAD' ? 'GET' : call.method);
  if (!operation) {
    const reason = `${call.method} is not a method of this path, but ${allow}`;
    return refuse({ status: 405, reason, headers: { Allow: allow } }, call.path);
  }
  trace.operation = operation.id;

  const refuseWith = (status: number, body: unknown, headers?: Refusal['headers']) =>
    // One that the contract does not declare, such as 406, is a matter of HTTP alone.
    operation.statuses.includes(status)
      ? send(operation, call.path, { status, body }, trace, headers)
      : json(status, body, headers);
  const refused = (refusal: Refusal) =>
    refuseWith(refusal.status, refusalBody(refusal, call.path, operation.id), refusal.headers);
  const key = call.header(keyHeader);
  if (!key) return refused({ ...keyMissing, body: equipment.unauthorizedBody });
  const account = equipment.accounts.of(key);
  account.requests += 1;
  trace.account = account;
  if (!account.admits(equipment.rateLimit)) return refused(tooManyRequests);
  if (!acceptsJson(call.header('accept'))) {
    return refused({ status: 406, reason: 'There is no other form than application/json' });
  }
  const read = takesBody(operation.id) ? await readBody(call) : { body: undefined };
  if ('refusal' in read) return refused(read.refusal);

  const parts = {
    path: target.parameters,
    query: call.query === '' ? noQuery : new URLSearchParams(call.query),
    body: read.body,
  };
  const { request, violations } = checkRequest(operation, parts, equipment.strict);
  const invalid = (found: readonly Violation[]) => {
    trace.findings = found.map((violation) => ({ side: 'request', ...violation }));
    return refuseWith(422, violationsBody(found, { body: read.body }));
  };
  if (!request) return invalid(violations);
  const rejected = violationsIn(equipment.edition, operation.id, request);
  if (rejected.length > 0) return invalid(rejected);
  if (violations.length > 0) {
    trace.findings = violations.map((violation) => ({ side: 'request', ...violation }));
  }

  const fault = equipment.faults.strike({
    operation: operation.id,
    key,
    path: target.parameters,
    query: request.query as Record<string, unknown>,
    body: request.body,
  });
  if (fault?.delay) await pause(fault.delay, call.signal);
  if (fault) trace.fault = nameOf(fault);
  if (fault?.break === 'reset') return { status: 0, headers: {}, body: '', broken: 'reset' };
  if (fault?.status !== undefined) {
    const body =
      fault.status === 401 && fault.body === undefined ? equipment.unauthorizedBody : fault.body;
    return breakOff(faultyAnswer(operation.id, call.path, { ...fault, body }), fault);
  }

  const preference = call.header('prefer');
  const preferred = preference === undefined ? undefined : readPreference(preference, operation);
  if (preferred && 'reason' in preferred) return refused(preferred);
  if (preferred || equipment.stateless) {
    const prism = await equipment.prism();
    const asked = { method: operation.method, path: call.path };
    const seed = `${account.userId} ${account.requests}`;
    const reply = await prism(asked, preferred?.wish ?? {}, seed);
    const headers = {
      ...(preferred && { 'Preference-Applied': preferred.applied }),
      ...(reply.status === 429 && tooManyRequests.headers),
    };
    return breakOff(send(operation, call.path, reply, trace, headers), fault);
  }

  const behave = equipment.behaviours[operation.id] as
    ((world: World, request: unknown) => Reply) | undefined;
  const reply = behave
    ? behave(equipment.world(account), request)
    : exampleReply(operation.id, target.parameters);
  const saved = equipment.save(behave !== undefined && operation.method !== 'GET');
  if (saved) await saved;
  return breakOff(send(operation, call.path, reply, trace), fault);
}

const noQuery = new URLSearchParams();

/** Returns the routes for `GET /`, and 404 for every other unknown path. */
function unknownPath({ method, path }: Call): Answer {
  if (path === '/' && (method === 'GET' || method === 'HEAD')) return json(200, { routes });
  const meant = nearestPath(path);
  const hint = meant === undefined ? '; GET / lists the paths' : `; did you mean ${meant}?`;
  return refuse({ status: 404, reason: `The contract has no such path${hint}` }, path);
}

const tooManyRequests: Refusal = {
  status: 429,
  reason: 'Too many requests',
  headers: { 'Retry-After': '1' },
};

const keyMissing: Refusal = {
  status: 401,
  reason: 'Invalid or missing API key',
  // An answer 401 names a way to authenticate (RFC 9110, section 15.5.2).
  headers: { 'WWW-Authenticate': 'ApiKey realm="Agent Conversation Service"' },
};

function routeOf(path: string): ReturnType<typeof route> | 'malformed' {
  try {
    return route(path);
  } catch {
    return 'malformed';
  }
}

/** An answer of the mock's own, unless it breaks the contract: that is told, and not sent. */
function send(
  operation: Operation,
  path: string,
  { status, body }: Reply,
  trace: Trace,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const own = { status, contentType: 'application/json', body };
  const result = operation.validateAnswer(own, { closed: true });
  if (result.valid) return json(status, body, headers);
  trace.findings = result.violations.map((violation) => ({ side: 'answer', ...violation }));
  const places = result.violations.map(
    ({ part, pointer, message }) => `${part} ${pointer || '/'}: ${message}`,
  );
  const reason = `The mock's own answer to ${operation.id} breaks the contract: ${places.join('; ')}`;
  return json(500, errorBody(path, reason));
}

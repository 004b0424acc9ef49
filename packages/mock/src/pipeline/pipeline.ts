/** The steps from a request to its response. */
import { readBody } from '../body.ts';
import {
  exampleNamed,
  operationsWithBody,
  route,
  successOf,
} from '../contract.ts';
import { type Edition, isLegacy } from '../editions/editions.ts';
import { newestSettings } from '../editions/newest-settings.ts';
import type { Handlers } from '../handlers/handler.ts';
import { exampleFor } from '../handlers/index.ts';
import type { KeyReader } from '../keys.ts';
import {
  isGenerated,
  preferencesIn,
  respondWithExample,
} from '../modes/examples.ts';
import { respondWithPrism } from '../modes/prism.ts';
import { type CheckedOptions, unauthorizedBodies } from '../options.ts';
import { json, Rejection, ServiceFailure } from '../response.ts';
import type { Account, Accounts, Saving } from '../state/store.ts';
import type { MockRequest, Pipeline } from '../types.ts';
import { invalidRequest, report, validatedResponse } from '../validate.ts';
import { applyFaults, type Faults } from './faults.ts';
import {
  readByContract,
  readByEdition,
  type ReadRequest,
} from './read-request.ts';
import { notFound, otherMethod, unknownPath } from './unserved.ts';

/** What a pipeline works with. */
export interface PipelineParts {
  readonly options: CheckedOptions;
  readonly edition: Edition;
  readonly accounts: Accounts;
  readonly faults: Faults;
  readonly handlers: Handlers;
  readonly keyOf: KeyReader;
  /** Undefined if the state is not kept. */
  readonly saving: Saving | undefined;
}

/**
 * Creates the pipeline of the mock. The first of these steps that rejects a request makes the response: path (400,
 * 404), method (405), the form of the body (400, 413, 415, 422), key (401), rate limit (429), parameters and body as
 * the contract or the edition declares them (422). Then a fault applies, or the handler responds, or an example of the
 * contract; an operation without a handler responds with its first one. The response is validated before it is sent.
 */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { options, edition, accounts, faults, handlers, saving } = parts;
  const { rateLimit = Infinity, strict = false, stateless, clock } = options;
  const form = options.unauthorizedBody ?? 'detail';
  const unauthorizedBody = unauthorizedBodies[form];
  const rateLimitBody =
    form === 'error' ? exampleNamed('RateLimitExceededHosted') : undefined;
  const accountOf = createAuthentication(parts, unauthorizedBody);

  return async (call) => {
    const { request } = call;
    const { method, headers } = request;
    const matched = route(request.path);
    if (request.path === edition.settingsPath && method === 'GET') {
      const { settings } = accountOf(request, false).account.shared;
      if (settings) return json(200, newestSettings(settings));
      return json(404, { error: 'Settings not found' });
    }
    if (!matched) return unknownPath(edition, request);
    const [first] = matched.operations.values();
    if (!edition.hasLegacy && isLegacy(first!.id)) return notFound();
    // The router knows HEAD wherever there is GET; the service does not.
    const isHead = method === 'HEAD' && !edition.explains;
    const operation = isHead ? undefined : matched.operations.get(method);
    if (!operation)
      return otherMethod(edition, request, [...matched.operations.keys()]);
    call.operation = operation;
    const { id } = operation;
    const hasBody = operationsWithBody.has(id);
    const body = hasBody ? await readBody(request, edition) : undefined;
    const { account, key } = accountOf(request, isLegacy(id));
    call.account = account;
    if (!account.admits(rateLimit)) {
      throw new Rejection(429, 'Too many requests', retryAfter, rateLimitBody);
    }
    const path = matched.parameters;
    const query =
      request.query === '' ? noQuery : new URLSearchParams(request.query);
    const sent = { path, query, body };
    const reading = edition.requests
      ? readByEdition(edition, operation, sent)
      : readByContract(operation, sent, strict);
    const { request: valid, violations } = reading;
    if (!valid) {
      throw invalidRequest(call, violations, reading.details);
    }
    report(call, 'request', violations);
    if (Number(valid.query['limit'] ?? 0) > edition.largestLimit) {
      throw new ServiceFailure(
        `The service fails for a limit above ${edition.largestLimit}`,
      );
    }

    const respond = async (owner: Account) => {
      const prefer = headers['prefer'];
      const preferences =
        prefer === undefined ? undefined : preferencesIn(prefer);
      if (preferences && isGenerated(preferences)) {
        const seed = `${owner.seed} ${owner.requests}`;
        return respondWithPrism(call, preferences, seed);
      }
      if (preferences || stateless)
        return respondWithExample(call, preferences ?? {});
      const handler = handlers[id] as AnyHandler | undefined;
      try {
        const success = handler ? handler(owner, valid) : exampleFor(id, path);
        return validatedResponse(call, {
          status: successOf(id),
          body: success,
        });
      } finally {
        const isChange =
          (handler && operation.method !== 'GET') || clock === 'requests';
        // What another request has changed can be shown once it is stored.
        if (saving) await (isChange ? saving.save() : saving.settled());
      }
    };
    const applied = faults.isEmpty
      ? undefined
      : faults.next({ operation: id, key, ...valid });
    if (!applied) return respond(account);
    // After a delay, the state of the key can be another one.
    return applyFaults(applied, call, unauthorizedBody, async () =>
      respond(accounts.of(key)),
    );
  };
}

type AnyHandler = (account: Account, request: ReadRequest) => unknown;

const retryAfter = { 'Retry-After': '1' };
// A 401 names a way to authenticate (RFC 9110, section 15.5.2).
const challenge = {
  'WWW-Authenticate': 'ApiKey realm="Agent Conversation Service"',
};
const noQuery = new URLSearchParams();

/** Returns a function that finds the state of the key of a request. It throws a 401 without an accepted key. */
function createAuthentication(parts: PipelineParts, unauthorizedBody: unknown) {
  const { options, edition, accounts, keyOf } = parts;
  const accepted = options.acceptKeys && new Set(options.acceptKeys);
  let lastKey = '';
  return (request: MockRequest, isLegacyOperation: boolean) => {
    const sent = keyOf(request);
    const isAccepted = Boolean(sent) && (accepted?.has(sent!) ?? true);
    const isOpen = edition.isKeyless && !isLegacyOperation;
    if (!isAccepted && !isOpen) {
      throw new Rejection(
        401,
        'Invalid or missing API key',
        challenge,
        unauthorizedBody,
      );
    }
    // A service without keys has one user: the one of the last key.
    const key = isAccepted ? sent! : lastKey;
    lastKey = key;
    return { key, account: accounts.of(key) };
  };
}

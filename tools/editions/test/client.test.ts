/** The client gets what editions responded: it returns every success, and throws the error of every other status. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type ApiError,
  type Client,
  createClient,
  isApiError,
  isValidationError,
} from '@agent-conversation/client';
import {
  type Evidence,
  nameOf,
  readEvidence,
} from '@agent-conversation/cli/evidence';
import { repository } from '@agent-conversation/shared/process';

const evidence = readEvidence(join(repository, 'openapi/evidence'));

/** Calls of the operations; what they send does not matter. */
const calls: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  createConversation: async (client) => client.conversations.create({}),
  getSettings: async (client) => client.settings.get(),
  listAppConversations: async (client) => client.appConversations.list(),
  pauseSandbox: async (client) => client.sandboxes.pause('any'),
  resumeSandbox: async (client) => client.sandboxes.resume('any'),
  searchSandboxes: async (client) => client.sandboxes.search(),
  searchSandboxSpecs: async (client) => client.sandboxSpecs.search(),
  startAppConversation: async (client) => client.appConversations.start({}),
  startSandbox: async (client) => client.sandboxes.start(),
};

const ofOperations = evidence.filter(({ operationId }) =>
  Object.hasOwn(calls, operationId),
);
const isSuccess = ({ response }: Evidence) => response.status === 200;

/** Calls the operation of an exchange with a client that gets its response. */
async function callWith({ operationId, response }: Evidence): Promise<unknown> {
  const { status, headers = {}, body, text } = response;
  const content = body === undefined ? (text ?? null) : JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  const client = createClient({
    baseUrl: 'http://service',
    apiKey: 'any',
    retries: 0,
    fetch: async () =>
      new Response(content, { status, headers: { ...type, ...headers } }),
  });
  return calls[operationId]!(client);
}

async function errorOf(exchange: Evidence): Promise<ApiError> {
  const error: unknown = await callWith(exchange).catch(
    (thrown: unknown) => thrown,
  );
  if (isApiError(error)) return error;
  throw new Error(`${nameOf(exchange)} is no ApiError, but ${String(error)}`);
}

test('returns the body of every success', async () => {
  const results = await Promise.all(
    ofOperations.filter(isSuccess).map(async (exchange) => ({
      name: nameOf(exchange),
      body: await callWith(exchange),
    })),
  );
  const expected = ofOperations.filter(isSuccess).map((exchange) => ({
    name: nameOf(exchange),
    body: exchange.response.body,
  }));
  expect(JSON.parse(JSON.stringify(results))).toEqual(expected);
});

test('throws an error with the status and the body of every other response', async () => {
  const failures = ofOperations.filter((exchange) => !isSuccess(exchange));
  const results = await Promise.all(
    failures.map(async (exchange) => {
      const { status, body } = await errorOf(exchange);
      return { name: nameOf(exchange), status, body };
    }),
  );
  const expected = failures.map((exchange) => {
    const { status, body } = exchange.response;
    return { name: nameOf(exchange), status, body };
  });
  expect(results).toEqual(expected);
});

test('names the errors by what happened', async () => {
  const kinds = await Promise.all(
    ofOperations
      .filter((exchange) => !isSuccess(exchange))
      .map(async (exchange) => {
        const error = await errorOf(exchange);
        return `${error.status} ${error.name}`;
      }),
  );
  expect([...new Set(kinds)].toSorted()).toEqual([
    '400 BadRequestError',
    '401 UnauthorizedError',
    '404 NotFoundError',
    // Of an edition that does not have the operation.
    '404 UnexpectedResponseError',
    '422 ValidationError',
    '429 RateLimitError',
    '500 UnexpectedResponseError',
  ]);
});

test('reads every detail of a 422', async () => {
  const rejected = ofOperations.filter(
    ({ response }) => response.status === 422,
  );
  for (const exchange of rejected) {
    const error = await errorOf(exchange);
    const details = (exchange.response.body as { readonly detail: unknown })
      .detail;
    expect(
      isValidationError(error) && error.violations,
      nameOf(exchange),
    ).toEqual(details);
  }
});

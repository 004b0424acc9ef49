import { type Call, type Client, createClient } from '@agent-conversation/client';
import { createMock, type Listening } from '@agent-conversation/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation, operations, resolve } from '../src/contract.ts';
import { exampleArguments, inOrder } from './support/client-arguments.ts';
import { methodOf, type Methods } from './support/client-methods.ts';
import { violations } from './support/violations.ts';

let mock: Listening;
let client: Client;
beforeAll(async () => {
  mock = await createMock({ stateless: true }).listen();
  client = createClient({ baseUrl: mock.url, apiKey: 'any' });
});
afterAll(() => mock.close());

/** Calls through the client, by operationId: with more than the contract's example has. */
const calls: Record<string, () => Call<unknown>> = {
  createConversation: () =>
    client.conversations.create({ initial_user_msg: 'Hello', image_urls: null }),
  getSettings: () => client.settings.get(),
  startAppConversation: () =>
    client.appConversations.start({
      initial_message: { content: [{ type: 'text', text: 'Hello' }] },
    }),
  listAppConversations: () => client.appConversations.list({ ids: ['a', 'b'] }),
  searchSandboxes: () => client.sandboxes.search({ limit: 1, page_id: 'x' }),
  startSandbox: () => client.sandboxes.start({ sandbox_spec_id: 'ghcr.io/acme/agent-server:1.2' }),
  pauseSandbox: () => client.sandboxes.pause('sbx-4kq7m2xw'),
  resumeSandbox: () => client.sandboxes.resume('sbx-4kq7m2xw'),
  searchSandboxSpecs: () => client.sandboxSpecs.search(),
};

/** The call of an operation; of one that nobody has written a call for, as the examples show it. */
function callOf(operation: Operation): Call<unknown> {
  const own = calls[operation.operationId];
  if (own) return own();
  const [resource, verb] = methodOf(operation);
  const send = (client as unknown as Methods)[resource]![verb]!;
  return send(...inOrder(operation, exampleArguments(operation))) as Call<unknown>;
}

test('every operation that a source has is called with more than its example', () => {
  const known = operations.filter((it) => it['x-provenance'] !== 'assumed');
  expect(Object.keys(calls).toSorted()).toEqual(known.map((it) => it.operationId).toSorted());
});

describe.each(operations)('$operationId', (operation) => {
  test('through the client gives the example of the contract', async () => {
    const { data, response } = await callOf(operation).withResponse();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const { schema, example } = declared(operation, 200);
    expect(violations(schema, data)).toEqual([]);
    expect(data).toEqual(example);
  });

  test('without the key is refused with the declared 401', async () => {
    const url = `${mock.url}${operation.path.replaceAll(/\{\w+\}/g, 'sbx-4kq7m2xw')}`;
    const response = await fetch(url, { method: operation.method.toUpperCase() });
    expect(response.status).toBe(401);
    const body = await response.json();
    const { schema, example } = declared(operation, 401);
    expect(violations(schema, body)).toEqual([]);
    expect(body).toEqual(example);
  });
});

describe.each(operations.filter(({ requestBody }) => requestBody))('$operationId', (operation) => {
  // If the contract loses its dialect, Prism checks no body, and says nothing.
  test.each(['[]', '"text"', '5', 'null'])(
    'with the body %s is refused as declared',
    async (body) => {
      const response = await fetch(`${mock.url}${operation.path.replaceAll(/\{\w+\}/g, 'any')}`, {
        method: operation.method.toUpperCase(),
        headers: { 'X-Session-API-Key': 'any', 'Content-Type': 'application/json' },
        body,
      });
      expect(response.status).toBe(422);
      expect(violations(declared(operation, 422).schema, await response.json())).toEqual([]);
    },
  );

  test('malformed JSON is refused with the declared 400', async () => {
    const response = await fetch(`${mock.url}${operation.path.replaceAll(/\{\w+\}/g, 'any')}`, {
      method: operation.method.toUpperCase(),
      headers: { 'X-Session-API-Key': 'any', 'Content-Type': 'application/json' },
      body: '{"title":',
      signal: AbortSignal.timeout(5_000),
    });
    expect(response.status).toBe(400);
    expect(violations(declared(operation, 400).schema, await response.json())).toEqual([]);
  });
});

/** The schema and the first example of an answer. */
function declared({ operationId, responses }: Operation, status: number) {
  const response = responses[status];
  if (!response) throw new Error(`${operationId} declares no status ${status}`);
  const media = resolve(response).content['application/json']!;
  const [example] = Object.values(media.examples ?? {});
  return { schema: media.schema, example: example && resolve(example).value };
}

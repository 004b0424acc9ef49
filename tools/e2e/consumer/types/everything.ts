/* The types of every entry, as a strict project uses them. */
import {
  type Client,
  createClient,
  isNotFoundError,
} from '@agent-conversation/client';
import { createClient as createFetchClient } from '@agent-conversation/client/openapi-fetch';
import { pauseSandbox } from '@agent-conversation/client/operations';
import { searchSandboxesQuery } from '@agent-conversation/client/query';
import {
  checkServer,
  reportPretty,
  validateExchange,
} from '@agent-conversation/conformance';
import {
  createMock,
  type Fault,
  type Mock,
  type MockOptions,
} from '@agent-conversation/mock';
import type { AppConversation, Sandbox } from '@agent-conversation/types';
import { searchSandboxes } from '@agent-conversation/validators';

const fault: Fault = { operation: 'searchSandboxes', status: 503, times: 1 };
const options: MockOptions = {
  seed: 'types',
  clock: 'manual',
  faults: [fault],
};
const mock: Mock = createMock(options);
mock.fail('pauseSandbox', 404);
// @ts-expect-error The contract declares no such status.
mock.fail('pauseSandbox', 418);

const fetch: typeof globalThis.fetch = mock.fetch;
const client: Client = createClient({
  baseUrl: 'http://mock',
  apiKey: 'any',
  fetch,
});
const { items } = await client.sandboxes.search({ limit: 1 });
const sandbox: Sandbox = items[0]!;
const status: string = sandbox.status;
if (status === 'RUNNING') await pauseSandbox(client, sandbox.id);
// @ts-expect-error There is no such parameter.
await client.sandboxes.search({ limits: 1 });
const conversations: readonly (AppConversation | null)[] =
  await client.appConversations.list();
const error: unknown = await client.sandboxes
  .pause('unknown')
  .catch((thrown: unknown) => thrown);
const found: boolean = !isNotFoundError(error);
const { queryKey } = searchSandboxesQuery(client);

const entry = createFetchClient({
  baseUrl: 'http://mock',
  apiKey: 'any',
  fetch,
});
const { data, response } = await entry.GET('/api/v1/sandboxes/search');
const next: string | null | undefined = data?.next_page_id;

const { valid } = searchSandboxes.validateResponse({ status: 200, body: data });
export {
  checkServer,
  conversations,
  found,
  next,
  queryKey,
  reportPretty,
  response,
  valid,
  validateExchange,
};

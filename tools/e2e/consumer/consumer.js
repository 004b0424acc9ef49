/** Uses the client with `fetch` of whichever runtime this is. */
import {
  createClient,
  isClientError,
  isNotFoundError,
  isTimeoutError,
} from '@agent-conversation/client';
import { createClient as createFetchClient } from '@agent-conversation/client/openapi-fetch';
import { pauseSandbox } from '@agent-conversation/client/operations';

/**
 * Uses the client, and returns what came of it. The mock resets the first connection, and delays sandbox specs.
 *
 * @param {import('@agent-conversation/client').ClientOptions} options
 */
export async function consume(options) {
  const client = createClient(options);
  const { llm_api_key_set: afterReset } = await client.settings.get();
  const { id, status } = await client.sandboxes.start();
  await client.sandboxes.start();
  const paused = await pauseSandbox(client, id);
  const pages = [];
  for await (const { items } of client.sandboxes
    .search({ limit: 1 })
    .byPage()) {
    pages.push(items.length);
  }
  const fetchClient = createFetchClient(options);
  fetchClient.use({ onRequest: ({ request }) => new Request(request) });
  const { data } = await fetchClient.GET('/api/v1/sandboxes/search', {
    signal: AbortSignal.timeout(60_000),
  });
  const { data: task } = await fetchClient.POST('/api/v1/app-conversations', {
    body: { title: 'Grüße' },
  });
  const unknown = await thrownBy(client.sandboxes.pause('sbx-unknown'));
  const late = await thrownBy(
    client.sandboxSpecs.search({}, { timeoutInMs: 50 }),
  );
  // No service uses this port, and clients may.
  const offline = createClient({
    baseUrl: 'http://127.0.0.1:4',
    apiKey: 'any',
    retries: 0,
  });
  const rejected = await thrownBy(offline.settings.get());
  return {
    afterReset,
    started: status,
    paused: paused.status,
    pages,
    found: data?.items.length,
    title: task?.request.title,
    notFound: isNotFoundError(unknown),
    timedOut: isTimeoutError(late),
    rejected: isClientError(rejected) && rejected.name,
  };
}

/** @param {PromiseLike<unknown>} call */
async function thrownBy(call) {
  try {
    return void (await call);
  } catch (error) {
    return error;
  }
}

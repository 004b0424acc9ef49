/**
 * Sets up the client with all its options.
 *
 * @about searchSandboxes
 */
import {
  type Client,
  createClient,
  type LogEntry,
  type Middleware,
  redact,
} from '@agent-conversation/client';
import {
  getSettingsQuery,
  listAppConversationsQuery,
  searchSandboxesInfiniteQuery,
  searchSandboxSpecsQuery,
} from '@agent-conversation/client/query';

const stamp: Middleware = (request, next) =>
  next({ ...request, headers: { ...request.headers, 'x-stamp': request.operation } });

export function setUp(log: (entry: LogEntry) => void): Client {
  return createClient({
    baseUrl: 'http://localhost:3000',
    apiKey: 'my-key',
    timeoutInMs: 60_000,
    attemptTimeoutInMs: 20_000,
    retries: 2,
    headers: { 'X-Team': 'basket' },
    middleware: [stamp],
    log,
  });
}

/**
 * Logs sandboxes without their secrets.
 *
 * @about searchSandboxes
 */
export async function logAll(client: Client, write: (text: string) => void): Promise<void> {
  const { signal } = new AbortController();
  for await (const { items } of client.sandboxes.search({}, { signal, retries: 0 }).byPage()) {
    write(JSON.stringify(redact(items)));
  }
}

/**
 * Keeps what was read in a cache.
 *
 * @about listAppConversations, searchSandboxes, searchSandboxSpecs, getSettings
 */
export async function fill(client: Client, signal: AbortSignal): Promise<number> {
  const settings = await getSettingsQuery(client).queryFn({ signal });
  const conversations = await listAppConversationsQuery(client, { ids: [] }).queryFn({ signal });
  const specs = await searchSandboxSpecsQuery(client).queryFn({ signal });
  const search = searchSandboxesInfiniteQuery(client, { limit: 20 });
  const page = await search.queryFn({ signal, pageParam: search.initialPageParam });
  const next = search.getNextPageParam(page);
  return conversations.length + specs.items.length + (next && settings.llm_api_key_set ? 1 : 0);
}

/** The functions and the queries, as the compiler sees them. */
import type { Sandbox } from '@agent-conversation/client';
import {
  type Connection,
  connect,
  createConversation,
  getSettings,
  listAppConversations,
  pauseSandbox,
  type PauseSandboxResult,
  resumeSandbox,
  searchSandboxes,
  searchSandboxSpecs,
  startAppConversation,
  startSandbox,
} from '@agent-conversation/client/operations';
import { searchSandboxesInfiniteQuery, getSettingsQuery } from '@agent-conversation/client/query';
import { client } from './methods.js';

const connection: Connection = connect({ baseUrl: 'http://localhost:3000', apiKey: 'any' });

export async function pause(id: string): Promise<boolean> {
  const result: PauseSandboxResult = await pauseSandbox(client, id);
  switch (result.status) {
    case 200:
      return result.data.success ?? true;
    case 401:
    case 404:
      console.log(result.error?.detail);
      return false;
  }
  console.log(result.status satisfies 'unexpected', result.statusCode, result.contentType);
  return result.text === 'paused';
}

export async function callAll(): Promise<readonly (number | 'unexpected')[]> {
  const results = await Promise.all([
    createConversation(connection, { repository: 'acme/web-shop' }),
    getSettings(connection),
    listAppConversations(connection, { ids: ['any'] }),
    resumeSandbox(connection, 'any', { timeoutInMs: 1_000 }),
    searchSandboxes(connection, { limit: 1 }),
    searchSandboxSpecs(connection),
    startAppConversation(connection),
    startSandbox(connection),
  ]);
  return results.map(({ status }) => status);
}

export async function firstSandbox(): Promise<Sandbox | undefined> {
  const { queryFn, initialPageParam } = searchSandboxesInfiniteQuery(client, { limit: 1 });
  const { signal } = new AbortController();
  const { items } = await queryFn({ signal, pageParam: initialPageParam });
  const settings = await getSettingsQuery(client).queryFn({ signal });
  console.log(settings.language);
  return items[0];
}

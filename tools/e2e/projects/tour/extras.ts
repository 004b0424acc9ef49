/** What the client has besides its operations. */
import assert from 'node:assert/strict';
import {
  createClient,
  known,
  type LogEntry,
  redact,
  sandboxStatusValues,
} from '@agent-conversation/client';
import { type BrokenAnswer, checkAnswers } from '@agent-conversation/client/checks';
import { getSettingsQuery, searchSandboxesInfiniteQuery } from '@agent-conversation/client/query';
import { operations } from '@agent-conversation/validators';
import { makeMock, meet } from './services.ts';

/** Uses what the package has besides the operations. */
export async function useExtras(): Promise<void> {
  await checkAndLog();
  await query();
  const { client, mock } = meet();
  await client.sandboxes.start();
  mock.advance(2_000);
  const [sandbox] = (await client.sandboxes.search()).items;
  assert.equal(redact(sandbox)?.session_api_key, '[redacted]');
  assert.equal(known(sandboxStatusValues, sandbox?.status), 'RUNNING');
  assert.equal(known(sandboxStatusValues, 'MELTING'), undefined);
}

async function checkAndLog(): Promise<void> {
  const mock = makeMock();
  const broken: BrokenAnswer[] = [];
  const entries: LogEntry[] = [];
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
    middleware: [checkAnswers(operations, (it) => broken.push(it))],
    log: (entry) => entries.push(entry),
  });
  await client.sandboxes.start();
  assert.deepEqual(broken, []);
  mock.fault({ operation: 'getSettings', break: 'malformed', times: 1 });
  await client.settings.get().catch(() => {});
  assert.deepEqual(
    broken.map(({ operation, status }) => [operation, status]),
    [['getSettings', 200]],
  );
  assert.deepEqual(
    entries.map(({ operation, status, attempt }) => [operation, status, attempt]),
    [
      ['startSandbox', 200, 1],
      ['getSettings', 200, 1],
    ],
  );
}

async function query(): Promise<void> {
  const { client } = meet();
  const { signal } = new AbortController();
  const { language } = await getSettingsQuery(client).queryFn({ signal });
  assert.equal(typeof language, 'string');

  const ids = [(await client.sandboxes.start()).id, (await client.sandboxes.start()).id];
  const pages = searchSandboxesInfiniteQuery(client, { limit: 1 });
  const first = await pages.queryFn({ signal, pageParam: pages.initialPageParam });
  const second = await pages.queryFn({ signal, pageParam: pages.getNextPageParam(first) });
  assert.deepEqual(
    [...second.items, ...first.items].map(({ id }) => id),
    ids,
  );
  assert.equal(pages.getNextPageParam(second), undefined);
}

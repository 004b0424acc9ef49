import { createMock, type Mock, type MockOptions } from '@agent-conversation/mock';
import { onTestFinished } from 'vitest';
import {
  type FaultyServer,
  type FaultyServerOptions,
  startFaultyServer,
} from '../proxy/start-faulty-server.ts';

/** The key with which a test asks. */
export const key = 'a-key-of-a-test';

/** The headers of a request with a key. */
export const withKey = { 'X-Session-API-Key': key };

/** Asks for a path, with the key unless other headers are given. */
type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** A real mock with a faulty server in front of it, for one test. */
export interface FaultyMock {
  readonly mock: Mock;
  /** The address of the mock itself. */
  readonly direct: string;
  readonly server: FaultyServer;
  readonly get: Ask;
  readonly post: Ask;
}

/** Starts both; they end with the test. */
export async function startFaultyMock(
  options: Omit<FaultyServerOptions, 'target'>,
  mockOptions: MockOptions = {},
): Promise<FaultyMock> {
  const mock = createMock({ seed: 'faults', clock: 'manual', ...mockOptions });
  const { url: direct, close } = await mock.listen();
  onTestFinished(() => close());
  const server = await startFaultyServer({ target: direct, ...options });
  onTestFinished(() => server.close());
  const ask =
    (method: string) =>
    (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, { method, headers: withKey, redirect: 'manual', ...init });
  return { mock, direct, server, get: ask('GET'), post: ask('POST') };
}

/** The ids and states of the sandboxes that a search shows. */
export async function searched(
  { get }: FaultyMock,
  query = '',
): Promise<{ ids: string[]; states: string[]; next: string | null | undefined }> {
  const response = await get(`/api/v1/sandboxes/search${query}`);
  const { items, next_page_id: next } = (await response.json()) as {
    items: { id: string; status: string }[];
    next_page_id?: string | null;
  };
  return { ids: items.map(({ id }) => id), states: items.map(({ status }) => status), next };
}

/** Starts a sandbox, and tells its id. */
export async function started({ post }: FaultyMock): Promise<string> {
  const response = await post('/api/v1/sandboxes');
  return ((await response.json()) as { id: string }).id;
}

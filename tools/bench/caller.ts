/** Calls with one of the clients, and prints the CPU time of a call in microseconds. */
import { createClient } from '@agent-conversation/client';
import { connect, pauseSandbox, searchSandboxes } from '@agent-conversation/client/operations';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { paths } from '@agent-conversation/types';
import createOpenapiFetch from 'openapi-fetch';

const [subject, target, count] = process.argv.slice(2) as [keyof typeof subjects, string, string];
const { PauseBegun, SandboxesFirstPage } = contract.components.examples;
const baseUrl = target === 'stub' ? 'http://127.0.0.1' : target;
const apiKey = 'bench';
const headers = { 'X-Session-API-Key': apiKey };
const id = 'sbx-4kq7m2xw';
const limit = 20;

/** Of each client, the calls that pause a sandbox and search sandboxes, with what they return. */
const subjects = {
  fetch: () => {
    const parsed = async (response: Response) => {
      if (response.status !== 200) throw new Error(`Status ${response.status}`);
      return response.json() as Promise<{ success: boolean; items: unknown[] }>;
    };
    return {
      pause: async () => {
        const url = `${baseUrl}/api/v1/sandboxes/${encodeURIComponent(id)}/pause`;
        return (await parsed(await fetch(url, { method: 'POST', headers }))).success;
      },
      search: async () => {
        const url = `${baseUrl}/api/v1/sandboxes/search?limit=${limit}`;
        return (await parsed(await fetch(url, { headers }))).items.length;
      },
    };
  },
  'openapi-fetch': () => {
    const client = createOpenapiFetch<paths>({ baseUrl, headers });
    const pausePath = '/api/v1/sandboxes/{sandbox_id}/pause';
    return {
      pause: async () =>
        (await client.POST(pausePath, { params: { path: { sandbox_id: id } } })).data?.success,
      search: async () =>
        (await client.GET('/api/v1/sandboxes/search', { params: { query: { limit } } })).data?.items
          .length,
    };
  },
  functions: () => {
    const connection = connect({ baseUrl, apiKey });
    return {
      pause: async () => {
        const result = await pauseSandbox(connection, id);
        return result.status === 200 && result.data.success;
      },
      search: async () => {
        const result = await searchSandboxes(connection, { limit });
        return result.status === 200 && result.data.items.length;
      },
    };
  },
  client: () => {
    const client = createClient({ baseUrl, apiKey });
    return {
      pause: async () => (await client.sandboxes.pause(id)).success,
      search: async () => (await client.sandboxes.search({ limit })).items.length,
    };
  },
} as const;

if (target === 'stub') {
  // Distinguishes the requests by their order: reading the URL would cost the clients that make no Request.
  const bodies = [PauseBegun, SandboxesFirstPage].map(({ value }) => JSON.stringify(value));
  const init = { headers: { 'Content-Type': 'application/json' } };
  let turn = 0;
  globalThis.fetch = () => Promise.resolve(new Response(bodies[turn++ % 2], init));
}
const { pause, search } = subjects[subject]();

await call(Number(count) / 5);
const before = process.cpuUsage();
await call(Number(count));
const { user, system } = process.cpuUsage(before);
console.log((user + system) / Number(count));

async function call(times: number): Promise<void> {
  for (let made = 0; made < times; made += 2) {
    const [paused, found] = [await pause(), await search()];
    if (paused !== PauseBegun.value.success || found !== SandboxesFirstPage.value.items.length) {
      throw new Error(`${subject} returned ${String(paused)} and ${String(found)}`);
    }
  }
}

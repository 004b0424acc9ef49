/** Calls with one of the clients, and prints the CPU time of a call in microseconds. */
import { createClient } from '@agent-conversation/client';
import {
  connect,
  pauseSandbox,
  searchSandboxes,
} from '@agent-conversation/client/operations';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { paths } from '@agent-conversation/types';
import { deepEqual } from 'node:assert/strict';
import createOpenapiFetch from 'openapi-fetch';

const [subject, target, times] = process.argv.slice(2) as [
  keyof typeof subjects,
  string,
  string,
];
const baseUrl = target === 'stub' ? 'http://127.0.0.1' : target;
const apiKey = 'bench';
const headers = { 'X-Session-API-Key': apiKey };
const id = 'sbx-4kq7m2xw';
const limit = 20;

const { PauseBegun, SandboxesFirstPage } = contract.components.examples;
const bodies = [PauseBegun.value, SandboxesFirstPage.value];

/** Of each client, the calls that pause a sandbox and search sandboxes. */
const subjects = {
  fetch() {
    const parse = async (response: Response) => {
      if (response.status !== 200) throw new Error(`Status ${response.status}`);
      return (await response.json()) as object;
    };
    const sandboxes = `${baseUrl}/api/v1/sandboxes`;
    return {
      pause: async () =>
        parse(
          await fetch(`${sandboxes}/${encodeURIComponent(id)}/pause`, {
            method: 'POST',
            headers,
          }),
        ),
      search: async () =>
        parse(await fetch(`${sandboxes}/search?limit=${limit}`, { headers })),
    };
  },
  'openapi-fetch'() {
    const client = createOpenapiFetch<paths>({ baseUrl, headers });
    const params = { path: { sandbox_id: id } };
    return {
      pause: () =>
        client.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params }),
      search: () =>
        client.GET('/api/v1/sandboxes/search', {
          params: { query: { limit } },
        }),
    };
  },
  functions() {
    const connection = connect({ baseUrl, apiKey });
    return {
      pause: () => pauseSandbox(connection, id),
      search: () => searchSandboxes(connection, { limit }),
    };
  },
  client() {
    const client = createClient({ baseUrl, apiKey });
    return {
      pause: () => client.sandboxes.pause(id),
      search: () => client.sandboxes.search({ limit }),
    };
  },
};

if (target === 'stub') {
  const texts = bodies.map((body) => JSON.stringify(body));
  const init = { headers: { 'Content-Type': 'application/json' } };
  let turn = 0;
  // Distinguishes requests by their order: reading the URL would cost the clients that make no Request.
  globalThis.fetch = () =>
    Promise.resolve(new Response(texts[turn++ % 2], init));
}
const { pause, search } = subjects[subject]();

// What all calls return is compared before the measurement, of which it would be a part.
const dataOf = (result: object) => ('data' in result ? result.data : result);
deepEqual([dataOf(await pause()), dataOf(await search())], bodies);

const count = Number(times);
await call(count / 5);
const before = process.cpuUsage();
await call(count);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / count);

async function call(most: number): Promise<void> {
  for (let calls = 0; calls < most; calls += 2) {
    await pause();
    await search();
  }
}

/** Requests to a running edition beside those of the contract. */
import { CommandError } from '@agent-conversation/cli';
import { excerpt } from '@agent-conversation/cli/text';
import { endProcess, markedProcesses } from '../processes/marked.ts';
import { sandboxPortOf } from './limits.ts';
import type { Service } from './service.ts';

/** No key of anybody: nothing but the stub sees it. */
const modelKey = 'no-key-is-needed';
const model = 'openai/gpt-4o';

/** Stores settings that lead to the stub of a language model. */
export async function storeSettings(service: Service): Promise<void> {
  const { known, modelUrl } = service;
  const legacy = {
    llm_model: model,
    llm_api_key: modelKey,
    llm_base_url: modelUrl,
    language: 'en',
    agent: 'CodeActAgent',
  };
  const llm = { model, api_key: modelKey, base_url: modelUrl };
  const isLegacy = known.settingsPath === '/api/settings';
  const body = isLegacy ? legacy : { agent_settings_diff: { llm } };
  await request(service, 'POST', known.settingsPath, body);
}

/** Returns the ids of all app conversations. */
export function conversationIds(service: Service): Promise<readonly string[]> {
  const query = 'limit=100&include_sub_conversations=true';
  return idsOf(service, `/api/v1/app-conversations/search?${query}`);
}

/** Ends the process of a sandbox, as a crash does. */
export function endSandbox({ mark }: Service, agentServerUrl: string): void {
  const { port } = new URL(agentServerUrl);
  if (endSandboxes(mark, (it) => it === port)) return;
  throw new CommandError(`No sandbox of this run listens on ${agentServerUrl}`);
}

/** Removes all sandboxes, so that what follows finds none. */
export async function removeSandboxes(service: Service): Promise<void> {
  // The service would wait ten seconds for a stopped process.
  endSandboxes(service.mark, () => true);
  // No operation of the contract removes one. Editions differ in where they expect the id.
  for (const id of await idsOf(service, '/api/v1/sandboxes/search?limit=100')) {
    const path = `/api/v1/sandboxes/${id}?sandbox_id=${id}`;
    await request(service, 'DELETE', path);
  }
}

/** Ends the processes of sandboxes with some ports. @returns whether there are any */
function endSandboxes(
  mark: string,
  isWanted: (port: string) => boolean,
): boolean {
  // A program that a sandbox is starting has its port as well.
  const sandboxes = markedProcesses(mark).filter((it) => {
    const port = sandboxPortOf(it);
    return port !== undefined && isWanted(port);
  });
  for (const { pid } of sandboxes) endProcess(pid);
  return sandboxes.length > 0;
}

async function idsOf(service: Service, path: string): Promise<string[]> {
  const { items } = (await request(service, 'GET', path)) as {
    readonly items: readonly { readonly id: string }[];
  };
  return items.map(({ id }) => id);
}

async function request(
  { baseUrl, apiKey }: Service,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers: Record<string, string> = { 'X-Session-API-Key': apiKey };
  if (body) headers['content-type'] = 'application/json';
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new CommandError(
    `${method} ${path} returns ${response.status}: ${excerpt(text)}`,
  );
}

/** Searches, starts, pauses and resumes sandboxes. */
import type { ExposedURL, Sandbox } from '@agent-conversation/types';
import { Rejection } from '../response.ts';
import type { Account, SandboxRecord } from '../state/store.ts';
import { pageOf, timestamp } from '../state/resources.ts';
import type { Handler } from './index.ts';

export const searchSandboxes: Handler<'searchSandboxes'> = (account, { query }) => {
  account.applyElapsedTime();
  const { items, next_page_id } = pageOf(account.sandboxes, query);
  return { items: items.map((it) => showSandbox(account, it)), next_page_id };
};

export const startSandbox: Handler<'startSandbox'> = (account, { query }) => {
  return showSandbox(account, addSandbox(account, query.sandbox_spec_id));
};

/** Returns the handler that pauses or resumes a sandbox. */
export function changeSandbox(
  operation: 'pauseSandbox' | 'resumeSandbox',
): Handler<typeof operation> {
  return (account, { path }) => {
    account.applyElapsedTime();
    const { sandboxes, now } = account;
    const sandbox = sandboxes.get(path.sandbox_id);
    if (!sandbox) throw new Rejection(404, 'There is no such sandbox');
    sandboxes.applyOperation(sandbox, operation, now);
    return { success: true };
  };
}

/** Adds a sandbox of a spec, or of the newest. */
export function addSandbox(account: Account, specId?: string | null): SandboxRecord {
  const { sandboxSpecs, startupTimeInMs } = account.shared;
  const spec =
    typeof specId === 'string' ? sandboxSpecs.find(({ id }) => id === specId) : sandboxSpecs.at(-1);
  if (!spec) throw new Rejection(404, 'There is no such sandbox spec');
  const { ids, now, sandboxes } = account;
  const shown = { sandbox_spec_id: spec.id, created_at: timestamp(now) };
  const record = sandboxes.add({ id: `sbx-${ids.name()}`, since: now, shown });
  if (startupTimeInMs === 0) account.applyElapsedTime();
  return record;
}

/** Returns a sandbox as responses show it. */
export function showSandbox({ userId, shared }: Account, record: SandboxRecord): Sandbox {
  const { id, status, detail, shown } = record;
  const { session_api_key, exposed_urls } = accessTo(record);
  return {
    id,
    created_by_user_id: userId,
    sandbox_spec_id: shown.sandbox_spec_id,
    status,
    session_api_key,
    exposed_urls: shared.edition.exposesPorts
      ? exposed_urls
      : (exposed_urls?.map(withoutPort) ?? null),
    created_at: shown.created_at!,
    status_detail: detail,
  };
}

function withoutPort(exposed: ExposedURL): ExposedURL {
  const { port: _, ...rest } = exposed;
  return rest;
}

/** Returns the address of the agent's own server in a sandbox. No one can own a name under `.example` (RFC 2606). */
export function agentServerUrl(sandboxId: string): string {
  return `https://${sandboxId}.sandboxes.acme.example`;
}

/** Returns the key and the addresses of the servers in a sandbox: made up, or those of an example in the same status. */
export function accessTo({ id, status, shown }: SandboxRecord) {
  const { session_api_key = null, exposed_urls = null } = shown.status === status ? shown : {};
  if (status !== 'RUNNING' || session_api_key) return { session_api_key, exposed_urls };
  return {
    session_api_key: `mock-key-of-${id}`,
    exposed_urls: [
      { name: 'AGENT_SERVER', url: agentServerUrl(id), port: 8000 },
      { name: 'VSCODE', url: agentServerUrl(`vscode-${id}`), port: 8001 },
      { name: 'WORKER_1', url: agentServerUrl(`work-1-${id}`), port: 8011 },
      { name: 'WORKER_2', url: agentServerUrl(`work-2-${id}`), port: 8012 },
    ],
  };
}

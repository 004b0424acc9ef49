/** Searches, starts, pauses and resumes sandboxes. */
import type { Sandbox } from '@agent-conversation/types';
import { declared, ok } from '../response.ts';
import type { SandboxRecord } from '../state/resources.ts';
import { timestamp } from '../state/store.ts';
import { applyElapsedTime, type Context, type Handler } from './context.ts';

export const searchSandboxes: Handler<'searchSandboxes'> = (context, { query }) => {
  applyElapsedTime(context);
  const { items, next_page_id } = context.account.sandboxes.page(query);
  return ok({ items: items.map((it) => showSandbox(context, it)), next_page_id });
};

export const startSandbox: Handler<'startSandbox'> = (context, { query }) => {
  const record = addSandbox(context, query.sandbox_spec_id);
  return record ? ok(showSandbox(context, record)) : declared('startSandbox', 404);
};

/** Returns the handler that pauses or resumes a sandbox. */
export function changeSandbox(
  operation: 'pauseSandbox' | 'resumeSandbox',
): Handler<typeof operation> {
  return (context, { path }) => {
    applyElapsedTime(context);
    const { sandboxes, now } = context.account;
    const sandbox = sandboxes.get(path.sandbox_id);
    if (!sandbox) return declared(operation, 404);
    return sandboxes.applyOperation(sandbox, operation, now) ?? ok({ success: true });
  };
}

/** Adds a sandbox of a spec, or of the newest; undefined if there is no such spec. */
export function addSandbox(context: Context, specId?: string | null): SandboxRecord | undefined {
  const { account, sandboxSpecs, startupTimeInMs } = context;
  const spec =
    typeof specId === 'string' ? sandboxSpecs.find(({ id }) => id === specId) : sandboxSpecs.at(-1);
  if (!spec) return undefined;
  const { ids, now, sandboxes } = account;
  const own = { specId: spec.id, since: now, createdAt: timestamp(now) };
  const record = sandboxes.add({ id: `sbx-${ids.name()}`, ...own });
  if (startupTimeInMs === 0) applyElapsedTime(context);
  return record;
}

/** Returns a sandbox as responses show it. */
export function showSandbox({ account, edition }: Context, record: SandboxRecord): Sandbox {
  const { session_api_key, exposed_urls = null } = accessTo(record);
  return {
    id: record.id,
    created_by_user_id: account.userId,
    sandbox_spec_id: record.specId,
    status: record.status,
    session_api_key,
    exposed_urls: edition.exposesPorts
      ? exposed_urls
      : exposed_urls && exposed_urls.map(({ port: _, ...rest }) => rest),
    created_at: record.createdAt,
    status_detail: record.detail,
  };
}

/** Returns the address of the agent's own server in a sandbox. No one can own a name under `.example` (RFC 2606). */
export function agentServerUrl(sandboxId: string): string {
  return `https://${sandboxId}.sandboxes.acme.example`;
}

/** Returns the key and the addresses of the servers in a sandbox: made up, or those of an example in the same status. */
export function accessTo({
  id,
  status,
  example,
}: SandboxRecord): Pick<Sandbox, 'session_api_key' | 'exposed_urls'> {
  if (example?.status === status) return example;
  if (status !== 'RUNNING') return { session_api_key: null, exposed_urls: null };
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

/** Searches, starts, pauses and resumes sandboxes. */
import type { ExposedURL, Sandbox } from '@agent-conversation/types';
import { Rejection, ServiceFailure } from '../response.ts';
import type { Edition } from '../editions/editions.ts';
import type { Account, SandboxRecord, Shared } from '../state/store.ts';
import { pageOf, timestamp } from '../state/resources.ts';
import type { Handler } from './handler.ts';

export const searchSandboxes: Handler<'searchSandboxes'> = (
  account,
  { query },
) => {
  account.applyElapsedTime();
  const { items, next_page_id } = pageOf(account.sandboxes.list, query);
  const shown = items.map((record) => showSandbox(account, record));
  return { items: shown, next_page_id };
};

export const startSandbox: Handler<'startSandbox'> = (account, { query }) => {
  const { ids, sandboxes, shared } = account;
  const status = shared.edition.waitsForSandboxes
    ? 'RUNNING'
    : sandboxes.initial;
  const record = addSandbox(account, {
    id: ids.base62(),
    specId: query.sandbox_spec_id,
    status,
  });
  return showSandbox(account, record);
};

/** Returns the handler that pauses or resumes a sandbox. */
export function changeSandbox(
  operation: 'pauseSandbox' | 'resumeSandbox',
): Handler<typeof operation> {
  return (account, { path }) => {
    account.applyElapsedTime();
    const { sandboxes, now, shared } = account;
    const sandbox = sandboxes.get(path.sandbox_id);
    if (!sandbox) throw new Rejection(404, 'There is no such sandbox');
    sandboxes.applyOperation(sandbox, operation, now);
    if (shared.edition.waitsForSandboxes && sandbox.status === 'STARTING') {
      sandboxes.triggerEvent(sandbox.id, 'RUNNING', now);
    }
    return { success: true };
  };
}

/** A sandbox to add, of a spec or of the newest. */
interface NewSandbox {
  readonly id: string;
  readonly specId?: string | null | undefined;
  readonly status: string;
}

/** Adds a sandbox. */
export function addSandbox(
  account: Account,
  { id, specId, status }: NewSandbox,
): SandboxRecord {
  const { now, sandboxes, shared } = account;
  const { sandboxSpecs, startupTimeInMs } = shared;
  const isNamed = typeof specId === 'string';
  const spec = isNamed
    ? sandboxSpecs.find((it) => it.id === specId)
    : sandboxSpecs.at(-1);
  if (!spec) throw unknownSpec(shared.edition);
  const shown = { sandbox_spec_id: spec.id, created_at: timestamp(now) };
  const record = sandboxes.add({ id, status, since: now, shown });
  if (startupTimeInMs === 0) account.applyElapsedTime();
  return record;
}

function unknownSpec({ failsForUnknown }: Edition): Rejection {
  const reason = 'There is no such sandbox spec';
  return failsForUnknown
    ? new ServiceFailure(reason)
    : new Rejection(404, reason);
}

/** Returns a sandbox as responses show it. */
export function showSandbox(
  { shared }: Account,
  record: SandboxRecord,
): Sandbox {
  const { id, status, detail, shown } = record;
  return {
    id,
    created_by_user_id: shown.created_by_user_id ?? null,
    sandbox_spec_id: shown.sandbox_spec_id,
    status,
    ...accessTo(shared, record),
    created_at: shown.created_at!,
    // The service does not send it; the contract's examples may have it.
    ...(shown.status_detail !== undefined && { status_detail: detail }),
  };
}

/** Returns the address of the agent's own server in a sandbox. */
export function agentServerUrl(sandboxId: string): string {
  return serverUrl('AGENT_SERVER', sandboxId);
}

/** Returns the address of a server. No one can own a name under `.example` (RFC 2606). */
function serverUrl(name: string, sandboxId: string): string {
  const prefix =
    name === 'AGENT_SERVER'
      ? ''
      : `${name.toLowerCase().replaceAll('_', '-')}-`;
  // The names of hosts know no upper case.
  return `https://${prefix}${sandboxId.toLowerCase()}.sandboxes.acme.example`;
}

/** Returns the key and the addresses of the servers in a sandbox: those of seed data in the same status, or made up. */
export function accessTo(
  { edition }: Shared,
  { id, status, shown }: SandboxRecord,
) {
  const seeded: Partial<typeof shown> = shown.status === status ? shown : {};
  const { session_api_key = null, exposed_urls = null } = seeded;
  if (status !== 'RUNNING') {
    return {
      session_api_key,
      exposed_urls: withPorts(edition, exposed_urls),
    };
  }
  const key = session_api_key ?? `mock-key-of-${id}`;
  const urls = exposed_urls ?? serversOf(edition, id, key);
  return {
    session_api_key: key,
    exposed_urls: withPorts(edition, urls),
  };
}

/** Returns the addresses of the servers in a sandbox. */
function serversOf(
  { servers }: Edition,
  id: string,
  key: string,
): ExposedURL[] {
  return Object.entries(servers).map(([name, port]) => {
    const url = serverUrl(name, id);
    // The editor takes the key from its address.
    return { name, url: name === 'VSCODE' ? `${url}/?tkn=${key}` : url, port };
  });
}

function withPorts(
  { exposesPorts }: Edition,
  urls: ExposedURL[] | null,
): ExposedURL[] | null {
  if (exposesPorts || !urls) return urls;
  return urls.map(withoutPort);
}

function withoutPort(exposed: ExposedURL): ExposedURL {
  const { port: _, ...rest } = exposed;
  return rest;
}

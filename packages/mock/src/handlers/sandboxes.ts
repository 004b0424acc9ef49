/** Searches, starts, pauses and resumes sandboxes. */
import type { ExposedURL, Sandbox, SandboxStatus } from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { declared, notAllowed, ok, type Reply } from '../response.ts';
import { applyElapsedTime, applyOperation, Lifecycle } from '../state/lifecycle.ts';
import type { SandboxRecord } from '../state/types.ts';
import { type Context, page, type PageQuery, timestamp } from './context.ts';

export const sandboxLifecycle = new Lifecycle<SandboxStatus>('SandboxStatus');

/** No one can own a name under `.example` (RFC 2606, section 2). */
const domain = 'sandboxes.acme.example';

export function searchSandboxes(context: Context, query: PageQuery): Reply {
  return page(context.account.sandboxes, query, (record) => showSandbox(context, record));
}

export function startSandbox(context: Context, specId: string | undefined): Reply {
  const record = addSandbox(context, specId);
  return record ? ok(showSandbox(context, record)) : declared('startSandbox', 404);
}

/** Pauses or resumes a sandbox as the lifecycle table says. */
export function changeSandbox(
  context: Context,
  operation: Extract<OperationId, 'pauseSandbox' | 'resumeSandbox'>,
  id: string,
): Reply {
  const record = findSandbox(context, id);
  if (!record) return declared(operation, 404);
  const before = record.status;
  const outcome = applyOperation(operation, record, sandboxLifecycle, context.account.now);
  if ('rejected' in outcome) return notAllowed(outcome.rejected);
  if (record.status !== before) record.detail = null;
  return ok({ success: true });
}

/** Adds a sandbox of a spec, or of the newest; undefined if there is no such spec. */
export function addSandbox(
  { account, sandboxSpecs }: Context,
  specId?: string,
): SandboxRecord | undefined {
  const [newest] = sandboxSpecs.page(undefined, 1).records;
  const spec = specId === undefined ? newest : sandboxSpecs.get(specId);
  if (!spec) return undefined;
  const { now } = account;
  const record: SandboxRecord = {
    id: `sbx-${account.ids.name()}`,
    specId: spec.id,
    createdAt: timestamp(now),
    status: sandboxLifecycle.initial,
    since: now,
    detail: null,
  };
  account.sandboxes.add(record);
  return record;
}

/** Returns a sandbox as it is now. */
export function findSandbox(
  { account, startupTimeInMs }: Context,
  id: string,
): SandboxRecord | undefined {
  const record = account.sandboxes.get(id);
  if (record) applyElapsedTime(record, sandboxLifecycle, account.now, () => startupTimeInMs);
  return record;
}

/** Returns a sandbox as responses show it. */
export function showSandbox(context: Context, { id }: Pick<SandboxRecord, 'id'>): Sandbox {
  const record = findSandbox(context, id)!;
  return {
    id,
    created_by_user_id: context.account.userId,
    sandbox_spec_id: record.specId,
    status: record.status,
    session_api_key: sessionKeyOf(context, record),
    exposed_urls: exposedUrlsOf(context, record),
    created_at: record.createdAt,
    status_detail: record.detail,
  };
}

/** Returns the address of the agent's own server in a sandbox. */
export function agentServerUrl(sandboxId: string): string {
  return `https://${sandboxId}.${domain}`;
}

/** Returns the made-up key of the servers in a sandbox, while it runs. */
export function sessionKeyOf(context: Context, sandbox: SandboxRecord): string | null {
  const example = exampleIn(context, sandbox);
  if (example) return example.session_api_key;
  return sandbox.status === 'RUNNING' ? `mock-key-of-${sandbox.id}` : null;
}

function exposedUrlsOf(context: Context, sandbox: SandboxRecord): ExposedURL[] | null {
  const { id, status } = sandbox;
  const example = exampleIn(context, sandbox);
  const urls = example?.exposed_urls ?? (!example && status === 'RUNNING' ? makeUrls(id) : null);
  if (context.edition.exposesPorts || !urls) return urls;
  return urls.map((it) => {
    const copy = { ...it };
    delete copy.port;
    return copy;
  });
}

/** Returns a sandbox as an example shows it in its present state, if one does. */
function exampleIn({ examples }: Context, { id, status }: SandboxRecord): Sandbox | undefined {
  const example = examples?.sandboxes.get(id);
  return example?.status === status ? example : undefined;
}

function makeUrls(id: string): ExposedURL[] {
  return [
    { name: 'AGENT_SERVER', url: agentServerUrl(id), port: 8000 },
    { name: 'VSCODE', url: `https://vscode-${id}.${domain}`, port: 8001 },
    { name: 'WORKER_1', url: `https://work-1-${id}.${domain}`, port: 8011 },
    { name: 'WORKER_2', url: `https://work-2-${id}.${domain}`, port: 8012 },
  ];
}

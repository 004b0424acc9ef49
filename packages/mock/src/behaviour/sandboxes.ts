import type { ExposedURL, Sandbox, SandboxStatus } from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import type { SandboxRecord } from '../state/account.ts';
import { apply, createLifecycle, settle } from '../state/lifecycle.ts';
import { type PageQuery, pageOf } from './pages.ts';
import { declared, ok, refused, type Reply, timestamp, type World } from './world.ts';

export const sandboxLifecycle = createLifecycle<SandboxStatus>('SandboxStatus');

/** Nobody can own a name under `.example` (RFC 2606, section 2). */
const domain = 'sandboxes.acme.example';

/** The address of the agent's own server in a sandbox. */
export function agentServerUrl(sandboxId: string): string {
  return `https://${sandboxId}.${domain}`;
}

/** The made-up key of the servers in a sandbox, while it runs. */
export function sessionKeyOf(world: World, sandbox: SandboxRecord): string | null {
  const example = exampleIn(world, sandbox);
  if (example) return example.session_api_key;
  return sandbox.status === 'RUNNING' ? `mock-key-of-${sandbox.id}` : null;
}

export function searchSandboxes(world: World, query: PageQuery): Reply {
  return ok(pageOf(world.account.sandboxes, query, (record) => showSandbox(world, record)));
}

export function startSandbox(world: World, specId: string | undefined): Reply {
  const record = addSandbox(world, specId);
  return record ? ok(showSandbox(world, record)) : declared('startSandbox', 404);
}

/** Pauses or resumes a sandbox according to the lifecycle table. */
export function changeSandbox(
  world: World,
  operation: Extract<OperationId, 'pauseSandbox' | 'resumeSandbox'>,
  id: string,
): Reply {
  const record = findSandbox(world, id);
  if (!record) return declared(operation, 404);
  const before = record.status;
  const outcome = apply(operation, record, sandboxLifecycle, world.account.now);
  if ('refused' in outcome) return refused(outcome.refused);
  if (record.status !== before) record.detail = null;
  return ok({ success: true });
}

/** A new sandbox, from a spec or from the newest; undefined when there is no such spec. */
export function addSandbox(
  { account, sandboxSpecs }: World,
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

/** A sandbox as it is now. */
export function findSandbox(
  { account, startupTime }: World,
  id: string,
): SandboxRecord | undefined {
  const record = account.sandboxes.get(id);
  if (record) settle(record, sandboxLifecycle, account.now, () => startupTime);
  return record;
}

/** A sandbox as the contract has it. */
export function showSandbox(world: World, { id }: Pick<SandboxRecord, 'id'>): Sandbox {
  const record = findSandbox(world, id)!;
  return {
    id,
    created_by_user_id: world.account.userId,
    sandbox_spec_id: record.specId,
    status: record.status,
    session_api_key: sessionKeyOf(world, record),
    exposed_urls: exposedUrlsOf(world, record),
    created_at: record.createdAt,
    status_detail: record.detail,
  };
}

function exposedUrlsOf(world: World, sandbox: SandboxRecord): ExposedURL[] | null {
  const example = exampleIn(world, sandbox);
  const urls =
    example?.exposed_urls ??
    (!example && sandbox.status === 'RUNNING' ? makeUrls(sandbox.id) : null);
  return world.edition.exposesPorts || !urls ? urls : urls.map(withoutPort);
}

function withoutPort(exposed: ExposedURL): ExposedURL {
  const copy = { ...exposed };
  delete copy.port;
  return copy;
}

/** A sandbox as an example shows it in the state in which it is, if one does. */
function exampleIn({ examples }: World, { id, status }: SandboxRecord): Sandbox | undefined {
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

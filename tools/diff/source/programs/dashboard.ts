/**
 * Lists all sandboxes with their status and where they are reached.
 *
 * @about searchSandboxes
 */
import {
  type Client,
  known,
  type Sandbox,
  type SandboxPage,
  sandboxStatusValues,
} from '@agent-conversation/client';

export async function showSandboxes(client: Client, show: (line: string) => void): Promise<void> {
  for await (const sandbox of client.sandboxes.search({ limit: 20 })) {
    const addresses = (sandbox.exposed_urls ?? []).map(
      ({ name, url, port }) => `${name} ${url} (${port})`,
    );
    show(
      `${sandbox.id} ${wordFor(sandbox)} ${addresses.join(', ')} ${sandbox.status_detail ?? ''}`,
    );
  }
}

/**
 * Has a word for each status of a sandbox that the contract knows, and one for all others.
 *
 * @about Sandbox.status
 */
export function wordFor({ status }: Pick<Sandbox, 'status'>): string {
  const word = known(sandboxStatusValues, status);
  switch (word) {
    case 'STARTING':
      return 'starting';
    case 'RUNNING':
      return 'ready';
    case 'PAUSED':
      return 'asleep';
    case 'ERROR':
    case 'MISSING':
      return 'lost';
    case undefined:
      return `in a state that is new: ${status}`;
    default:
      return word satisfies never;
  }
}

/**
 * Turns the pages of a search by hand.
 *
 * @about searchSandboxes, SandboxPage
 */
export async function nextPage(
  client: Client,
  page: SandboxPage,
): Promise<SandboxPage | undefined> {
  const { next_page_id } = page;
  return next_page_id ? client.sandboxes.search({ page_id: next_page_id, limit: 20 }) : undefined;
}

/**
 * Lets the user choose a template, and starts a sandbox from it.
 *
 * @about searchSandboxSpecs, startSandbox
 */
export async function startFrom(client: Client, wanted: string): Promise<Sandbox> {
  const { items } = await client.sandboxSpecs.search({ limit: 100 });
  const spec = items.find(({ id, command }) => id === wanted && command?.length !== 0);
  return client.sandboxes.start(spec ? { sandbox_spec_id: spec.id } : {});
}

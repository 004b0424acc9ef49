import type { Sandbox } from '@agent-conversation/types';
import type { CallOptions } from '../transport/options.ts';
import type { Resources } from '../generated/resources.ts';

/** Finds a sandbox among all, as no operation reads a single one. */
export async function findSandbox(
  { sandboxes }: Pick<Resources, 'sandboxes'>,
  sandboxId: string,
  options: CallOptions,
): Promise<Sandbox | undefined> {
  for await (const sandbox of sandboxes.search({}, options)) {
    if (sandbox.id === sandboxId) return sandbox;
  }
  return undefined;
}

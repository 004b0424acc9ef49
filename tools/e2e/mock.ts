/** Starts the packed mock by its bin, in this Node. */
import { join } from 'node:path';
import { inject } from 'vitest';
import { type ServerProcess, startServer } from './run.ts';

/** A mock that listens. */
export interface RunningMock extends Pick<ServerProcess, 'stop'> {
  readonly url: string;
}

/** @param args options of the mock, such as faults */
export async function startMock(...args: readonly string[]): Promise<RunningMock> {
  const project = inject('installed');
  const bin = join(project, 'node_modules/.bin/agent-conversation-mock');
  const { greeting, stop } = await startServer(
    process.execPath,
    [bin, '--port=0', '--json', '--seed=e2e', ...args],
    project,
  );
  return { url: (greeting as { readonly url: string }).url, stop };
}

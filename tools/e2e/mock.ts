/** Starts the packed mock by its bin. */
import { join } from 'node:path';
import { inject } from 'vitest';
import { startServer } from './run.ts';

/** A mock that listens. */
export interface RunningMock {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** @param args options of the mock, such as faults */
export async function startMock(...args: readonly string[]) {
  return startMockIn(inject('installed'), process.execPath, ...args);
}

/**
 * Starts the mock of a project.
 *
 * @param node the program that runs it
 */
export async function startMockIn(
  project: string,
  node: string,
  ...args: readonly string[]
): Promise<RunningMock> {
  const bin = join(project, 'node_modules/.bin/agent-conversation-mock');
  const all = [bin, '--port=0', '--json', '--seed=e2e', ...args];
  const { greeting, stop } = await startServer(node, all, project);
  return { url: (greeting as { readonly url: string }).url, stop };
}

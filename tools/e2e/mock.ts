/** The mock, started as its users start it. */
import { join } from 'node:path';
import type { Fault } from '@agent-conversation/mock';
import { inject } from 'vitest';
import { type ServerProcess, startServer } from './server-process.ts';

/** A mock that listens. */
export interface RunningMock extends Pick<ServerProcess, 'stop'> {
  readonly url: string;
}

/** Starts the mock that was packed, in this Node. */
export async function startMock(): Promise<RunningMock> {
  const project = inject('withAll');
  const program = join(project, 'node_modules/.bin/agent-conversation-mock');
  const { greeting, stop } = await startServer(
    process.execPath,
    [program, '--port=0', '--json', '--seed=consumers', '--control'],
    project,
  );
  const { url } = greeting as { readonly url: string };
  return { url, stop };
}

/** Starts a mock in which goes wrong what the consumer looks for. */
export async function startFaultyMock(): Promise<RunningMock> {
  const mock = await startMock();
  const { url } = mock;
  const faults: readonly Fault[] = [
    { operation: 'getSettings', break: 'truncated' },
    { operation: 'listAppConversations', break: 'reset' },
    { operation: 'searchSandboxSpecs', delay: 600_000 },
    // Who follows it starts a sandbox.
    {
      operation: 'createConversation',
      status: 307,
      headers: { Location: `${url}/api/v1/sandboxes` },
    },
  ];
  for (const fault of faults) await addFault(url, fault);
  return mock;
}

async function addFault(url: string, fault: Fault): Promise<void> {
  const response = await fetch(`${url}/_mock/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`The mock takes no such fault: ${await response.text()}`);
}

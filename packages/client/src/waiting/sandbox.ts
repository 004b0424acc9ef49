import type { Sandbox, SandboxStatus } from '@agent-conversation/types';

import { type ErrorContext, WaitError, type WaitFailure } from '../errors.ts';
import { sandboxStatusWays, searchSandboxes } from '../generated/operations.ts';
import type { Resources } from '../generated/resources.ts';
import { readDuration } from '../transport/options.ts';
import type { CallOptions } from '../transport/options.ts';
import { poll, type WaitOptions } from './poll.ts';

/** In how many polls in a row a sandbox has to be absent: a list may shift while it is paged. */
const pollsWithout = 2;

/** Waits until a sandbox has a status. */
export async function waitUntil(
  resources: Pick<Resources, 'sandboxes'>,
  sandboxId: string,
  wanted: SandboxStatus,
  options: WaitOptions = {},
): Promise<Sandbox> {
  if (!Object.hasOwn(sandboxStatusWays, wanted)) {
    const known = Object.keys(sandboxStatusWays).join(', ');
    throw new TypeError(`status must be one of ${known}, not ${wanted as string}`);
  }
  const look = watchSandbox(resources, sandboxId, wanted, options);
  let last: Sandbox | undefined;
  const waiting = () => ({
    subject: last,
    state: `the sandbox ${sandboxId} ${last ? `was last ${last.status}` : 'was not found yet'}`,
  });
  return poll(searchSandboxes, options, waiting, async (callOptions, context) => {
    const sandbox = await look(callOptions, context);
    last = sandbox ?? last;
    const isThere = sandbox?.status === wanted;
    return { status: sandbox?.status, found: isThere ? sandbox : undefined };
  });
}

/**
 * Makes a function that reads a sandbox, and throws a `WaitError` if it cannot come into a status by the
 * contract's lifecycle table. A sandbox in no list counts as `MISSING`.
 */
export function watchSandbox(
  resources: Pick<Resources, 'sandboxes'>,
  sandboxId: string,
  wanted: SandboxStatus,
  options: WaitOptions,
): (callOptions: CallOptions, context: ErrorContext) => Promise<Sandbox | undefined> {
  const graceInMs = readDuration('graceInMs', options.graceInMs ?? 60_000);
  let absent = 0;
  let stuckSince: number | undefined;

  return async (callOptions, context) => {
    const sandbox = await findSandbox(resources, sandboxId, callOptions);
    const status = sandbox?.status ?? 'MISSING';
    absent = sandbox ? 0 : absent + 1;
    if (sandbox ? status === wanted : absent < pollsWithout) return sandbox;

    const fail = (failure: WaitFailure, hint: string) => {
      const seen = sandbox ? `is ${status}` : 'is in no list';
      return new WaitError(failure, `the sandbox ${sandboxId} ${seen} ${hint}`, sandbox, context);
    };
    // From a status that is new to the contract, every other may come.
    const calls = (sandboxStatusWays[status] ?? { [wanted]: '' })[wanted];
    if (calls === undefined) {
      const failure = status === 'MISSING' ? 'MISSING' : 'UNREACHABLE';
      throw fail(failure, `and cannot become ${wanted}`);
    }
    if (status === 'ERROR' && wanted === 'RUNNING' && !options.waitThroughError) {
      throw fail('ERROR', 'and may recover; set waitThroughError to wait for that');
    }
    const now = performance.now();
    stuckSince = calls ? (stuckSince ?? now) : undefined;
    if (stuckSince !== undefined && now - stuckSince >= graceInMs) {
      throw fail('UNREACHABLE', `and becomes ${wanted} by ${calls} only; was it called?`);
    }
    return sandbox;
  };
}

/** Finds a sandbox among all, as no operation reads a single one. */
async function findSandbox(
  { sandboxes }: Pick<Resources, 'sandboxes'>,
  sandboxId: string,
  options: CallOptions,
): Promise<Sandbox | undefined> {
  for await (const sandbox of sandboxes.search({}, options)) {
    if (sandbox.id === sandboxId) return sandbox;
  }
  return undefined;
}

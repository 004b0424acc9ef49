import type { Sandbox, SandboxStatus } from '@agent-conversation/types';
import type { ErrorContext } from '../errors/client-error.ts';
import { WaitError, type WaitFailure } from '../errors/wait-error.ts';
import { sandboxStatusTransitions, searchSandboxes } from '../generated/contract.ts';
import type { Resources } from '../generated/resources.ts';
import { readDuration } from '../transport/config.ts';
import { findSandbox } from './find-sandbox.ts';
import { type Way, wayBetween } from './lifecycle.ts';
import { poll } from './poll.ts';
import type { SandboxWaitOptions } from './wait-options.ts';

/** In how many looks, one after the other, a sandbox has to be absent: a list may shift while it is paged. */
const looksWithout = 2;

/** Waits until a sandbox has a status. */
export async function waitUntil(
  resources: Pick<Resources, 'sandboxes'>,
  sandboxId: string,
  wanted: SandboxStatus,
  options: SandboxWaitOptions = {},
): Promise<Sandbox> {
  if (!Object.hasOwn(sandboxStatusTransitions, wanted)) {
    const known = Object.keys(sandboxStatusTransitions).join(', ');
    throw new TypeError(`status must be one of ${known}, not ${wanted as string}`);
  }
  const graceInMs = readDuration('graceInMs', options.graceInMs ?? 60_000);
  let absent = 0;
  let stuckSince: number | undefined;

  return poll(searchSandboxes, options, async (callOptions, context) => {
    const sandbox = await findSandbox(resources, sandboxId, callOptions);
    if (sandbox?.status === wanted) return { status: wanted, found: sandbox };
    absent = sandbox ? 0 : absent + 1;
    if (!sandbox && absent < looksWithout) return { status: undefined };

    const { needsNoCall, operations } = demandWay(sandbox, wanted, context);
    const now = performance.now();
    stuckSince = needsNoCall ? undefined : (stuckSince ?? now);
    if (stuckSince !== undefined && now - stuckSince >= graceInMs) {
      const hint = `and becomes ${wanted} by ${operations.join(' or ')} only; was it called?`;
      throw failure('UNREACHABLE', sandbox, hint, context);
    }
    return { status: sandbox?.status };
  });
}

/**
 * The way of a sandbox to a status, by the contract's lifecycle table.
 *
 * @param sandbox undefined when it is in no list, which is taken for `MISSING`
 * @throws {WaitError} when there is none
 */
export function demandWay(
  sandbox: Sandbox | undefined,
  wanted: SandboxStatus,
  context: ErrorContext,
): Way {
  const status = sandbox?.status ?? 'MISSING';
  const way = wayBetween(sandboxStatusTransitions, status, wanted);
  if (way.exists) return way;
  const kind = (['ERROR', 'MISSING'] as const).find((it) => it === status) ?? 'UNREACHABLE';
  throw failure(kind, sandbox, `and cannot become ${wanted}`, context);
}

function failure(
  kind: WaitFailure,
  sandbox: Sandbox | undefined,
  hint: string,
  context: ErrorContext,
): WaitError<Sandbox | undefined> {
  const seen = sandbox ? `is ${sandbox.status}` : 'is in no list';
  return new WaitError(kind, `the sandbox ${seen} ${hint}`, sandbox, context);
}

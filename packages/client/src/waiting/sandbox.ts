import type { Sandbox, SandboxStatus } from '@agent-conversation/types';
import type { ErrorContext } from '../errors/client-error.ts';
import { WaitError } from '../errors/wait-error.ts';
import { sandboxStatusTransitions, searchSandboxes } from '../generated/contract.ts';
import type { Resources } from '../generated/resources.ts';
import { findSandbox } from './find-sandbox.ts';
import { poll } from './poll.ts';
import type { WaitOptions } from './wait-options.ts';

/** In how many looks, one after the other, a sandbox has to be absent: a list may shift while it is paged. */
const looksWithout = 2;

/** Waits until a sandbox has a status. */
export async function waitUntil(
  resources: Pick<Resources, 'sandboxes'>,
  sandboxId: string,
  status: SandboxStatus,
  options: WaitOptions = {},
): Promise<Sandbox> {
  if (!Object.hasOwn(sandboxStatusTransitions, status)) {
    throw new TypeError(
      `status must be one of ${Object.keys(sandboxStatusTransitions).join(', ')}, not ${status as string}`,
    );
  }
  let absent = 0;
  return poll(searchSandboxes, options, async (callOptions, context) => {
    const sandbox = await findSandbox(resources, sandboxId, callOptions);
    if (sandbox?.status === status) return { status, found: sandbox };
    absent = sandbox ? 0 : absent + 1;
    if (sandbox || absent >= looksWithout) demandWay(sandbox, status, context);
    return { status: sandbox?.status };
  });
}

/**
 * Sees to it that a sandbox can still come into a status, by the contract's lifecycle table.
 *
 * @param sandbox undefined when it is in no list, which is taken for `MISSING`
 * @throws {WaitError} when it cannot
 */
export function demandWay(
  sandbox: Sandbox | undefined,
  wanted: SandboxStatus,
  context: ErrorContext,
): void {
  const status = sandbox?.status ?? 'MISSING';
  if (leadsTo(status, wanted)) return;
  const failure = (['ERROR', 'MISSING'] as const).find((it) => it === status) ?? 'UNREACHABLE';
  const seen = sandbox ? `is ${status}` : 'is in no list';
  throw new WaitError(failure, `the sandbox ${seen} and cannot become ${wanted}`, sandbox, context);
}

/** Whether the table has a way from one state to another. From a state that is new to it, everything may come. */
function leadsTo(from: string, to: string, passed: readonly string[] = []): boolean {
  const next = Object.hasOwn(sandboxStatusTransitions, from)
    ? sandboxStatusTransitions[from]
    : undefined;
  if (!next) return true;
  return next.some(
    (state) => state === to || (!passed.includes(state) && leadsTo(state, to, [...passed, from])),
  );
}

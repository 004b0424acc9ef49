/** The operations of sandboxes, and waiting: for their statuses, or for whatever a poll looks for. */
import type { Sandbox, SandboxStatus } from '@agent-conversation/types';
import { RateLimitError, WaitError, type WaitFailure } from './errors.ts';
import { excerpt } from './excerpt.ts';
import { sandboxStatusWays, searchSandboxes } from './generated/operations.ts';
import type { SandboxesOperations } from './generated/resources.ts';
import type { ErrorContext, Operation } from './operation.ts';
import { validate } from './transport/config.ts';
import type { CallOptions } from './transport/options.ts';
import { deadlineOf, pause, withTimeout } from './transport/timeout.ts';

/** Operations of sandboxes, and what is built on them. */
export interface Sandboxes extends SandboxesOperations {
  /**
   * Polls until a sandbox has a status, and returns the sandbox with this status. It polls the search, page by
   * page if need be.
   *
   * @throws {WaitError} when it cannot come into the status by the contract's lifecycle table: it is
   * `MISSING`, or needs a call that nobody has made; or when it is in `ERROR` on the way to `RUNNING`, unless
   * `waitThroughError` is set
   * @throws {TimeoutError} when it has not come in time
   *
   * @example
   * const { id } = await client.sandboxes.start();
   * const sandbox = await client.sandboxes.waitUntil(id, 'RUNNING', { timeoutInMs: 120_000 });
   */
  waitUntil(
    sandbox_id: string,
    status: SandboxStatus,
    options?: WaitOptions,
  ): Promise<Sandbox>;
}

/** Adds to the operations what is built on them. */
export function withWaits(sandboxes: SandboxesOperations): Sandboxes {
  return {
    ...sandboxes,
    async waitUntil(id, wanted, options = {}) {
      if (!Object.hasOwn(sandboxStatusWays, wanted)) {
        const known = Object.keys(sandboxStatusWays).join(', ');
        throw new TypeError(
          `status must be one of ${known}, not ${wanted as string}`,
        );
      }
      const look = watchSandbox(sandboxes, id, wanted, options);
      return poll(searchSandboxes, lastOf(`the sandbox ${id}`), options, look);
    },
  };
}

/** In how many polls in a row a sandbox has to be absent: a list may shift while it is paged. */
const pollsWithout = 2;

/**
 * Returns what is waited for once it exists, and writes what it sees into the context.
 *
 * @throws {WaitError} if it cannot come
 */
type Look<T> = (
  options: CallOptions,
  context: ErrorContext,
) => Promise<T | undefined>;

/**
 * Makes a function that looks for a sandbox, and whether it has come into a status.
 *
 * @param purpose begins the message of a failure: what fails with the sandbox
 * @param absent in how many polls in a row it has been absent; `-Infinity` if it may be until it was seen once
 */
export function watchSandbox(
  sandboxes: SandboxesOperations,
  sandboxId: string,
  wanted: SandboxStatus,
  options: WaitOptions,
  purpose = '',
  absent = 0,
): Look<Sandbox> {
  const judge = judgeSandbox(wanted, options, purpose);
  let last: Sandbox | undefined;

  return async (callOptions, context) => {
    let sandbox: Sandbox | undefined;
    // No operation reads a single sandbox.
    for await (const each of sandboxes.search({}, callOptions)) {
      if (each?.id === sandboxId) {
        sandbox = each;
        break;
      }
    }
    const status = sandbox?.status;
    absent = sandbox ? 0 : absent + 1;
    last = sandbox ?? last;
    context.subject = last;
    context.status = status;
    if (status === wanted) return sandbox;
    if (sandbox || absent >= pollsWithout) judge(sandboxId, status, context);
    return undefined;
  };
}

/**
 * Makes a function that throws a `WaitError` if a sandbox does not come from the status that it has into the wanted
 * one. Without a status, it is in no list, and counts as missing.
 */
export function judgeSandbox(
  wanted: SandboxStatus,
  options: WaitOptions,
  purpose = '',
) {
  const isOver = graceOf(options);

  return (
    sandboxId: string,
    seen: string | undefined,
    context: ErrorContext,
  ): void => {
    const status = seen ?? 'MISSING';
    // From a status that is new to the contract, every other may come.
    const call = sandboxStatusWays[status]?.[wanted];
    const failAs = (failure: WaitFailure, hint: string) => {
      const what = `the sandbox ${excerpt(sandboxId)} is ${excerpt(seen ?? 'in no list')}`;
      throw new WaitError(`${purpose}${what} and ${hint}`, context, {
        failure,
      });
    };
    if (call === null) failAs('MISSING', `cannot become ${wanted}`);
    if (
      status === 'ERROR' &&
      wanted === 'RUNNING' &&
      !options.waitThroughError
    ) {
      failAs(status, 'may recover; waitThroughError waits for that');
    }
    if (isOver(call !== undefined)) {
      failAs('UNREACHABLE', `becomes ${wanted} by ${call} only`);
    }
  };
}

/** Makes a function that states whether something has lasted for longer than `graceInMs`. */
export function graceOf({
  graceInMs = 60_000,
}: WaitOptions): (isStuck: boolean) => boolean {
  let stuckSince = Infinity;
  return (isStuck) => {
    const now = performance.now();
    stuckSince = isStuck ? Math.min(stuckSince, now) : Infinity;
    return now - stuckSince >= graceInMs;
  };
}

/** What a poll has seen. */
export interface WaitProgress {
  /** Status of the sandbox, or of the agent in `waitUntilFinished`; undefined while it is not known. */
  readonly status: string | undefined;
  /** How long the wait has lasted, in milliseconds. */
  readonly elapsedInMs: number;
}

/** How to wait, and the options of each call of the wait. */
export interface WaitOptions extends CallOptions {
  /**
   * How long to wait at most, in milliseconds: the time of the wait, and not that of each of its calls.
   * @default 300000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long to pause between two polls, in milliseconds.
   * @default 1000
   */
  readonly pollIntervalInMs?: number | undefined;
  /** Is called with what was seen, after each poll. */
  readonly onProgress?: ((progress: WaitProgress) => void) | undefined;
  /**
   * How long a status may last that only a call leads out of, as `PAUSED` on the way to `RUNNING`, or an agent
   * that is `idle`, in milliseconds: the status follows a call with some delay. Then the wait ends with a
   * `WaitError`.
   * @default 60000
   */
  readonly graceInMs?: number | undefined;
  /**
   * Whether to wait on for `RUNNING` while the sandbox is in `ERROR`: it may recover by itself, and after
   * `resume` it may be in `ERROR` for a moment. Otherwise the wait ends at once with a `WaitError`.
   * @default false
   */
  readonly waitThroughError?: boolean | undefined;
}

/** Says for a message what a wait has seen last. It gets the last status, once there is one. */
type StateOf = (status: string | undefined) => string;

/** Makes a function that says in which status something was last. */
export function lastOf(what: string): StateOf {
  return (status) =>
    `${what} was ${status ? `last ${excerpt(status)}` : 'not found yet'}`;
}

/** Polls until `look` finds what is waited for, or throws. Outlasts a rate limit, which the polls may exceed. */
export function poll<T>(
  operation: Operation,
  stateOf: StateOf,
  options: WaitOptions,
  look: Look<T>,
): Promise<T> {
  const {
    signal,
    onProgress,
    timeoutInMs = 300_000,
    pollIntervalInMs = 1_000,
    ...callOptions
  }: WaitOptions = validate(options);
  const context: ErrorContext = {
    operation,
    signal,
    attempts: 1,
    state: stateOf(undefined),
  };
  const began = performance.now();
  return withTimeout(
    deadlineOf('wait', timeoutInMs),
    context,
    async (ended) => {
      for (; ; context.attempts++) {
        let pauseInMs = pollIntervalInMs;
        context.status = undefined;
        const resource = await look(
          { ...callOptions, signal: ended },
          context,
        ).catch((error) => {
          if (!(error instanceof RateLimitError)) throw error;
          pauseInMs = Math.max(pauseInMs, error.retryAfterInMs ?? 0);
        });
        const { status } = context;
        if (status) context.state = stateOf(status);
        onProgress?.({ status, elapsedInMs: performance.now() - began });
        if (resource) return resource;
        await pause(pauseInMs, { ...context, signal: ended });
      }
    },
  );
}

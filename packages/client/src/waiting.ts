/** Waiting for sandboxes and conversations, by the lifecycle tables of the contract. */
import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
  Sandbox,
  SandboxStatus,
} from '@agent-conversation/types';
import { WaitError, type WaitFailure } from './errors.ts';
import {
  listAppConversations,
  sandboxStatusWays,
  searchSandboxes,
} from './generated/operations.ts';
import type { Resources } from './generated/resources.ts';
import type { ErrorContext } from './operation.ts';
import { validate } from './transport/config.ts';
import type { CallOptions } from './transport/options.ts';
import { type Limits, pause, withTimeout } from './transport/timeout.ts';

/** What a poll has seen. */
export interface WaitProgress {
  /** Status of the sandbox; undefined while it is not known. */
  readonly status: string | undefined;
  /** How long the wait has lasted, in milliseconds. */
  readonly elapsedInMs: number;
}

/** How to wait. */
export interface WaitOptions {
  /** Ends the wait when it is aborted; it then throws an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How long to wait at most, in milliseconds.
   *
   * @default 300000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long to pause between two polls, in milliseconds.
   *
   * @default 1000
   */
  readonly pollIntervalInMs?: number | undefined;
  /** Is called with what was seen, after each poll. */
  readonly onProgress?: ((progress: WaitProgress) => void) | undefined;
  /**
   * How long the sandbox may stay in a status that only a call leads out of, as `PAUSED` on the way to
   * `RUNNING`, in milliseconds: the status follows a call with some delay. Then the wait ends with a
   * `WaitError`.
   *
   * @default 60000
   */
  readonly graceInMs?: number | undefined;
  /**
   * Whether to wait on for `RUNNING` while the sandbox is in `ERROR`: it may recover by itself, and after
   * `resume` it may be in `ERROR` for a moment. Otherwise the wait ends at once with a `WaitError`.
   *
   * @default false
   */
  readonly waitThroughError?: boolean | undefined;
}

/** What errors of a wait have; each poll updates it. */
type WaitContext = { -readonly [K in keyof ErrorContext]: ErrorContext[K] };

/** What was seen in a poll. */
interface Look<T> {
  readonly status: string | undefined;
  /** What was waited for; undefined while it is not there. */
  readonly found?: T | undefined;
}

/**
 * Polls until what is waited for is there.
 *
 * @param look polls once; it throws when what is waited for cannot come
 * @throws {TimeoutError} when it has not come in time
 * @throws {AbortedError} when the caller's signal is aborted
 */
async function poll<T>(
  context: WaitContext,
  options: WaitOptions,
  look: (options: CallOptions) => Promise<Look<T>>,
): Promise<T> {
  const { signal, onProgress, timeoutInMs = 300_000, pollIntervalInMs = 1_000 } = validate(options);
  const began = performance.now();
  const elapsed = () => performance.now() - began;

  for (;;) {
    context.attempts++;
    const left = timeoutInMs - elapsed();
    const limits: Limits = { signal, timeoutInMs: left, scope: 'wait', scopeInMs: timeoutInMs };
    const { status, found } = await withTimeout(limits, context, (ended) =>
      look({ signal: ended }),
    );
    onProgress?.({ status, elapsedInMs: elapsed() });
    if (found !== undefined) return found;
    await pause(Math.min(pollIntervalInMs, Math.max(0, timeoutInMs - elapsed())), signal, context);
  }
}

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
  const state = `the sandbox ${sandboxId} was not found yet`;
  const context: WaitContext = { operation: searchSandboxes, attempts: 0, state };
  const look = watchSandbox(resources, sandboxId, wanted, options, context);
  return poll(context, options, async (callOptions) => {
    const sandbox = await look(callOptions);
    if (sandbox) {
      context.subject = sandbox;
      context.state = `the sandbox ${sandboxId} was last ${sandbox.status}`;
    }
    return { status: sandbox?.status, found: sandbox?.status === wanted ? sandbox : undefined };
  });
}

/** In how many polls in a row a sandbox has to be absent: a list may shift while it is paged. */
const pollsWithout = 2;

/**
 * Makes a function that reads a sandbox, and throws a `WaitError` if it cannot come into a status by the
 * contract's lifecycle table. A sandbox in no list counts as `MISSING`.
 */
function watchSandbox(
  resources: Pick<Resources, 'sandboxes'>,
  sandboxId: string,
  wanted: SandboxStatus,
  options: WaitOptions,
  context: ErrorContext,
): (callOptions: CallOptions) => Promise<Sandbox | undefined> {
  const { graceInMs = 60_000, waitThroughError } = options;
  let absent = 0;
  let stuckSince: number | undefined;

  return async (callOptions) => {
    const sandbox = await findSandbox(resources, sandboxId, callOptions);
    const status = sandbox?.status ?? 'MISSING';
    absent = sandbox ? 0 : absent + 1;
    if (sandbox ? status === wanted : absent < pollsWithout) return sandbox;

    const fail = (failure: WaitFailure, hint: string) => {
      const seen = sandbox ? `is ${status}` : 'is in no list';
      const reason = `the sandbox ${sandboxId} ${seen} ${hint}`;
      return new WaitError(reason, { ...context, subject: sandbox }, { failure });
    };
    // From a status that is new to the contract, every other may come.
    const calls = (sandboxStatusWays[status] ?? { [wanted]: '' })[wanted];
    if (calls === undefined) {
      const failure = status === 'MISSING' ? 'MISSING' : 'UNREACHABLE';
      throw fail(failure, `and cannot become ${wanted}`);
    }
    if (status === 'ERROR' && wanted === 'RUNNING' && !waitThroughError) {
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

/** How many ids a request has at most: some deployments fail with exactly 100, the documented bound. */
const groupSize = 50;

/** Reads any number of conversations, in the order of their ids; null for an unknown one. */
export async function getMany(
  { appConversations }: Pick<Resources, 'appConversations'>,
  ids: readonly string[],
  options?: CallOptions,
): Promise<(AppConversation | null)[]> {
  const found = new Map<string, AppConversation>();
  for (let start = 0; start < ids.length; start += groupSize) {
    const group = { ids: ids.slice(start, start + groupSize) };
    for (const it of await appConversations.list(group, options)) {
      if (it?.id) found.set(digitsOf(it.id), it);
    }
  }
  return ids.map((id) => found.get(digitsOf(id)) ?? null);
}

/** The form of an id in responses; requests may have hyphens as well. */
function digitsOf(id: string): string {
  return id.replaceAll('-', '').toLowerCase();
}

/** Waits until the conversation of a start task is there. No operation reads a task again. */
export async function waitUntilReady(
  resources: Resources,
  task: AppConversationStartTask,
  options?: WaitOptions,
): Promise<AppConversation> {
  return follow(resources, task.request.conversation_id, async () => task, options);
}

/** Starts a conversation with an id of its own, and waits until it is there. */
export async function startAndWait(
  resources: Resources,
  body: AppConversationStartRequest = {},
  options?: WaitOptions,
): Promise<AppConversation> {
  const conversation_id = body.conversation_id ?? newId();
  const start = async (callOptions: CallOptions) => {
    const task = await resources.appConversations.start({ ...body, conversation_id }, callOptions);
    // A deployment that ignores the id does not repeat it. With it, the task can be followed later.
    return { ...task, request: { ...task.request, conversation_id } };
  };
  return follow(resources, conversation_id, start, options);
}

/** Polls the list of conversations with an id, until there is an entry. */
async function follow(
  resources: Resources,
  sentId: string | null | undefined,
  start: (options: CallOptions) => Promise<AppConversationStartTask>,
  options: WaitOptions = {},
): Promise<AppConversation> {
  const stateOf = (id: string | null | undefined) =>
    `the conversation ${id} has not appeared: its start failed or takes longer, or this deployment ignores conversation_id, as older ones do; continue with waitUntilReady(error.subject), or look for it there`;
  const operation = listAppConversations;
  const context: WaitContext = { operation, attempts: 0, state: stateOf(sentId) };
  let task: AppConversationStartTask | undefined;
  let look: ReturnType<typeof watchSandbox> | undefined;
  return poll(context, options, async (callOptions) => {
    context.subject = task ??= await start(callOptions);
    const id = task.app_conversation_id ?? sentId;
    context.state = stateOf(id);
    if (task.status === 'ERROR') {
      throw new WaitError('the start of the conversation has failed', context, {
        failure: 'ERROR',
      });
    }
    if (!id) {
      const reason =
        'neither the task nor its request names a conversation; use startAndWait, or start with a conversation_id';
      throw new WaitError(reason, context, { failure: 'UNFOLLOWABLE' });
    }
    const [found] = await getMany(resources, [id], callOptions);
    if (found) return { status: found.sandbox_status, found };
    const sandboxId = task.sandbox_id ?? task.request.sandbox_id;
    if (!sandboxId) return { status: undefined };
    look ??= watchSandbox(resources, sandboxId, 'RUNNING', options, context);
    return { status: (await look(callOptions))?.status };
  });
}

/** A random UUID (RFC 9562, version 4) as 32 digits. `crypto.randomUUID` is missing on pages without HTTPS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte, at) =>
    at === 12 ? '4' : at === 16 ? '8' : (byte % 16).toString(16),
  ).join('');
}

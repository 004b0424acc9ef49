/** The operations of app conversations, and what is built on them: reading many, following a start and the agent. */
import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
} from '@agent-conversation/types';
import { WaitError } from './errors.ts';
import { excerpt } from './excerpt.ts';
import { listAppConversations } from './generated/operations.ts';
import type {
  AppConversationsOperations,
  Resources,
} from './generated/resources.ts';
import {
  graceOf,
  judgeSandbox,
  lastOf,
  poll,
  type WaitOptions,
  watchSandbox,
} from './sandboxes.ts';
import type { CallOptions } from './transport/options.ts';

/** Operations of app conversations, and what is built on them. */
export interface AppConversations extends AppConversationsOperations {
  /**
   * Reads any number of conversations, with a request for each 50 ids. Returns them in the order of `ids`,
   * with null for an unknown id.
   *
   * @example
   * const ids = ['0f6b8c1e3a444d0e9a517c2e5b9d1f36', 'c2a9d7e461f34b8a8e059d3f7a1c2b64'];
   * const [first, second] = await client.appConversations.getMany(ids);
   */
  getMany(
    ids: readonly string[],
    options?: CallOptions,
  ): Promise<(AppConversation | null)[]>;

  /**
   * Starts a conversation, polls until it exists, and returns it. It is followed by its
   * `conversation_id`: the one in `body`, or else a random one that is sent with the request.
   *
   * It starts in the sandbox in `body`, or else in a new one with the id of the conversation. The wait ends
   * at once when that sandbox fails. Deployments whose sandboxes are in `ERROR` for a moment while they start
   * need `waitThroughError`.
   *
   * @param body Settings of the conversation.
   * @throws {WaitError} when the start has failed: its sandbox is in `ERROR` or `MISSING`, or has
   * disappeared from the search
   * @throws {TimeoutError} when it has not appeared in time, as on deployments that ignore
   * `conversation_id`, and when the start has failed in a sandbox that runs, which no operation shows; the
   * error's `subject` is the start task
   *
   * @example
   * const conversation = await client.appConversations.startAndWait({
   *   initial_message: { content: [{ type: 'text', text: 'Fix the vouchers.' }] },
   * });
   */
  startAndWait(
    body?: AppConversationStartRequest,
    options?: WaitOptions,
  ): Promise<AppConversation>;

  /**
   * Polls until the conversation of a start task exists, and returns it. It is followed by the
   * `app_conversation_id` of the task, or else by the `conversation_id` of its request. The task may come
   * from a file: a wait can be continued.
   *
   * @throws {WaitError} when the task has neither id, or the start has failed: the task is in `ERROR`, or its
   * sandbox is in `ERROR` or `MISSING`, or has disappeared from the search
   * @throws {TimeoutError} when it has not appeared in time; the error's `subject` is the task
   *
   * @example
   * const task = await client.appConversations.start({ conversation_id: crypto.randomUUID() });
   * const conversation = await client.appConversations.waitUntilReady(task);
   */
  waitUntilReady(
    task: AppConversationStartTask,
    options?: WaitOptions,
  ): Promise<AppConversation>;

  /**
   * Polls until the agent of a conversation has finished, and returns the conversation with this status; at
   * once if the agent has finished before. Goes on polling at a status that the contract does not have.
   *
   * @param conversation The conversation, or its id.
   * @throws {WaitError} when the agent does not finish by itself: it is in `error`, `stuck` or
   * `waiting_for_confirmation`, or is `idle` or `paused` for longer than `graceInMs`; when its sandbox is in
   * `ERROR` or `MISSING`, or is `PAUSED` for longer than `graceInMs`; or when no conversation has the id.
   * `failure` says which, and `subject` is the conversation
   * @throws {TimeoutError} when it has not finished in time, which is five minutes by default
   *
   * @example
   * const conversation = await client.appConversations.startAndWait({
   *   initial_message: { content: [{ type: 'text', text: 'Fix the vouchers.' }], run: true },
   * });
   * const { execution_status } = await client.appConversations.waitUntilFinished(conversation, {
   *   timeoutInMs: 3_600_000,
   * });
   */
  waitUntilFinished(
    conversation: string | Pick<AppConversation, 'id'>,
    options?: WaitOptions,
  ): Promise<AppConversation>;
}

/** How many ids a request has at most: some deployments fail with exactly 100, the documented bound. */
const groupSize = 50;
/** The form of an id in responses; requests may have hyphens as well. */
const digitsOf = (id: unknown) => String(id).replaceAll('-', '').toLowerCase();

/** The statuses in which an agent has ended without having finished. In capitals, they are the failure of a wait. */
const ends: readonly unknown[] = ['error', 'stuck', 'waiting_for_confirmation'];

const startHasFailed = 'the start of the conversation has failed';

/** Adds to the operations what is built on them. */
export function withStarts({
  appConversations,
  sandboxes,
}: Resources): AppConversations {
  async function getMany(ids: readonly string[], options?: CallOptions) {
    const entries = new Map<string, AppConversation>();
    for (let first = 0; first < ids.length; first += groupSize) {
      const group = { ids: ids.slice(first, first + groupSize) };
      for (const entry of await appConversations.list(group, options)) {
        if (entry) entries.set(digitsOf(entry.id), entry);
      }
    }
    return ids.map((id) => entries.get(digitsOf(id)) ?? null);
  }

  /** Polls the list of conversations with an id, until there is an entry. No operation reads a task again. */
  function follow(
    sentId: string | null | undefined,
    taskOf: (options: CallOptions) => Promise<AppConversationStartTask>,
    options: WaitOptions = {},
  ) {
    let task: AppConversationStartTask | undefined;
    let look: ReturnType<typeof watchSandbox> | undefined;
    let id = sentId;
    const stateOf = (status: string | undefined) => {
      // A start can fail while its sandbox runs, which no operation shows.
      const alternative = status
        ? `has failed in its sandbox, which is ${excerpt(status)}`
        : 'this deployment ignores conversation_id';
      return (
        `the conversation ${excerpt(id)} has not appeared: it takes longer, or ${alternative}; ` +
        'continue with waitUntilReady(error.subject)'
      );
    };
    return poll(
      listAppConversations,
      stateOf,
      options,
      async (callOptions, context) => {
        context.subject = task ??= await taskOf(callOptions);
        id = task.app_conversation_id ?? sentId;
        if (task.status === 'ERROR') {
          throw new WaitError(startHasFailed, context, { failure: 'ERROR' });
        }
        if (!id) {
          const reason = 'the task names no conversation; use startAndWait';
          throw new WaitError(reason, context, { failure: 'UNFOLLOWABLE' });
        }
        const [found] = await getMany([id], callOptions);
        if (found) {
          context.status = found.sandbox_status;
          return found;
        }
        const sandboxId = task.sandbox_id ?? task.request?.sandbox_id;
        // One that the start makes itself has the id of the conversation, and is not there at first.
        const absent = sandboxId ? 0 : -Infinity;
        const startedId = sandboxId ?? digitsOf(id);
        const purpose = `${startHasFailed}: `;
        look ??= watchSandbox(
          sandboxes,
          startedId,
          'RUNNING',
          options,
          purpose,
          absent,
        );
        await look(callOptions, context);
        context.subject = task;
        return undefined;
      },
    );
  }

  /** Polls a conversation until its agent has finished. */
  async function waitUntilFinished(
    conversation: string | Pick<AppConversation, 'id'>,
    options: WaitOptions = {},
  ) {
    const id =
      typeof conversation === 'string' ? conversation : conversation.id;
    if (!id) throw new TypeError('conversation must be an id, or have one');
    const agent = `the agent of the conversation ${id}`;
    const judge = judgeSandbox('RUNNING', options);
    const isOver = graceOf(options);
    return poll(
      listAppConversations,
      lastOf(agent),
      options,
      async (callOptions, context) => {
        const [found] = await getMany([id], callOptions);
        if (!found) {
          const reason = `no conversation has the id ${id}; use waitUntilReady`;
          throw new WaitError(reason, context, { failure: 'MISSING' });
        }
        const { execution_status: status, sandbox_id, sandbox_status } = found;
        context.subject = found;
        context.status = status ?? undefined;
        if (status === 'finished') return found;
        const isWaiting = isOver(status === 'idle' || status === 'paused');
        if (isWaiting || ends.includes(status)) {
          const failure = isWaiting ? 'UNREACHABLE' : status!.toUpperCase();
          const reason = `${agent} is ${excerpt(status)} and does not finish by itself`;
          throw new WaitError(reason, context, { failure });
        }
        judge(sandbox_id, sandbox_status, context);
        return undefined;
      },
    );
  }

  return {
    ...appConversations,
    getMany,
    waitUntilFinished,
    waitUntilReady: async (task, options) =>
      follow(task.request?.conversation_id, async () => task, options),
    async startAndWait(body = {}, options) {
      // A UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on pages without HTTPS.
      const digit = () =>
        (crypto.getRandomValues(new Uint8Array(1))[0]! % 16).toString(16);
      const random = 'xxxxxxxxxxxx4xxx8xxxxxxxxxxxxxxx'.replaceAll('x', digit);
      const conversation_id = body.conversation_id ?? random;
      const begin = async (callOptions: CallOptions) => {
        const task = await appConversations.start(
          { ...body, conversation_id },
          callOptions,
        );
        // A deployment that ignores the id does not repeat it. With it, the task can be followed later.
        return { ...task, request: { ...task.request, conversation_id } };
      };
      return follow(conversation_id, begin, options);
    },
  };
}

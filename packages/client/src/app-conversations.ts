/** The operations of app conversations, and what is built on them: reading many, and following a start. */
import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
} from '@agent-conversation/types';
import { WaitError } from './errors.ts';
import { listAppConversations } from './generated/operations.ts';
import type { AppConversationsOperations, Resources } from './generated/resources.ts';
import { poll, type WaitOptions, watchSandbox } from './sandboxes.ts';
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
  getMany(ids: readonly string[], options?: CallOptions): Promise<(AppConversation | null)[]>;

  /**
   * Starts a conversation, waits until it is there, and returns it. It is followed by its
   * `conversation_id`: the one in `body`, or else a random one that is sent with the request.
   *
   * @param body Settings of the conversation.
   * @throws {WaitError} when the start has failed, or the sandbox in `body` is in `ERROR` or `MISSING`
   * @throws {TimeoutError} when it has not appeared in time, as on deployments that ignore
   * `conversation_id`; the error's `subject` is the start task
   *
   * @example
   * const conversation = await client.appConversations.startAndWait({ title: 'Vouchers in the basket' });
   */
  startAndWait(body?: AppConversationStartRequest, options?: WaitOptions): Promise<AppConversation>;

  /**
   * Waits until the conversation of a start task is there, and returns it. It is followed by the
   * `app_conversation_id` of the task, or else by the `conversation_id` of its request. The task may come
   * from a file: a wait can be continued.
   *
   * @throws {WaitError} when the task has neither id, or has failed, or its sandbox is in `ERROR` or
   * `MISSING`
   * @throws {TimeoutError} when it has not appeared in time; the error's `subject` is the task
   *
   * @example
   * const task = await client.appConversations.start({ conversation_id: crypto.randomUUID() });
   * const conversation = await client.appConversations.waitUntilReady(task);
   */
  waitUntilReady(task: AppConversationStartTask, options?: WaitOptions): Promise<AppConversation>;
}

/** How many ids a request has at most: some deployments fail with exactly 100, the documented bound. */
const groupSize = 50;
/** The form of an id in responses; requests may have hyphens as well. */
const digitsOf = (id: string) => id.replaceAll('-', '').toLowerCase();

/** Adds to the operations what is built on them. */
export function withStarts({ appConversations, sandboxes }: Resources): AppConversations {
  async function getMany(ids: readonly string[], options?: CallOptions) {
    const found = new Map<string, AppConversation>();
    for (let first = 0; first < ids.length; first += groupSize) {
      const group = { ids: ids.slice(first, first + groupSize) };
      for (const it of await appConversations.list(group, options)) {
        if (it?.id) found.set(digitsOf(it.id), it);
      }
    }
    return ids.map((id) => found.get(digitsOf(id)) ?? null);
  }

  /** Polls the list of conversations with an id, until there is an entry. No operation reads a task again. */
  function follow(
    sentId: string | null | undefined,
    taskOf: (options: CallOptions) => Promise<AppConversationStartTask>,
    options: WaitOptions = {},
  ) {
    const stateOf = (id: string | null | undefined) =>
      `the conversation ${id} has not appeared: its start failed or takes longer, or this deployment ignores conversation_id, as older ones do; continue with waitUntilReady(error.subject), or look for it there`;
    let task: AppConversationStartTask | undefined;
    let look: ReturnType<typeof watchSandbox> | undefined;
    return poll(listAppConversations, stateOf(sentId), options, async (callOptions, context) => {
      context.subject = task ??= await taskOf(callOptions);
      const id = task.app_conversation_id ?? sentId;
      context.state = stateOf(id);
      if (task.status === 'ERROR') {
        const reason = 'the start of the conversation has failed';
        throw new WaitError(reason, context, { failure: 'ERROR' });
      }
      if (!id) {
        const reason =
          'neither the task nor its request names a conversation; use startAndWait, or start with a conversation_id';
        throw new WaitError(reason, context, { failure: 'UNFOLLOWABLE' });
      }
      const [found] = await getMany([id], callOptions);
      if (found) return { status: found.sandbox_status, found };
      const sandboxId = task.sandbox_id ?? task.request.sandbox_id;
      if (!sandboxId) return {};
      look ??= watchSandbox(sandboxes, sandboxId, 'RUNNING', options);
      const { status } = await look(callOptions, { ...context });
      return { status };
    });
  }

  return {
    ...appConversations,
    getMany,
    waitUntilReady: async (task, options) =>
      follow(task.request.conversation_id, async () => task, options),
    async startAndWait(body = {}, options) {
      const conversation_id = body.conversation_id ?? newId();
      const begin = async (callOptions: CallOptions) => {
        const task = await appConversations.start({ ...body, conversation_id }, callOptions);
        // A deployment that ignores the id does not repeat it. With it, the task can be followed later.
        return { ...task, request: { ...task.request, conversation_id } };
      };
      return follow(conversation_id, begin, options);
    },
  };
}

/** A random UUID (RFC 9562, version 4) as 32 digits. `crypto.randomUUID` is missing on pages without HTTPS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte, at) =>
    at === 12 ? '4' : at === 16 ? '8' : (byte % 16).toString(16),
  ).join('');
}

import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
} from '@agent-conversation/types';
import { WaitError } from '../errors.ts';
import { listAppConversations } from '../generated/operations.ts';
import type { Resources } from '../generated/resources.ts';
import type { CallOptions } from '../transport/options.ts';
import { poll, type WaitOptions } from './poll.ts';
import { watchSandbox } from './sandbox.ts';

type Reading = Pick<Resources, 'sandboxes' | 'appConversations'>;

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
  resources: Reading,
  task: AppConversationStartTask,
  options?: WaitOptions,
): Promise<AppConversation> {
  return follow(resources, task.request.conversation_id, async () => task, options);
}

/** Starts a conversation with an id of its own, and waits until it is there. */
export async function startAndWait(
  resources: Reading,
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
  resources: Reading,
  sentId: string | null | undefined,
  start: (options: CallOptions) => Promise<AppConversationStartTask>,
  options: WaitOptions = {},
): Promise<AppConversation> {
  let task: AppConversationStartTask | undefined;
  let look: ReturnType<typeof watchSandbox> | undefined;
  const waiting = () => ({
    subject: task,
    state: `the conversation ${task?.app_conversation_id ?? sentId} has not appeared: its start failed or takes longer, or this deployment ignores conversation_id, as older ones do; continue with waitUntilReady(error.subject), or look for it there`,
  });
  return poll(listAppConversations, options, waiting, async (callOptions, context) => {
    task ??= await start(callOptions);
    const id = task.app_conversation_id ?? sentId;
    if (task.status === 'ERROR') {
      throw new WaitError('ERROR', 'the start of the conversation has failed', task, context);
    }
    if (!id) {
      const reason =
        'neither the task nor its request names a conversation; use startAndWait, or start with a conversation_id';
      throw new WaitError('UNFOLLOWABLE', reason, task, context);
    }
    const [found] = await getMany(resources, [id], callOptions);
    if (found) return { status: found.sandbox_status, found };
    const sandboxId = task.sandbox_id ?? task.request.sandbox_id;
    if (!sandboxId) return { status: undefined };
    look ??= watchSandbox(resources, sandboxId, 'RUNNING', options);
    return { status: (await look(callOptions, context))?.status };
  });
}

/** A random UUID (RFC 9562, version 4) as 32 digits. `crypto.randomUUID` is missing on pages without HTTPS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte, at) =>
    at === 12 ? '4' : at === 16 ? '8' : (byte % 16).toString(16),
  ).join('');
}

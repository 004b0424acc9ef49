import type { AppConversation, AppConversationStartTask } from '@agent-conversation/types';
import type { ErrorContext } from '../errors/client-error.ts';
import { isValidationError } from '../errors/validation-error.ts';
import { WaitError, type WaitFailure } from '../errors/wait-error.ts';
import { listAppConversations } from '../generated/contract.ts';
import type { Resources } from '../generated/resources.ts';
import type { CallOptions } from '../transport/options.ts';
import { findSandbox } from './find-sandbox.ts';
import { poll } from './poll.ts';
import { demandWay } from './sandbox.ts';
import type { WaitOptions } from './wait-options.ts';

type Reading = Pick<Resources, 'sandboxes' | 'appConversations'>;

/**
 * Waits until the conversation of a start task is there. No operation reads a task again, so it is found
 * among the conversations: by its id if the task or its request has one, else by its sandbox.
 */
export async function waitUntilReady(
  resources: Reading,
  task: AppConversationStartTask,
  options: WaitOptions = {},
): Promise<AppConversation> {
  const id = task.app_conversation_id ?? task.request.conversation_id;
  return poll(listAppConversations, options, async (callOptions, context) => {
    const fail = (failure: WaitFailure, reason: string) =>
      new WaitError(failure, reason, task, context);
    if (task.status === 'ERROR') throw fail('ERROR', 'the start of the conversation has failed');
    if (!id && !task.sandbox_id) {
      throw fail(
        'UNFOLLOWABLE',
        'the task names neither its conversation nor its sandbox; start with a conversation_id of your own',
      );
    }
    const found = id
      ? await findById(resources, id, callOptions)
      : await findBySandbox(resources, task, callOptions).catch((error: unknown) => {
          if (!isValidationError(error)) throw error;
          throw fail(
            'UNFOLLOWABLE',
            'this service lists conversations by id only; start with a conversation_id of your own',
          );
        });
    if (found) return { status: found.sandbox_status, found };
    const status = await lookAtSandbox(resources, task, callOptions, context);
    return { status };
  });
}

async function findById(
  { appConversations }: Reading,
  id: string,
  options: CallOptions,
): Promise<AppConversation | undefined> {
  const [found] = await appConversations.list({ ids: [id] }, options);
  return found ?? undefined;
}

/** The conversation that runs in the sandbox of a task, and did not do so before the task was. */
async function findBySandbox(
  { appConversations }: Reading,
  { sandbox_id, created_at = '' }: AppConversationStartTask,
  options: CallOptions,
): Promise<AppConversation | undefined> {
  const begun = Date.parse(created_at);
  const all = await appConversations.list({}, options);
  const since = all.filter(
    (it) => it?.sandbox_id === sandbox_id && !(Date.parse(it?.created_at ?? '') < begun),
  );
  // Newest first: another task may have come after this one.
  return since.at(-1) ?? undefined;
}

/** Sees to it that the sandbox of a task can still run, and tells its status. */
async function lookAtSandbox(
  resources: Reading,
  { sandbox_id }: AppConversationStartTask,
  options: CallOptions,
  context: ErrorContext,
): Promise<string | undefined> {
  if (!sandbox_id) return undefined;
  const sandbox = await findSandbox(resources, sandbox_id, options);
  if (sandbox && sandbox.status !== 'RUNNING') demandWay(sandbox, 'RUNNING', context);
  return sandbox?.status;
}

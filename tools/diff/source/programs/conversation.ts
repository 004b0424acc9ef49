/**
 * Starts a conversation with all that can be said about it, and waits until it is there.
 *
 * @about startAppConversation, listAppConversations
 */
import type {
  AppConversation,
  AppConversationStartRequest,
  Client,
  MessageContent,
  WaitProgress,
} from '@agent-conversation/client';

const request: AppConversationStartRequest = {
  sandbox_id: 'sbx-4kq7m2xw',
  conversation_id: '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36',
  initial_message: {
    role: 'user',
    content: [
      { type: 'text', text: 'Vouchers in the basket', cache_prompt: true },
      { type: 'image', image_urls: ['https://example.com/basket.png'], cache_prompt: false },
    ],
    run: true,
  },
  system_message_suffix: 'Answer in French.',
  llm_model: 'large',
  selected_repository: 'shop/basket',
  selected_branch: 'main',
  git_provider: 'forgejo',
  suggested_task: {
    repo: 'shop/basket',
    issue_number: 12,
    title: 'Vouchers are counted twice',
    git_provider: 'forgejo',
    task_type: 'OPEN_ISSUE',
  },
  title: 'Vouchers in the basket',
  trigger: 'openhands_api',
  pr_number: [12],
  parent_conversation_id: null,
  agent_type: 'plan',
  public: false,
};

export async function converse(
  client: Client,
  onProgress: (progress: WaitProgress) => void,
): Promise<AppConversation> {
  const task = await client.appConversations.start(request, { timeoutInMs: 10_000 });
  if (task.status === 'ERROR') throw new Error(task.detail ?? 'no reason was given');
  return client.appConversations.waitUntilReady(task, { timeoutInMs: 120_000, onProgress });
}

/**
 * Starts a conversation with nothing but a title, and with nothing at all.
 *
 * @about startAppConversation
 */
export async function converseBriefly(
  client: Client,
): Promise<readonly (string | null | undefined)[]> {
  const titled = await client.appConversations.start({ title: 'Vouchers in the basket' });
  const bare = await client.appConversations.start();
  return [titled.app_conversation_id, bare.request.title, bare.agent_server_url, bare.created_at];
}

/**
 * Reads a message part by part.
 *
 * @about MessageContent
 */
export function partsOf(content: readonly MessageContent[]): string[] {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : part.image_urls));
}

/**
 * Sums up what conversations have cost, without those that are unknown.
 *
 * @about listAppConversations
 */
export async function costOf(client: Client, ids: string[]): Promise<number> {
  const conversations = await client.appConversations.list({ ids });
  const costs = conversations.map((it) => it?.metrics?.accumulated_cost ?? 0);
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/**
 * Sends a sandbox to sleep and wakes it up again, and waits for both.
 *
 * @about pauseSandbox, resumeSandbox, searchSandboxes, SandboxStatus
 */
export async function nap(client: Client, id: string): Promise<boolean> {
  const paused = await client.sandboxes.pause(id);
  if (paused.success === false) return false;
  await client.sandboxes.waitUntil(id, 'PAUSED', { timeoutInMs: 60_000 });
  const { success } = await client.sandboxes.resume(id);
  const sandbox = await client.sandboxes.waitUntil(id, 'RUNNING', { graceInMs: 5_000 });
  return (success ?? true) && sandbox.session_api_key !== null;
}

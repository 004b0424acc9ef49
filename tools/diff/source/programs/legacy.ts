/**
 * Creates a conversation of the legacy generation with all that can be said about it.
 *
 * @about createConversation
 */
import type {
  Client,
  ConversationStatus,
  CreateConversationRequest,
  MCPConfig,
  Settings,
} from '@agent-conversation/client';

const tools: MCPConfig = {
  sse_servers: [{ url: 'https://example.com/sse', api_key: 'any' }],
  stdio_servers: [{ name: 'files', command: 'files', args: ['--here'], env: { DEPTH: '2' } }],
  shttp_servers: [{ url: 'https://example.com/mcp', api_key: 'any' }],
};

export const request: CreateConversationRequest = {
  repository: 'shop/basket',
  git_provider: 'github',
  selected_branch: 'main',
  initial_user_msg: 'Vouchers are counted twice.',
  image_urls: ['https://example.com/basket.png'],
  replay_json: null,
  suggested_task: {
    repo: 'shop/basket',
    issue_number: 12,
    title: 'Vouchers',
    task_type: 'OPEN_ISSUE',
  },
  create_microagent: { repo: 'shop/basket', title: 'Vouchers', git_provider: null },
  conversation_instructions: 'Be brief.',
  mcp_config: tools,
  conversation_id: '0f6b8c1e3a444d0e9a517c2e5b9d1f36',
};

/**
 * Creates conversations, and tells how they are.
 *
 * @about createConversation, ConversationStatus
 */
export async function create(client: Client): Promise<string> {
  const words: Record<ConversationStatus, string> = {
    STARTING: 'is being prepared',
    RUNNING: 'is there',
    STOPPED: 'is over',
  };
  const { conversation_id, conversation_status, message } =
    await client.conversations.create(request);
  const bare = await client.conversations.create({});
  const word = Object.entries(words).find(([status]) => status === conversation_status)?.[1];
  return `${conversation_id} ${word ?? message ?? bare.status}`;
}

/**
 * Fills a form with the settings of a user.
 *
 * @about getSettings
 */
export async function form(client: Client): Promise<Readonly<Record<string, string>>> {
  const settings: Settings = await client.settings.get();
  const { language, llm_model, llm_api_key_set, max_iterations, provider_tokens_set } = settings;
  const providers = Object.entries(provider_tokens_set ?? {}).map(
    ([name, host]) => `${name} ${host ?? ''}`,
  );
  return {
    language: language ?? 'en',
    model: llm_model ?? 'default',
    key: llm_api_key_set ? 'is stored' : 'is missing',
    steps: String(max_iterations ?? 500),
    providers: providers.join(', '),
    condenser: settings.enable_default_condenser === false ? 'off' : 'on',
    tools: String(settings.mcp_config?.stdio_servers?.length ?? 0),
  };
}

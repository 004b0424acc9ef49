/**
 * Answers with sandboxes that a test has made up.
 *
 * @about Sandbox, SandboxPage, SandboxSpec
 */
import type {
  AppConversation,
  AppConversationStartTask,
  Client,
  CreateConversationResponse,
  Sandbox,
  SandboxPage,
  SandboxSpec,
  Settings,
} from '@agent-conversation/client';

export const sandbox: Sandbox = {
  id: 'sbx-4kq7m2xw',
  created_by_user_id: null,
  sandbox_spec_id: 'spec-node',
  status: 'RUNNING',
  session_api_key: null,
  exposed_urls: [{ name: 'AGENT_SERVER', url: 'http://localhost:8000', port: 8000 }],
  created_at: '2025-06-01T12:00:00Z',
  status_detail: null,
};

export const page: SandboxPage = { items: [sandbox], next_page_id: null };

export const spec: SandboxSpec = {
  id: 'spec-node',
  command: null,
  created_at: '2025-06-01T12:00:00Z',
  initial_env: { NODE_ENV: 'test' },
  working_dir: '/workspace',
};

/**
 * Answers with a conversation that a test has made up.
 *
 * @about AppConversation, AppConversationStartTask, CreateConversationResponse
 */
export const conversation: AppConversation = {
  created_by_user_id: 'user-1',
  sandbox_id: sandbox.id,
  title: null,
  git_provider: 'github',
  trigger: null,
  metrics: {
    model_name: 'large',
    accumulated_cost: 0.25,
    max_budget_per_task: null,
    accumulated_token_usage: { prompt_tokens: 10, completion_tokens: 20 },
  },
  tags: { team: 'basket' },
  sandbox_status: 'RUNNING',
  execution_status: 'idle',
};

export const task: AppConversationStartTask = {
  created_by_user_id: null,
  status: 'READY',
  request: {},
};

export const created: CreateConversationResponse = {
  status: 'ok',
  conversation_id: '0f6b8c1e3a444d0e9a517c2e5b9d1f36',
  conversation_status: null,
};

/**
 * Answers with settings that a test has made up.
 *
 * @about Settings
 */
export const settings: Settings = {
  llm_api_key_set: true,
  language: null,
  secrets_store: { provider_tokens: {}, custom_secrets: {} },
  provider_tokens_set: { github: null },
  mcp_config: { sse_servers: [] },
};

/**
 * Stands in for the part of the client that a function under test calls.
 *
 * @about getSettings, Sandbox
 */
export function fakeClient(): Pick<Client, 'settings'> & {
  readonly sandboxes: Pick<Client['sandboxes'], 'waitUntil'>;
} {
  return {
    settings: { get: () => Object.assign(Promise.resolve(settings), { withResponse: unanswered }) },
    sandboxes: { waitUntil: async (id, status) => ({ ...sandbox, id, status }) },
  };
}

/**
 * Refuses to make up an answer's headers.
 *
 * @about getSettings
 */
function unanswered(): Promise<never> {
  return Promise.reject(new Error('no test asks for it'));
}

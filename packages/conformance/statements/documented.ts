import type { ObjectStatements } from './statement.ts';

const mcpRemote = { required: [], members: { url: 'string', api_key: 'string' } };

/** The operations of the interface document: method, path and generation. There are no others. */
export const documentedOperations: readonly (readonly [string, string, 'v0' | 'v1'])[] = [
  ['post', '/api/conversations', 'v0'],
  ['get', '/api/settings', 'v0'],
  ['post', '/api/v1/app-conversations', 'v1'],
  ['get', '/api/v1/app-conversations', 'v1'],
  ['get', '/api/v1/sandboxes/search', 'v1'],
  ['post', '/api/v1/sandboxes', 'v1'],
  ['post', '/api/v1/sandboxes/{sandbox_id}/pause', 'v1'],
  ['post', '/api/v1/sandboxes/{sandbox_id}/resume', 'v1'],
  ['get', '/api/v1/sandbox-specs/search', 'v1'],
];

/** The authentication of the interface document, which every operation requires. */
export const documentedSecurity = { type: 'apiKey', in: 'header', name: 'X-Session-API-Key' };

/** The objects of the interface document, member by member. */
export const documentedObjects: ObjectStatements = {
  CreateConversationRequest: {
    required: [],
    members: {
      repository: 'string | null',
      git_provider: "'github' | 'gitlab' | 'bitbucket' | 'enterprise_sso' | null",
      selected_branch: 'string | null',
      initial_user_msg: 'string | null',
      image_urls: 'string[] | null',
      replay_json: 'string | null',
      suggested_task: 'SuggestedTask',
      create_microagent: 'CreateMicroagent',
      conversation_instructions: 'string | null',
      mcp_config: 'MCPConfig',
      conversation_id: 'string',
    },
  },
  SuggestedTask: {
    required: [],
    members: { repo: 'string', issue_number: 'integer', title: 'string' },
  },
  CreateMicroagent: { required: [], members: { repo: 'string', title: 'string' } },
  MCPConfig: {
    required: [],
    members: {
      sse_servers: 'MCPSSEServer[]',
      stdio_servers: 'MCPStdioServer[]',
      shttp_servers: 'MCPHTTPServer[]',
    },
  },
  MCPSSEServer: mcpRemote,
  MCPHTTPServer: mcpRemote,
  MCPStdioServer: {
    required: [],
    members: { name: 'string', command: 'string', args: 'string[]', env: '{ [name]: any }' },
  },
  CreateConversationResponse: {
    required: ['conversation_id', 'status'],
    members: {
      status: 'string',
      conversation_id: 'string',
      message: 'string | null',
      conversation_status: "'STARTING' | 'RUNNING' | 'STOPPED' | null",
    },
  },
  Settings: {
    required: ['llm_api_key_set'],
    members: {
      llm_api_key_set: 'boolean',
      language: 'string | null',
      agent: 'string | null',
      max_iterations: 'integer | null',
      security_analyzer: 'string | null',
      confirmation_mode: 'boolean | null',
      llm_model: 'string | null',
      llm_api_key: 'string(password) | null',
      llm_base_url: 'string | null',
      remote_runtime_resource_factor: 'integer | null',
      secrets_store: 'UserSecrets',
      enable_default_condenser: 'boolean',
      enable_sound_notifications: 'boolean',
      enable_proactive_conversation_starters: 'boolean',
      enable_solvability_analysis: 'boolean',
      user_consents_to_analytics: 'boolean | null',
      sandbox_base_container_image: 'string | null',
      sandbox_runtime_container_image: 'string | null',
      mcp_config: 'MCPConfig',
      search_api_key: 'string(password) | null',
      sandbox_api_key: 'string(password) | null',
      max_budget_per_task: 'number | null',
      email: 'string | null',
      email_verified: 'boolean | null',
      git_user_name: 'string | null',
      git_user_email: 'string | null',
      // The values of this map are observed, the document says `object`.
      provider_tokens_set: '{ [name]: string | null }',
      search_api_key_set: 'boolean',
    },
    defaults: {
      enable_default_condenser: true,
      enable_sound_notifications: false,
      enable_proactive_conversation_starters: true,
      enable_solvability_analysis: true,
      search_api_key_set: false,
    },
  },
  UserSecrets: {
    required: [],
    members: { provider_tokens: '{ [name]: any }', custom_secrets: '{ [name]: any }' },
  },
};

import type { ObjectStatements, OperationStatements } from './statement.ts';

const gitProvider =
  "'github' | 'gitlab' | 'bitbucket' | 'bitbucket_data_center' | 'forgejo' | 'azure_devops' | 'enterprise_sso'";
const sandboxStatus = "'STARTING' | 'RUNNING' | 'PAUSED' | 'ERROR' | 'MISSING'";
const trigger =
  "'resolver' | 'gui' | 'suggested_task' | 'openhands_api' | 'slack' | 'microagent_management' | 'jira' | 'jira_dc' | 'linear' | 'bitbucket' | 'automation'";
const page = { page_id: 'query string', limit: 'query integer(1..100) = 100' };
const count = 'integer(0..)';

/**
 * The payloads of the operations, as they are seen of running deployments, or assumed where nothing was
 * seen (decisions D11 and D12).
 */
export const observedOperations: OperationStatements = {
  createConversation: {
    method: 'post',
    path: '/api/conversations',
    request: 'CreateConversationRequest!',
    answers: {
      200: 'CreateConversationResponse',
      400: 'ConversationRefused: CreateConversationErrorBody',
      401: 'LegacyUnauthorized: LegacyErrorBody',
      422: 'ValidationFailed: ValidationErrorBody',
    },
  },
  getSettings: {
    method: 'get',
    path: '/api/settings',
    answers: {
      200: 'Settings',
      401: 'LegacyUnauthorized: LegacyErrorBody',
      404: 'SettingsNotFound: LegacyErrorBody',
    },
  },
  startAppConversation: {
    method: 'post',
    path: '/api/v1/app-conversations',
    request: 'AppConversationStartRequest',
    answers: {
      200: 'AppConversationStartTask',
      400: 'MalformedBody: ErrorBody',
      401: 'Unauthorized: ErrorBody',
      404: 'SandboxNotFound: ErrorBody',
      422: 'ValidationFailed: ValidationErrorBody',
    },
  },
  listAppConversations: {
    method: 'get',
    path: '/api/v1/app-conversations',
    parameters: { ids: 'query string[](..100), repeated' },
    answers: {
      200: '(AppConversation | null)[]',
      401: 'Unauthorized: ErrorBody',
      422: 'ValidationFailed: ValidationErrorBody',
    },
  },
  searchSandboxes: {
    method: 'get',
    path: '/api/v1/sandboxes/search',
    parameters: page,
    answers: {
      200: 'SandboxPage',
      401: 'Unauthorized: ErrorBody',
      422: 'ValidationFailed: ValidationErrorBody',
    },
  },
  startSandbox: {
    method: 'post',
    path: '/api/v1/sandboxes',
    parameters: { sandbox_spec_id: 'query string | null' },
    answers: {
      200: 'Sandbox',
      401: 'Unauthorized: ErrorBody',
      404: 'SandboxSpecNotFound: ErrorBody',
    },
  },
  pauseSandbox: {
    method: 'post',
    path: '/api/v1/sandboxes/{sandbox_id}/pause',
    parameters: { 'sandbox_id!': 'path string' },
    answers: { 200: 'Success', 401: 'Unauthorized: ErrorBody', 404: 'SandboxNotFound: ErrorBody' },
  },
  resumeSandbox: {
    method: 'post',
    path: '/api/v1/sandboxes/{sandbox_id}/resume',
    parameters: { 'sandbox_id!': 'path string' },
    answers: { 200: 'Success', 401: 'Unauthorized: ErrorBody', 404: 'SandboxNotFound: ErrorBody' },
  },
  searchSandboxSpecs: {
    method: 'get',
    path: '/api/v1/sandbox-specs/search',
    parameters: page,
    answers: {
      200: 'SandboxSpecPage',
      401: 'Unauthorized: ErrorBody',
      422: 'ValidationFailed: ValidationErrorBody',
    },
  },
};

/** The objects that are seen of running deployments, or members seen beyond the documented ones. */
export const observedObjects: ObjectStatements = {
  SuggestedTask: {
    required: [],
    members: {
      git_provider: gitProvider,
      task_type:
        "'MERGE_CONFLICTS' | 'FAILING_CHECKS' | 'UNRESOLVED_COMMENTS' | 'OPEN_ISSUE' | 'OPEN_PR'",
    },
  },
  CreateMicroagent: { required: [], members: { git_provider: `${gitProvider} | null` } },
  AppConversationStartRequest: {
    required: [],
    members: {
      sandbox_id: 'string | null',
      conversation_id: 'string(uuid) | null',
      initial_message: 'Message | null',
      system_message_suffix: 'string | null',
      llm_model: 'string | null',
      selected_repository: 'string | null',
      selected_branch: 'string | null',
      git_provider: `${gitProvider} | null`,
      suggested_task: 'SuggestedTask | null',
      title: 'string | null',
      trigger: `${trigger} | null`,
      pr_number: 'integer[]',
      parent_conversation_id: 'string(uuid) | null',
      agent_type: "'default' | 'plan'",
      public: 'boolean | null',
    },
    defaults: { agent_type: 'default' },
  },
  Message: {
    required: [],
    members: {
      role: "'user' | 'system' | 'assistant' | 'tool'",
      content: '(TextContent | ImageContent by type (text: TextContent, image: ImageContent))[]',
      run: 'boolean',
    },
    defaults: { role: 'user', run: false },
  },
  TextContent: {
    required: ['text', 'type'],
    members: { type: "'text'", text: 'string', cache_prompt: 'boolean' },
    defaults: { cache_prompt: false },
  },
  ImageContent: {
    required: ['image_urls', 'type'],
    members: { type: "'image'", image_urls: 'string[]', cache_prompt: 'boolean' },
    defaults: { cache_prompt: false },
  },
  AppConversationStartTask: {
    required: ['created_by_user_id', 'request'],
    members: {
      id: 'string',
      created_by_user_id: 'string | null',
      status:
        "'WORKING' | 'WAITING_FOR_SANDBOX' | 'PREPARING_REPOSITORY' | 'RUNNING_SETUP_SCRIPT' | 'SETTING_UP_GIT_HOOKS' | 'SETTING_UP_SKILLS' | 'STARTING_CONVERSATION' | 'READY' | 'ERROR'",
      detail: 'string | null',
      app_conversation_id: 'string | null',
      sandbox_id: 'string | null',
      agent_server_url: 'string | null',
      request: 'AppConversationStartRequest',
      created_at: 'string(date-time)',
      updated_at: 'string(date-time)',
    },
    defaults: { status: 'WORKING' },
  },
  AppConversation: {
    required: ['created_by_user_id', 'sandbox_id'],
    members: {
      id: 'string',
      created_by_user_id: 'string | null',
      sandbox_id: 'string',
      selected_repository: 'string | null',
      selected_branch: 'string | null',
      title: 'string | null',
      llm_model: 'string | null',
      git_provider: `${gitProvider} | null`,
      trigger: `${trigger} | null`,
      pr_number: 'integer[]',
      metrics: 'Metrics | null',
      parent_conversation_id: 'string | null',
      sub_conversation_ids: 'string[]',
      public: 'boolean | null',
      tags: '{ [name]: string }',
      created_at: 'string(date-time)',
      updated_at: 'string(date-time)',
      sandbox_status: sandboxStatus,
      execution_status:
        "'idle' | 'running' | 'paused' | 'waiting_for_confirmation' | 'finished' | 'error' | 'stuck' | 'deleting' | null",
      conversation_url: 'string | null',
      session_api_key: 'string | null',
    },
    defaults: { sandbox_status: 'MISSING' },
  },
  Metrics: {
    required: [],
    members: {
      model_name: 'string',
      accumulated_cost: 'number(0..)',
      max_budget_per_task: 'number | null',
      accumulated_token_usage: 'TokenUsage | null',
    },
    defaults: { model_name: 'default', accumulated_cost: 0 },
  },
  TokenUsage: {
    required: [],
    members: {
      model: 'string',
      response_id: 'string',
      prompt_tokens: count,
      completion_tokens: count,
      cache_read_tokens: count,
      cache_write_tokens: count,
      reasoning_tokens: count,
      context_window: count,
      per_turn_token: count,
    },
    defaults: {
      model: '',
      response_id: '',
      prompt_tokens: 0,
      completion_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      context_window: 0,
      per_turn_token: 0,
    },
  },
  SandboxPage: {
    required: ['items'],
    members: { items: 'Sandbox[]', next_page_id: 'string | null' },
  },
  SandboxSpecPage: {
    required: ['items'],
    members: { items: 'SandboxSpec[]', next_page_id: 'string | null' },
  },
  Sandbox: {
    required: ['created_by_user_id', 'id', 'sandbox_spec_id', 'session_api_key', 'status'],
    members: {
      id: 'string',
      created_by_user_id: 'string | null',
      sandbox_spec_id: 'string',
      status: sandboxStatus,
      session_api_key: 'string | null',
      exposed_urls: 'ExposedURL[] | null',
      created_at: 'string(date-time)',
      status_detail: 'string | null',
    },
  },
  ExposedURL: { required: [], members: { name: 'string', url: 'string', port: 'integer' } },
  SandboxSpec: {
    required: ['command', 'id'],
    members: {
      id: 'string',
      command: 'string[] | null',
      created_at: 'string(date-time)',
      initial_env: '{ [name]: string }',
      working_dir: 'string',
    },
  },
  Success: { required: [], members: { success: 'boolean' }, defaults: { success: true } },
  ErrorBody: { required: ['detail'], members: { detail: 'string' } },
  LegacyErrorBody: { required: ['error'], members: { error: 'string' } },
  CreateConversationErrorBody: {
    required: ['message', 'msg_id', 'status'],
    members: { status: "'error'", message: 'string', msg_id: 'string' },
  },
  ValidationErrorBody: {
    required: ['detail'],
    members: { detail: 'ValidationErrorDetail[]' },
  },
  ValidationErrorDetail: {
    required: ['loc', 'msg', 'type'],
    members: {
      loc: '(string | integer)[]',
      msg: 'string',
      type: 'string',
      input: 'any',
      ctx: '{ [name]: any }',
    },
  },
};

/** Whether a client may repeat a call, by operationId (decision D34). */
export const retryClasses: Readonly<Record<string, 'safe' | 'unsent' | 'never'>> = {
  createConversation: 'unsent',
  getSettings: 'safe',
  listAppConversations: 'safe',
  pauseSandbox: 'safe',
  resumeSandbox: 'safe',
  searchSandboxSpecs: 'safe',
  searchSandboxes: 'safe',
  startAppConversation: 'unsent',
  startSandbox: 'unsent',
};

/** The members that must not be shown, as `Schema.member` (decision D35). */
export const secretMembers: readonly string[] = [
  'AppConversation.session_api_key',
  'MCPHTTPServer.api_key',
  'MCPSSEServer.api_key',
  'MCPStdioServer.env',
  'Sandbox.session_api_key',
  'Settings.llm_api_key',
  'Settings.sandbox_api_key',
  'Settings.search_api_key',
  'UserSecrets.custom_secrets',
  'UserSecrets.provider_tokens',
];

/** Where the service is, each with what is set by whoever calls it (decision D36). */
export const servers: readonly string[] = ['{base_url}, base_url = http://localhost:3000'];

/**
 * The examples of requests and answers, by operation and status, or by the response that operations share.
 * Samples, guides and tests of others ask the mock for them by name.
 */
export const exampleNames: Readonly<Record<string, readonly string[]>> = {
  'listAppConversations 200': ['AppConversationsListed', 'AppConversationsWithUnknown'],
  'startAppConversation request': [
    'StartAppConversationFromMessage',
    'StartAppConversationInSandbox',
  ],
  'startAppConversation 200': ['StartTaskWorking', 'StartTaskReady'],
  'startSandbox 200': ['SandboxStarting'],
  'searchSandboxes 200': ['SandboxesFirstPage', 'SandboxesLastPage'],
  'pauseSandbox 200': ['PauseBegun', 'PauseRefused'],
  'resumeSandbox 200': ['ResumeBegun', 'ResumeRefused'],
  'searchSandboxSpecs 200': ['SandboxSpecsListed'],
  'createConversation request': [
    'CreateConversationFromMessage',
    'CreateConversationFromTask',
    'CreateConversationWithTools',
  ],
  'createConversation 200': ['ConversationCreated'],
  'getSettings 200': ['SettingsLoaded', 'SettingsMinimal'],
  ConversationRefused: ['ConversationBodyMalformed', 'ConversationRefusedByProvider'],
  LegacyUnauthorized: ['LegacyKeyMissing'],
  MalformedBody: ['BodyMalformed'],
  SandboxNotFound: ['SandboxUnknown'],
  SandboxSpecNotFound: ['SandboxSpecUnknown'],
  SettingsNotFound: ['SettingsMissing'],
  Unauthorized: ['KeyMissing'],
  ValidationFailed: ['RequestInvalid'],
};

/** What may be called after an answer, and with what of it, by operation and status. */
export const links: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'startAppConversation 200': {
    PauseItsSandbox: 'pauseSandbox(sandbox_id: $response.body#/sandbox_id)',
  },
  'startSandbox 200': {
    PauseIt: 'pauseSandbox(sandbox_id: $response.body#/id)',
    ResumeIt: 'resumeSandbox(sandbox_id: $response.body#/id)',
  },
  'searchSandboxes 200': {
    NextPage: 'searchSandboxes(page_id: $response.body#/next_page_id)',
  },
  'searchSandboxSpecs 200': {
    NextPage: 'searchSandboxSpecs(page_id: $response.body#/next_page_id)',
    StartFromNewest: 'startSandbox(sandbox_spec_id: $response.body#/items/0/id)',
  },
};

/**
 * How states change, by schema: `FROM -> TO by OPERATION`, or `by time`, `by fault`, `by external`;
 * which operations leave them, and which they refuse with which answer (decisions D24 to D28).
 */
export const lifecycles: Readonly<Record<string, readonly string[]>> = {
  SandboxStatus: [
    'STARTING -> RUNNING by time',
    'STARTING -> PAUSED by pauseSandbox',
    'STARTING -> ERROR by fault',
    'RUNNING -> PAUSED by pauseSandbox',
    'RUNNING -> ERROR by fault',
    'RUNNING -> MISSING by external',
    'PAUSED -> STARTING by resumeSandbox',
    'PAUSED -> MISSING by external',
    'ERROR -> MISSING by external',
    'PAUSED stays by pauseSandbox',
    'STARTING stays by resumeSandbox',
    'RUNNING stays by resumeSandbox',
    'ERROR refuses pauseSandbox with 200 PauseRefused',
    'ERROR refuses resumeSandbox with 200 ResumeRefused',
    'MISSING refuses pauseSandbox with 404 SandboxUnknown',
    'MISSING refuses resumeSandbox with 404 SandboxUnknown',
  ],
  ConversationStatus: [
    'STARTING -> RUNNING by time',
    'STARTING -> STOPPED by fault',
    'RUNNING -> STOPPED by external',
    'STOPPED -> STARTING by createConversation',
    'STARTING stays by createConversation',
    'RUNNING stays by createConversation',
  ],
  AppConversationStartTaskStatus: [
    'WORKING -> WAITING_FOR_SANDBOX by time',
    'WAITING_FOR_SANDBOX -> PREPARING_REPOSITORY by time',
    'PREPARING_REPOSITORY -> RUNNING_SETUP_SCRIPT by time',
    'RUNNING_SETUP_SCRIPT -> SETTING_UP_GIT_HOOKS by time',
    'SETTING_UP_GIT_HOOKS -> SETTING_UP_SKILLS by time',
    'SETTING_UP_SKILLS -> STARTING_CONVERSATION by time',
    'STARTING_CONVERSATION -> READY by time',
    'WORKING -> ERROR by fault',
    'WAITING_FOR_SANDBOX -> ERROR by fault',
    'PREPARING_REPOSITORY -> ERROR by fault',
    'RUNNING_SETUP_SCRIPT -> ERROR by fault',
    'SETTING_UP_GIT_HOOKS -> ERROR by fault',
    'SETTING_UP_SKILLS -> ERROR by fault',
    'STARTING_CONVERSATION -> ERROR by fault',
  ],
  ExecutionStatus: [
    'idle -> running by external',
    'running -> idle by time',
    'running -> finished by time',
    'running -> waiting_for_confirmation by time',
    'waiting_for_confirmation -> running by external',
    'running -> paused by external',
    'paused -> running by external',
    'finished -> running by external',
    'running -> error by fault',
    'running -> stuck by fault',
    'error -> running by external',
    'stuck -> running by external',
    'idle -> deleting by external',
    'finished -> deleting by external',
  ],
};

/** The requests that the editions accept, as they declare them. An edition never changes, unlike the contract. */
import { isObject } from '@agent-conversation/contract';
import { ServiceFailure } from '../response.ts';
import { type Model, ValueProblem } from './pydantic.ts';

const text: Model = { type: 'string' };
const integer: Model = { type: 'integer' };
const uuid: Model = { type: 'string', format: 'uuid' };
const flag: Model = { type: 'boolean', default: false };
const map: Model = { type: 'object' };
const mapOf = (values: Model): Model => ({
  type: 'object',
  additionalProperties: values,
});
const listOf = (items: Model): Model => ({ type: 'array', items });
const nullable = (model: Model): Model => ({
  anyOf: [model, { type: 'null' }],
  default: null,
});
const withDefault = (model: Model, value: unknown): Model => ({
  ...model,
  default: value,
});
const choiceOf = (...values: readonly string[]): Model => ({ enum: values });
const literalOf = (...values: readonly string[]): Model => ({
  literal: values,
});

/** A property without a default is required. */
function object(
  title: string,
  properties: Readonly<Record<string, Model>>,
): Model {
  const names = Object.keys(properties);
  const required = names.filter(
    (name) => properties[name]!.default === undefined,
  );
  return { title, type: 'object', properties, required };
}

/** A model that rejects properties which it does not list. */
function closed(
  title: string,
  properties: Readonly<Record<string, Model>>,
): Model {
  return { ...object(title, properties), additionalProperties: false };
}

const firstProviders = choiceOf(
  'github',
  'gitlab',
  'bitbucket',
  'enterprise_sso',
);
const providers = choiceOf(
  'github',
  'gitlab',
  'bitbucket',
  'bitbucket_data_center',
  'forgejo',
  'azure_devops',
  'enterprise_sso',
);

const taskTypes = [
  'MERGE_CONFLICTS',
  'FAILING_CHECKS',
  'UNRESOLVED_COMMENTS',
  'OPEN_ISSUE',
  'OPEN_PR',
];

function suggestedTask(provider: Model, types: readonly string[]): Model {
  return object('SuggestedTask', {
    git_provider: provider,
    task_type: choiceOf(...types),
    repo: text,
    issue_number: integer,
    title: text,
  });
}

const legacyTypes = [...taskTypes, 'CREATE_MICROAGENT'];

const firstTriggers = [
  'resolver',
  'gui',
  'suggested_task',
  'openhands_api',
  'slack',
  'microagent_management',
  'jira',
  'jira_dc',
  'linear',
  'bitbucket',
];

const textContent = closed('TextContent', {
  cache_prompt: flag,
  type: withDefault(literalOf('text'), 'text'),
  text,
});
const imageContent = object('ImageContent', {
  cache_prompt: flag,
  type: withDefault(literalOf('image'), 'image'),
  image_urls: listOf(text),
});
const message = object('SendMessageRequest', {
  role: withDefault(literalOf('user', 'system', 'assistant', 'tool'), 'user'),
  content: withDefault(listOf({ anyOf: [textContent, imageContent] }), []),
  run: flag,
});

const firstProcessor = object('LoggingCallbackProcessor', {
  kind: withDefault(
    literalOf('LoggingCallbackProcessor'),
    'LoggingCallbackProcessor',
  ),
});
const processorKinds = [
  'LoggingCallbackProcessor',
  'SetTitleCallbackProcessor',
];
const processor: Model = {
  before(value) {
    if (!isObject(value)) throw new ServiceFailure('A processor is no object');
    const { kind = '', ...rest } = value;
    if (typeof kind === 'string' && processorKinds.includes(kind))
      return { kind };
    const known = processorKinds.map((it) => `'${it}'`).join(', ');
    const received = typeof kind === 'string' ? kind : JSON.stringify(kind);
    const problem = `Unknown kind '${received}'; Expected one of: [${known}]`;
    throw new ValueProblem(problem, rest);
  },
};

const plugin = object('PluginSpec', {
  source: text,
  ref: nullable(text),
  repo_path: nullable({ ...text, after: pathProblem }),
  parameters: nullable(map),
});

function pathProblem(path: string): string | undefined {
  if (path.startsWith('/')) return 'repo_path must be relative, not absolute';
  if (!path.split('/').includes('..')) return undefined;
  return "repo_path cannot contain '..' (parent directory traversal)";
}

const firstStartRequest = object('AppConversationStartRequest', {
  sandbox_id: nullable(text),
  initial_message: nullable(message),
  processors: nullable(listOf(firstProcessor)),
  llm_model: nullable(text),
  selected_repository: nullable(text),
  selected_branch: nullable(text),
  git_provider: nullable(firstProviders),
  title: nullable(text),
  trigger: nullable(choiceOf(...firstTriggers)),
  pr_number: withDefault(listOf(integer), []),
});

/** The start request of 1.5.0. Those after it add to it. */
function startRequest(
  types: readonly string[],
  triggers: readonly string[],
  profile: Readonly<Record<string, Model>>,
  more: Readonly<Record<string, Model>>,
): Model {
  return object('AppConversationStartRequest', {
    sandbox_id: nullable(text),
    conversation_id: nullable(uuid),
    initial_message: nullable(message),
    system_message_suffix: nullable(text),
    processors: nullable(listOf(processor)),
    llm_model: nullable(text),
    ...profile,
    selected_repository: nullable(text),
    selected_branch: nullable(text),
    git_provider: nullable(providers),
    suggested_task: nullable(suggestedTask(providers, types)),
    title: nullable(text),
    trigger: nullable(choiceOf(...triggers)),
    pr_number: withDefault(listOf(integer), []),
    parent_conversation_id: nullable(uuid),
    agent_type: withDefault(choiceOf('default', 'plan'), 'default'),
    public: nullable({ type: 'boolean' }),
    plugins: nullable(listOf(plugin)),
    ...more,
  });
}

const url: Model = { ...text, after: urlProblem };

function urlProblem(sent: string): string | undefined {
  const [, scheme, host] = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?/i.exec(
    sent.trim(),
  )!;
  if (sent.trim() === '') return 'URL cannot be empty';
  if (!scheme) return 'URL must include a scheme (http:// or https://)';
  if (!host) return 'URL must include a valid domain/host';
  if (/^(https?|wss?)$/i.test(scheme)) return undefined;
  return 'URL scheme must be http, https, ws, or wss';
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Server name cannot be empty';
  if (/^[\w-]+$/.test(name.trim())) return undefined;
  return 'Server name can only contain letters, numbers, hyphens, and underscores';
}

function commandProblem(command: string): string | undefined {
  if (command.trim() === '') return 'Command cannot be empty';
  if (!command.trim().includes(' ')) return undefined;
  return 'Command should be a single executable without spaces';
}

function timeoutProblem(seconds: number): string | undefined {
  if (seconds <= 0) return 'Timeout must be positive';
  return seconds > 3600 ? 'Timeout cannot exceed 3600 seconds' : undefined;
}

/** Arguments can be one text, as in a shell. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? [];
  const quotes = value.match(/["']/g) ?? [];
  if (quotes.length % 2 === 1)
    throw new ValueProblem('Invalid argument format: No closing quotation');
  return value.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
}

/** Environment variables can be one text: `A=b,C=d`. */
function variablesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  const pairs = value.split(',').filter((pair) => pair.trim() !== '');
  const entries = pairs.map((pair) => {
    const [, name, setting] = /^\s*([A-Za-z_]\w*)\s*=(.*)$/.exec(pair) ?? [];
    if (name === undefined)
      throw new ValueProblem(
        'Environment variables must be in KEY=VALUE format',
      );
    return [name, setting];
  });
  return Object.fromEntries(entries) as unknown;
}

/** A server can be its URL alone. The service takes everything that it can iterate over. */
function serversOf(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'object') throw notIterable;
  if (value === null) throw notIterable;
  const servers = isObject(value)
    ? Object.keys(value)
    : [...(value as Iterable<unknown>)];
  return servers.map((server) =>
    typeof server === 'string' ? { url: server } : server,
  );
}

const notIterable = new ServiceFailure('A list of servers is no list');

/** A text that the service reads before it checks that it is one. */
function readText(value: unknown): unknown {
  if (typeof value !== 'string')
    throw new ServiceFailure('A text of a tool server is no text');
  return value;
}

const sseServer = object('MCPSSEServerConfig', {
  url,
  api_key: nullable(text),
});
const httpServer = object('MCPSHTTPServerConfig', {
  url: { ...url, before: readText },
  api_key: nullable(text),
  timeout: withDefault(nullable({ ...integer, after: timeoutProblem }), 60),
});
const stdioServer = object('MCPStdioServerConfig', {
  name: { ...text, before: readText, after: nameProblem },
  command: { ...text, before: readText, after: commandProblem },
  args: { ...listOf(text), before: argumentsOf, default: [] },
  env: { ...mapOf(text), before: variablesOf, default: {} },
});
const mcpConfig = closed('MCPConfig', {
  sse_servers: { ...listOf(sseServer), before: serversOf, default: [] },
  stdio_servers: withDefault(listOf(stdioServer), []),
  shttp_servers: { ...listOf(httpServer), before: serversOf, default: [] },
});

function legacyRequest(provider: Model): Model {
  const microagent = {
    repo: text,
    git_provider: nullable(provider),
    title: nullable(text),
  };
  return closed('InitSessionRequest', {
    repository: nullable(text),
    git_provider: nullable(provider),
    selected_branch: nullable(text),
    initial_user_msg: nullable(text),
    image_urls: nullable(listOf(text)),
    replay_json: nullable(text),
    suggested_task: nullable(suggestedTask(provider, legacyTypes)),
    create_microagent: nullable(object('CreateMicroagent', microagent)),
    conversation_instructions: nullable(text),
    mcp_config: nullable(mcpConfig),
  });
}

const pageQuery = (limit: Model) =>
  object('Query', { page_id: nullable(text), limit });
const positive: Model = { ...integer, exclusiveMinimum: 0, default: 100 };
const unlimitedPage = pageQuery(positive);
const limitedPage = pageQuery({ ...positive, maximum: 100 });
const startQuery = object('Query', { sandbox_spec_id: nullable(text) });
const textIds = object('Query', { ids: listOf(text) });
const uuidIds = object('Query', { ids: listOf(uuid) });

/** What an operation reads of a request. */
export interface RequestModel {
  readonly query?: Model;
  readonly body?: Model;
}

const firstRequests = {
  createConversation: { body: legacyRequest(firstProviders) },
  startAppConversation: { body: firstStartRequest },
  listAppConversations: { query: uuidIds },
  searchSandboxes: { query: unlimitedPage },
  startSandbox: { query: startQuery },
  searchSandboxSpecs: { query: unlimitedPage },
};

const secondRequests = {
  ...firstRequests,
  createConversation: { body: legacyRequest(providers) },
  startAppConversation: {
    body: startRequest(legacyTypes, firstTriggers, {}, {}),
  },
  listAppConversations: { query: textIds },
};

const newestRequests = {
  ...secondRequests,
  startAppConversation: {
    body: startRequest(
      taskTypes,
      [...firstTriggers, 'automation'],
      { agent_profile_id: nullable(text) },
      { secrets: nullable(mapOf(text)) },
    ),
  },
  searchSandboxes: { query: limitedPage },
  searchSandboxSpecs: { query: limitedPage },
};

/** The requests by edition and operation. */
export const requests = {
  '0.62.0': firstRequests,
  '1.5.0': secondRequests,
  '1.11.0': newestRequests,
} satisfies Readonly<Record<string, Readonly<Record<string, RequestModel>>>>;

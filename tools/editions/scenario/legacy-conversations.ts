/** The creation of conversations of the legacy generation. */
import type { Json } from '@agent-conversation/contract';
import { askAll, malformedBodies, posts, withoutValidKey } from './requests.ts';
import type { Recorder } from './recorder.ts';

const path = '/api/conversations';

const task = {
  git_provider: 'github',
  task_type: 'OPEN_ISSUE',
  repo: 'acme/web-shop',
  issue_number: 7,
  title: 'Basket total',
};

/** Each starts a conversation: few. */
const accepted: Readonly<Record<string, Json>> = {
  'empty-object': {},
  everything: {
    initial_user_msg: 'Fix the basket.',
    image_urls: ['https://files.acme.example/basket.png'],
    conversation_instructions: 'Be brief.',
    selected_branch: 'main',
    git_provider: 'github',
    create_microagent: null,
    mcp_config: {
      sse_servers: [{ url: 'https://mcp.acme.example/sse', api_key: null }],
      stdio_servers: [
        {
          name: 'files',
          command: 'files',
          args: ['--all'],
          env: { LEVEL: 'debug' },
        },
      ],
      shttp_servers: [
        { url: 'https://mcp.acme.example/mcp', api_key: 'not-a-secret' },
      ],
    },
  },
  'looser-mcp': {
    mcp_config: {
      sse_servers: ['https://mcp.acme.example/sse'],
      shttp_servers: ['https://mcp.acme.example/mcp'],
      stdio_servers: [
        { name: 'files', command: 'files', args: '--all', env: 'LEVEL=debug' },
      ],
    },
  },
  'git-provider-azure-devops': { git_provider: 'azure_devops' },
  'all-nulls': {
    repository: null,
    git_provider: null,
    selected_branch: null,
    initial_user_msg: null,
    image_urls: null,
    suggested_task: null,
    create_microagent: null,
    conversation_instructions: null,
    mcp_config: null,
  },
};

const rejected: Readonly<Record<string, Json>> = {
  'conversation-id': { conversation_id: 'cccccccc000040008000000000000099' },
  'unknown-member': { colour: 'blue' },
  'git-provider-unknown': { git_provider: 'cvs' },
  'message-number': { initial_user_msg: 7 },
  'message-list': { initial_user_msg: ['Fix the basket.'] },
  'image-urls-string': { image_urls: 'https://files.acme.example/basket.png' },
  'image-url-number': { image_urls: [7] },
  'repository-number': { repository: 7 },
  'suggested-task': { suggested_task: task },
  'task-empty': { suggested_task: {} },
  'task-string': { suggested_task: 'fix' },
  'task-type-unknown': { suggested_task: { ...task, task_type: 'REST' } },
  'task-issue-number-text': {
    suggested_task: { ...task, issue_number: 'seven' },
  },
  microagent: {
    create_microagent: {
      repo: 'acme/web-shop',
      git_provider: null,
      title: null,
    },
  },
  'microagent-empty': { create_microagent: {} },
  'microagent-repo-number': { create_microagent: { repo: 7 } },
  'mcp-string': { mcp_config: 'all' },
  'mcp-unknown-member': { mcp_config: { colour: 'blue' } },
  'mcp-sse-string': { mcp_config: { sse_servers: 's' } },
  'mcp-sse-without-url': { mcp_config: { sse_servers: [{}] } },
  'mcp-sse-url-invalid': { mcp_config: { sse_servers: [{ url: 'mcp' }] } },
  'mcp-stdio-without-command': {
    mcp_config: { stdio_servers: [{ name: 'files' }] },
  },
  'mcp-stdio-env-number': {
    mcp_config: {
      stdio_servers: [{ name: 'files', command: 'files', env: { LEVEL: 7 } }],
    },
  },
  'several-faults': {
    repository: 7,
    git_provider: 'cvs',
    image_urls: {},
    colour: 'blue',
  },
  'repository-without-provider-token': { repository: 'acme/web-shop' },
};

const creation = { method: 'POST', path, body: {} };

/** Creates conversations, and asks what is rejected. */
export async function askForLegacyConversations(
  recorder: Recorder,
): Promise<void> {
  await askAll(recorder, 'createConversation', {
    ...withoutValidKey(creation),
    ...malformedBodies(path),
    ...posts(path, rejected),
    ...posts(path, accepted),
  });
}

/** Asks editions that have only V1 for the legacy operation. */
export async function askForRemovedConversations(
  recorder: Recorder,
): Promise<void> {
  await askAll(recorder, 'createConversation', {
    'empty-object': creation,
    ...withoutValidKey(creation),
  });
}

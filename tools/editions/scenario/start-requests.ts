/** Bodies of `startAppConversation`. Unless they name another one, they are for a sandbox that does not exist. */
import type { Json, JsonObject } from '@agent-conversation/contract';
import { noSandbox } from './requests.ts';

/** Bodies by the names under which their exchanges are kept. */
type Bodies = Readonly<Record<string, JsonObject>>;

const text = { type: 'text', text: 'Fix the basket.' };
const image = {
  type: 'image',
  image_urls: ['https://files.acme.example/basket.png'],
};
const task = {
  git_provider: 'github',
  task_type: 'OPEN_ISSUE',
  repo: 'acme/web-shop',
  issue_number: 7,
  title: 'Basket total',
};

const withMessage = (initial_message: Json) => ({ initial_message });
const withContent = (...content: Json[]) => withMessage({ content });
const withTask = (suggested_task: Json) => ({ suggested_task });

/** Returns the bodies, those that are accepted last. */
export function startRequests(): Bodies {
  const entries = Object.entries({ ...faultyStarts, ...looserStarts });
  return Object.fromEntries(
    entries.map(([name, body]) => [name, { sandbox_id: noSandbox, ...body }]),
  );
}

/** What is wrong in one place, or in several. */
const faultyStarts: Bodies = {
  'conversation-id-no-uuid': {
    conversation_id: 'my-conversation',
  },
  'conversation-id-number': { conversation_id: 7 },
  'parent-no-uuid': {
    parent_conversation_id: 'my-conversation',
  },
  'parent-number': { parent_conversation_id: 7 },
  'sandbox-id-number': { sandbox_id: 7 },
  'title-number': { title: 7 },
  'message-string': withMessage('Fix the basket.'),
  'message-role-unknown': withMessage({ role: 'robot', content: [text] }),
  'message-role-null': withMessage({ role: null, content: [text] }),
  'message-run-text': withMessage({ run: 'often', content: [text] }),
  'message-run-null': withMessage({ run: null, content: [text] }),
  'message-content-string': withMessage({ content: 'Fix the basket.' }),
  'part-string': withContent('Fix the basket.'),
  'part-empty': withContent({}),
  'part-type-unknown': withContent({
    type: 'video',
    url: 'https://acme.example/a.mp4',
  }),
  'text-part-without-text': withContent({ type: 'text' }),
  'text-part-text-number': withContent({ type: 'text', text: 7 }),
  'text-part-unknown-member': withContent({ ...text, colour: 'blue' }),
  'image-part-without-urls': withContent({ type: 'image' }),
  'image-part-urls-string': withContent({
    type: 'image',
    image_urls: 'https://acme.example/a.png',
  }),
  'image-part-unknown-member': withContent({ ...image, colour: 'blue' }),
  'second-part-wrong': withContent(text, { type: 'text' }),
  'git-provider-unknown': { git_provider: 'cvs' },
  'trigger-unknown': { trigger: 'moon' },
  'agent-type-unknown': { agent_type: 'spy' },
  'agent-type-null': { agent_type: null },
  'pr-number-number': { pr_number: 7 },
  'pr-number-texts': { pr_number: ['seven'] },
  'pr-number-fractions': { pr_number: [7.5] },
  'pr-number-nulls': { pr_number: [null] },
  'public-text': { public: 'maybe' },
  'public-number': { public: 7 },
  'task-string': withTask('fix'),
  'task-empty': withTask({}),
  'task-type-unknown': withTask({ ...task, task_type: 'REST' }),
  'task-provider-unknown': withTask({ ...task, git_provider: 'cvs' }),
  'task-issue-number-text': withTask({ ...task, issue_number: 'seven' }),
  'processor-unknown-kind': {
    processors: [{ kind: 'Unknown' }],
  },
  'plugin-without-source': { plugins: [{}] },
  'secrets-string': { secrets: 'all' },
  'several-faults': {
    sandbox_id: 7,
    title: {},
    pr_number: ['x', 1.5],
    agent_type: 'spy',
  },
};

/** What is accepted, and looks unusual. */
const looserStarts: Bodies = {
  everything: {
    initial_message: {
      role: 'user',
      content: [text, { ...image, cache_prompt: true }],
      run: true,
    },
    system_message_suffix: 'Be brief.',
    llm_model: 'openai/gpt-4o',
    selected_repository: 'acme/web-shop',
    selected_branch: 'main',
    git_provider: 'github',
    title: 'Vouchers in the basket',
    trigger: 'gui',
    pr_number: [7, 8],
    agent_type: 'plan',
    public: false,
  },
  'all-nulls': {
    conversation_id: null,
    initial_message: null,
    system_message_suffix: null,
    processors: null,
    llm_model: null,
    selected_repository: null,
    selected_branch: null,
    git_provider: null,
    suggested_task: null,
    title: null,
    trigger: null,
    parent_conversation_id: null,
    public: null,
    plugins: null,
    secrets: null,
  },
  'newer-members': {
    processors: [],
    plugins: [
      {
        source: 'github:acme/plugin',
        ref: 'main',
        repo_path: 'a',
        parameters: { b: 1 },
      },
    ],
    secrets: { NAME: 'not-a-secret' },
    agent_profile_id: null,
    observability_metadata: { team: 'basket' },
    observability_tags: ['basket'],
    observability_span_name: 'basket',
    sandbox_spec_id: 'acme',
    dependency_repos: [],
  },
  'unknown-member': { colour: 'blue' },
  'message-content-empty': withMessage({ content: [] }),
  'message-unknown-member': withMessage({ content: [text], colour: 'blue' }),
  'message-run-yes': withMessage({ run: 'yes', content: [text] }),
  'text-part-without-type': withContent({ text: 'Fix the basket.' }),
  'image-part-without-type': withContent({ image_urls: image.image_urls }),
  'suggested-task': withTask(task),
  'suggested-task-with-message': {
    initial_message: { content: [text] },
    suggested_task: task,
  },
  'task-create-microagent': withTask({
    ...task,
    task_type: 'CREATE_MICROAGENT',
  }),
  'pr-number-numeric-texts': { pr_number: ['7', 8.0] },
  'trigger-automation': { trigger: 'automation' },
  'git-provider-azure-devops': {
    git_provider: 'azure_devops',
  },
};

/** App conversations: starting, following and listing them. */
import {
  childOf,
  type Json,
  type JsonObject,
  textOf,
  withHyphens,
} from '@agent-conversation/contract';
import { unknownId } from '@agent-conversation/cli/evidence';
import { startRequests } from './start-requests.ts';
import {
  askAll,
  get,
  malformedBodies,
  noSandbox,
  posts,
  type Questions,
  unusualBodies,
  withoutKey,
  withoutValidKey,
} from './requests.ts';
import {
  type Condition,
  maximumWait,
  type Question,
  type Recorder,
} from './recorder.ts';
import { askUntilRunning, newestSandbox, pauseOf } from './sandboxes.ts';
import type { RunningSandbox } from './target.ts';

const path = '/api/v1/app-conversations';

const list = (query: string): Question => get(`${path}?${query}`);

function start(body: Json): Question {
  return { method: 'POST', path, body };
}

/** An id that the scenario chooses. */
function chosenId(number: number): string {
  return `cccccccc000040008000${String(number).padStart(12, '0')}`;
}

const message = {
  role: 'user',
  content: [{ type: 'text', text: 'Say done.' }],
};
const hyphenated = 'dddddddd-0000-4000-8000-000000000001';

/** Questions about lists that need no conversation. */
const listQuestions: Questions = {
  'no-ids': get(path),
  ...withoutValidKey(list(`ids=${unknownId(1)}`)),
  'empty-key': {
    ...list(`ids=${unknownId(1)}`),
    headers: { 'x-session-api-key': '' },
  },
  'bearer-token': {
    ...list(`ids=${unknownId(1)}`),
    headers: { 'x-session-api-key': null, authorization: 'Bearer {key}' },
  },
  'no-ids-without-key': withoutKey(get(path)),
  'unknown-id': list(`ids=${unknownId(1)}`),
  'unknown-id-hyphenated': list(`ids=${hyphenated}`),
  'unknown-id-upper-case': list(`ids=${hyphenated.toUpperCase()}`),
  'unknown-id-in-braces': list(`ids=%7B${hyphenated}%7D`),
  'unknown-id-urn': list(`ids=urn:uuid:${hyphenated}`),
  'same-id-twice': list(`ids=${unknownId(1)}&ids=${unknownId(1)}`),
  'ids-with-comma': list(`ids=${unknownId(1)},${unknownId(2)}`),
  'ids-with-brackets': list(`ids[]=${unknownId(1)}`),
  'invalid-id': list('ids=my-conversation'),
  'invalid-id-among-valid': list(
    `ids=${unknownId(1)}&ids=x&ids=${unknownId(2)}&ids=y`,
  ),
  'short-id': list('ids=1234'),
  'number-id': list('ids=12345678901234567890123456789012'),
  'empty-id': list('ids='),
  '99-ids': list('{99 ids}'),
  '100-ids': list('{100 ids}'),
  '101-ids': list('{101 ids}'),
  'unknown-query': list(`ids=${unknownId(1)}&colour=blue`),
  'limit-and-page': list(`ids=${unknownId(1)}&limit=0&page_id=x`),
};

/** Asks what needs no sandbox. */
export async function askWithoutConversations(
  recorder: Recorder,
): Promise<void> {
  await askAll(recorder, 'listAppConversations', listQuestions);
  await askAll(recorder, 'startAppConversation', {
    ...withoutValidKey(start({ sandbox_id: noSandbox })),
    ...malformedBodies(path),
    ...unusualBodies(path),
    'lone-surrogate': start({ sandbox_id: noSandbox, title: '\ud800' }),
    ...posts(path, startRequests()),
  });
}

/** Whether a conversation is in the state that the scenario waits for. */
type IsDone = (conversation: Json | undefined) => boolean;

const hasFinished = hasExecutionStatus('finished');
const isIdle = hasExecutionStatus('idle');

/** Starts conversations in a running sandbox and follows them to their end. */
export async function askInSandbox(
  recorder: Recorder,
  sandbox: string,
): Promise<void> {
  const followHere = (name: string, body: JsonObject, isDone = isIdle) =>
    follow(recorder, name, { sandbox_id: sandbox, ...body }, isDone);
  await followHere('in-sandbox', { conversation_id: withHyphens(chosenId(1)) });
  const running = {
    conversation_id: chosenId(2),
    initial_message: { ...message, run: true },
    title: 'Vouchers in the basket',
  };
  await followHere('message-run', running, hasFinished);
  const waiting = {
    conversation_id: chosenId(3),
    initial_message: { ...message, run: false },
  };
  await followHere('message-without-run', waiting, hasFinished);
  await followHere('same-conversation-id', {
    conversation_id: chosenId(1),
    title: 'Another title',
  });
  await followHere('plan-with-options', {
    conversation_id: chosenId(4),
    agent_type: 'plan',
    llm_model: 'openai/gpt-4o',
    system_message_suffix: 'Be brief.',
    trigger: 'gui',
    pr_number: [7],
    public: true,
  });

  const [newest = null] = await recorder.target.conversationIds();
  await followHere('known-parent', {
    conversation_id: chosenId(5),
    parent_conversation_id: newest,
  });
  const ids = `ids=${newest}&ids=${unknownId(1)}&ids=${newest}`;
  await recorder.ask('listAppConversations', 'parent-and-unknown', list(ids));
  await askForUnknownParent(recorder, sandbox);
  // Its agent rejects it: it takes messages of the user only.
  await askAboutFailure(recorder, 'message-of-assistant', {
    sandbox_id: sandbox,
    conversation_id: chosenId(10),
    initial_message: { ...message, role: 'assistant' },
  });
}

async function askForUnknownParent(
  recorder: Recorder,
  sandbox: string,
): Promise<void> {
  const before = await recorder.target.conversationIds();
  const body = { sandbox_id: sandbox, parent_conversation_id: unknownId(1) };
  const { status } = await recorder.ask(
    'startAppConversation',
    'unknown-parent',
    start(body),
  );
  // Edition 0.62.0 does not read it, and starts a conversation.
  if (status === 200) await newConversation(recorder, before, body);
}

/** Starts a conversation and keeps its state once it is done. */
async function follow(
  recorder: Recorder,
  name: string,
  body: JsonObject,
  isDone: IsDone,
): Promise<void> {
  const before = await recorder.target.conversationIds();
  await recorder.ask('startAppConversation', name, start(body));
  const id = await newConversation(recorder, before, body);
  await askUntilDone(recorder, `after-${name}`, id, isDone);
}

async function askUntilDone(
  recorder: Recorder,
  name: string,
  id: string,
  isDone: IsDone,
): Promise<void> {
  const isListed: Condition = (entries) => isDone(childOf(entries, 0));
  await recorder.askUntil(
    'listAppConversations',
    name,
    list(`ids=${id}`),
    isListed,
  );
}

/** Returns the id that was chosen; where the edition chooses it itself, that of the newest conversation. */
async function newConversation(
  recorder: Recorder,
  before: readonly string[],
  body: JsonObject,
): Promise<string> {
  const { target } = recorder;
  const chosen = textOf(body['conversation_id']).replaceAll('-', '');
  for (let waited = 0; waited <= maximumWait; waited += 500) {
    const ids = await target.conversationIds();
    if (ids.includes(chosen)) return chosen;
    const added = ids.find((id) => !before.includes(id));
    if (added !== undefined) return added;
    await target.sleep(500);
  }
  throw new Error(`No conversation appeared after ${JSON.stringify(body)}`);
}

const withOwnSandbox = { conversation_id: withHyphens(chosenId(8)) };

/** Starts a conversation in a sandbox of its own, which goes on while other questions are asked. */
export async function startWithOwnSandbox(recorder: Recorder): Promise<void> {
  await recorder.ask(
    'startAppConversation',
    'own-sandbox',
    start(withOwnSandbox),
  );
}

/** Asks for the conversation that {@link startWithOwnSandbox} has started, and for its sandbox. */
export async function askWithOwnSandbox(
  recorder: Recorder,
): Promise<RunningSandbox> {
  const id = await newConversation(recorder, [], withOwnSandbox);
  await askUntilDone(recorder, 'after-own-sandbox', id, isIdle);
  return newestSandbox(recorder, 'of-own-sandbox');
}

/** Starts the same conversation again, after its sandbox has gone. */
export async function askWithOwnSandboxAgain(
  recorder: Recorder,
): Promise<RunningSandbox> {
  await follow(recorder, 'own-sandbox-gone', withOwnSandbox, isIdle);
  return newestSandbox(recorder, 'of-own-sandbox-again');
}

/** Starts a conversation without anything. */
export async function askWithNothing(recorder: Recorder): Promise<void> {
  await follow(recorder, 'empty-object', {}, isIdle);
}

/** Asks for a conversation whose sandbox is paused, and starts another one there. */
export async function askInPausedSandbox(
  recorder: Recorder,
  sandbox: string,
): Promise<void> {
  const ids = await recorder.target.conversationIds();
  const takesIds = ids.includes(chosenId(1));
  const [newest] = ids;
  await recorder.send(pauseOf(sandbox));
  await recorder.askUntil(
    'listAppConversations',
    'sandbox-paused',
    list(`ids=${newest}`),
    (entries) => childOf(childOf(entries, 0), 'sandbox_status') === 'PAUSED',
  );
  const id = chosenId(6);
  const body = { sandbox_id: sandbox, conversation_id: id };
  await recorder.ask('startAppConversation', 'in-paused-sandbox', start(body));
  await askUntilRunning(recorder, 'resumed-by-start', sandbox);
  // The start itself fails in edition 0.62.0.
  if (takesIds)
    return askUntilDone(recorder, 'after-in-paused-sandbox', id, isIdle);
  await recorder.target.sleep(2000);
  await recorder.ask(
    'listAppConversations',
    'after-in-paused-sandbox',
    list(`ids=${id}`),
  );
}

/** Asks for a conversation whose sandbox has crashed, and starts another one there, which fails. */
export async function askInMissingSandbox(
  recorder: Recorder,
  conversation: string,
  sandbox: string,
): Promise<void> {
  await recorder.askUntil(
    'listAppConversations',
    'sandbox-missing',
    list(`ids=${conversation}`),
    (entries) => childOf(childOf(entries, 0), 'sandbox_status') === 'MISSING',
  );
  const id = chosenId(9);
  const body = { sandbox_id: sandbox, conversation_id: id };
  await askAboutFailure(recorder, 'in-missing-sandbox', body);
}

/** Starts a conversation in a sandbox that does not exist: the start fails, and nothing appears. */
export async function askInUnknownSandbox(recorder: Recorder): Promise<void> {
  const id = chosenId(7);
  const body = { sandbox_id: noSandbox, conversation_id: id };
  await askAboutFailure(recorder, 'unknown-sandbox', body);
}

async function askAboutFailure(
  recorder: Recorder,
  name: string,
  body: JsonObject & { readonly conversation_id: string },
): Promise<void> {
  await recorder.ask('startAppConversation', name, start(body));
  // A conversation that starts has appeared by then.
  await recorder.target.sleep(5000);
  const listed = list(`ids=${body.conversation_id}`);
  await recorder.ask('listAppConversations', `after-${name}`, listed);
}

function hasExecutionStatus(status: string): IsDone {
  return (conversation) => childOf(conversation, 'execution_status') === status;
}

/** Sandboxes and their lifecycle. */
import {
  childOf,
  isObject,
  type Json,
  listOf,
  textOf,
} from '@agent-conversation/contract';
import {
  askAll,
  get,
  pagingQuestions,
  post,
  raw,
  withoutKey,
  withoutValidKey,
} from './requests.ts';
import type { EvidenceResponse } from '@agent-conversation/cli/evidence';
import {
  type Condition,
  type Question,
  type Recorder,
  stringIn,
} from './recorder.ts';
import type { RunningSandbox } from './target.ts';

const path = '/api/v1/sandboxes';
const start = post(path);
const search = get(`${path}/search`);
const searchBy = (query: string) => get(`${search.path}?${query}`);
const startFrom = (spec: string) => post(`${path}?sandbox_spec_id=${spec}`);

export const pauseOf = (id: string): Question => post(`${path}/${id}/pause`);
const resumeOf = (id: string): Question => post(`${path}/${id}/resume`);

/** Asks what needs no sandbox. */
export async function askWithoutSandboxes(recorder: Recorder): Promise<void> {
  await recorder.ask('searchSandboxes', 'none', search);
  await askAll(recorder, 'searchSandboxes', {
    ...withoutValidKey(search),
    ...pagingQuestions(search.path),
  });
  const unknown = startFrom('acme%2Funknown');
  await askAll(recorder, 'startSandbox', {
    'unknown-spec': unknown,
    'empty-spec': startFrom(''),
    'no-key-unknown-spec': withoutKey(unknown),
    'wrong-key-unknown-spec': {
      ...unknown,
      headers: { 'x-session-api-key': 'wrong-key' },
    },
  });
  await askAboutUnknownSandbox(recorder, 'pauseSandbox', pauseOf);
  await askAboutUnknownSandbox(recorder, 'resumeSandbox', resumeOf);
}

async function askAboutUnknownSandbox(
  recorder: Recorder,
  operationId: string,
  requestOf: (id: string) => Question,
): Promise<void> {
  const unknown = requestOf('0000000000000000000000');
  await askAll(recorder, operationId, {
    'unknown-id': unknown,
    ...withoutValidKey(unknown),
    'long-id': requestOf('x'.repeat(300)),
    'encoded-id': requestOf('a%20b%C3%A9'),
    'encoded-slash': requestOf('a%2Fb'),
    'unknown-id-with-body': { ...unknown, body: {} },
    'unknown-id-malformed-body': raw(unknown.path, '{'),
  });
}

/** Starts a sandbox from the default spec and waits until it runs. */
export async function startSandbox(
  recorder: Recorder,
): Promise<RunningSandbox> {
  const response = await recorder.ask('startSandbox', 'success', start);
  const id = stringIn(response, 'id');
  const running = await askUntilRunning(recorder, 'running', id);
  return { id, url: agentServerOf(sandboxIn(running.body, id)) };
}

/** Asks for the only sandbox while it starts. */
export async function askWhileStarting(recorder: Recorder): Promise<void> {
  await recorder.askUntil('searchSandboxes', 'starting', search, (page) => {
    const [sandbox] = listOf(childOf(page, 'items'));
    return childOf(sandbox, 'status') === 'STARTING';
  });
}

/** Asks for sandboxes until one runs. */
export async function askUntilRunning(
  recorder: Recorder,
  name: string,
  id: string,
): Promise<EvidenceResponse> {
  return recorder.askUntil(
    'searchSandboxes',
    name,
    search,
    hasStatus(id, 'RUNNING'),
  );
}

/** Starts a sandbox from a spec that is named. */
export async function startSandboxOfSpec(recorder: Recorder): Promise<string> {
  const { body } = await recorder.send(get('/api/v1/sandbox-specs/search'));
  const [spec] = listOf(childOf(body, 'items'));
  const id = encodeURIComponent(textOf(childOf(spec, 'id')));
  const response = await recorder.ask(
    'startSandbox',
    'named-spec',
    startFrom(id),
  );
  return stringIn(response, 'id');
}

/** Pauses and resumes a running sandbox, each twice. */
export async function askLifecycle(
  recorder: Recorder,
  id: string,
): Promise<void> {
  const until = async (name: string, status: string) =>
    recorder.askUntil('searchSandboxes', name, search, hasStatus(id, status));
  await recorder.ask('resumeSandbox', 'running', resumeOf(id));
  await recorder.ask('pauseSandbox', 'running', pauseOf(id));
  await until('paused', 'PAUSED');
  await recorder.ask('pauseSandbox', 'paused', pauseOf(id));
  await until('paused-twice', 'PAUSED');
  await recorder.ask('resumeSandbox', 'paused', resumeOf(id));
  await until('resumed', 'RUNNING');
  await recorder.ask('pauseSandbox', 'with-body', { ...pauseOf(id), body: {} });
  await recorder.ask('resumeSandbox', 'with-body', {
    ...resumeOf(id),
    body: {},
  });
  const malformed = raw(resumeOf(id).path, '{');
  await recorder.ask('resumeSandbox', 'malformed-body', malformed);
  await until('resumed-twice', 'RUNNING');
}

/** Asks for pages of several sandboxes. */
export async function askForPages(recorder: Recorder): Promise<void> {
  const first = await recorder.ask(
    'searchSandboxes',
    'first-page',
    searchBy('limit=1'),
  );
  const next = encodeURIComponent(stringIn(first, 'next_page_id'));
  await askAll(recorder, 'searchSandboxes', {
    'second-page': searchBy(`limit=1&page_id=${next}`),
    'last-page': searchBy(`limit=2&page_id=${next}`),
    'unknown-page': searchBy('limit=1&page_id=no-such-page'),
  });
}

/** Ends a sandbox as a crash does, and asks for it. */
export async function askAboutMissingSandbox(
  recorder: Recorder,
  sandbox: RunningSandbox,
): Promise<void> {
  const isMissing = hasStatus(sandbox.id, 'MISSING');
  await recorder.askUntil('searchSandboxes', 'missing', search, isMissing);
  await recorder.ask('pauseSandbox', 'missing', pauseOf(sandbox.id));
  await recorder.ask('resumeSandbox', 'missing', resumeOf(sandbox.id));
  await recorder.askUntil(
    'searchSandboxes',
    'missing-after-resume',
    search,
    isMissing,
  );
}

/** Asks for the sandbox that was started last, with nothing else in the response. */
export async function newestSandbox(
  recorder: Recorder,
  name: string,
): Promise<RunningSandbox> {
  const newest = searchBy('limit=1');
  const { body } = await recorder.ask('searchSandboxes', name, newest);
  const sandbox = childOf(childOf(body, 'items'), 0);
  return { id: textOf(childOf(sandbox, 'id')), url: agentServerOf(sandbox) };
}

function sandboxIn(page: Json | undefined, id: string): Json | undefined {
  return listOf(childOf(page, 'items')).find(
    (sandbox) => childOf(sandbox, 'id') === id,
  );
}

function hasStatus(id: string, status: string): Condition {
  return (page) => childOf(sandboxIn(page, id), 'status') === status;
}

function agentServerOf(sandbox: Json | undefined): string {
  const urls = listOf(childOf(sandbox, 'exposed_urls'));
  const url = urls.find((it) => isObject(it) && it['name'] === 'AGENT_SERVER');
  return textOf(childOf(url, 'url'));
}

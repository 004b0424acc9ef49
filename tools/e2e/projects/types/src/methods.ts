/** The client with its methods, as the compiler sees them. */
import {
  type AppConversation,
  type Client,
  type ClientOptions,
  createClient,
  type CreateConversationResponse,
  type LogEntry,
  type Middleware,
  type ResponseInfo,
  type Sandbox,
  type SandboxPage,
  type SandboxSpec,
  type Settings,
  type Success,
  type WaitProgress,
} from '@agent-conversation/client';
import { checkAnswers } from '@agent-conversation/client/checks';
import { operations } from '@agent-conversation/validators';

const trace: Middleware = (request, next) =>
  next({ ...request, headers: { ...request.headers, traceparent: 'none' } });

const entries: LogEntry[] = [];
const options: ClientOptions = {
  baseUrl: 'http://localhost:3000',
  apiKey: 'any',
  headers: { 'X-Tenant': 'acme' },
  timeoutInMs: Infinity,
  attemptTimeoutInMs: 5_000,
  retries: 0,
  fetch: (url, init) => fetch(url, init),
  middleware: [trace, checkAnswers(operations)],
  log: (entry) => entries.push(entry),
};

export const client: Client = createClient(options);

export async function callAll(signal: AbortSignal): Promise<void> {
  const { id, status }: Sandbox = await client.sandboxes.start({ sandbox_spec_id: 'any' });
  await client.sandboxes.start(undefined, { signal, retries: 1 });
  const { success }: Success = await client.sandboxes.pause(id);
  await client.sandboxes.resume(id, { headers: { 'X-Tenant': 'acme' } });
  const { data, response } = await client.settings.get().withResponse();
  const settings: Settings = data;
  const { requestId, headers }: ResponseInfo = response;
  const created: CreateConversationResponse = await client.conversations.create({
    initial_user_msg: 'Mend it.',
  });
  await client.appConversations.list({ ids: ['any'] });
  console.log(status, success, settings.language, requestId, headers.get('date'), created);
}

export async function goThroughPages(): Promise<void> {
  const page: SandboxPage = await client.sandboxes.search({ limit: 20 });
  for await (const sandbox of client.sandboxes.search({ page_id: page.next_page_id ?? '' })) {
    const { id }: Sandbox = sandbox;
    console.log(id);
  }
  for await (const { items } of client.sandboxSpecs.search().byPage()) {
    const specs: readonly SandboxSpec[] = items;
    console.log(specs.length);
  }
}

export async function waitForAll(id: string): Promise<AppConversation> {
  const onProgress = ({ status, elapsedInMs }: WaitProgress) => console.log(status, elapsedInMs);
  await client.sandboxes.waitUntil(id, 'RUNNING', { timeoutInMs: 1_000, onProgress });
  const task = await client.appConversations.start({ sandbox_id: id, agent_type: 'plan' });
  return client.appConversations.waitUntilReady(task, { pollIntervalInMs: 100 });
}

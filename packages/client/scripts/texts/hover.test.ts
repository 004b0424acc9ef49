import { edit } from '@agent-conversation/testing/editor';
import { describe, expect, test } from 'vitest';

const folder = new URL('../', import.meta.url);
const editor = edit(
  folder,
  `
import { createClient } from '@agent-conversation/client';
import { connect, pauseSandbox, startAppConversation } from '@agent-conversation/client/operations';

const client = createClient();
const sandbox = await client.sandboxes.start();
const running = await client.sandboxes.waitUntil(sandbox.id, 'RUNNING');
const page = await client.sandboxes.search({ limit: 20 });
for await (const each of client.sandboxes.search()) console.log(each.id);
for await (const whole of client.sandboxes.search().byPage()) console.log(whole.items);
const paused = await client.sandboxes.pause(sandbox.id);
const specs = await client.sandboxSpecs.search();
const task = await client.appConversations.start();
const conversation = await client.appConversations.waitUntilReady(task);
const begun = await client.appConversations.startAndWait();
const many = await client.appConversations.getMany([sandbox.id]);
const list = await client.appConversations.list();
const made = await client.conversations.create({});
const settings = await client.settings.get();
const { data, response } = await client.settings.get().withResponse();
const either = await (paused.success ? client.settings.get() : client.sandboxes.start());
const both = await Promise.all([client.settings.get(), client.sandboxes.start()]);

const connection = connect();
const result = await pauseSandbox(connection, sandbox.id);
const started = await startAppConversation(connection);
if (result.status === 200) console.log(result.data);
`,
);

test('the example has no fault', () => {
  expect(editor.faults()).toEqual([]);
});

test.each([
  ['client = ', 'const client: Client'],
  ['sandbox = ', 'const sandbox: Sandbox'],
  ['running = ', 'const running: Sandbox'],
  ['page = ', 'const page: SandboxPage'],
  ['each of ', 'const each: Sandbox'],
  ['whole of ', 'const whole: SandboxPage'],
  ['paused = ', 'const paused: Success'],
  ['specs = ', 'const specs: SandboxSpecPage'],
  ['task = ', 'const task: AppConversationStartTask'],
  ['conversation = ', 'const conversation: AppConversation'],
  ['begun = ', 'const begun: AppConversation'],
  ['many = ', 'const many: (AppConversation | null)[]'],
  ['list = ', 'const list: AppConversationList'],
  ['made = ', 'const made: CreateConversationResponse'],
  ['settings = ', 'const settings: Settings'],
  ['data, ', 'const data: Settings'],
  ['response }', 'const response: ResponseInfo'],
  ['either = ', 'const either: Sandbox | Settings'],
  ['both = ', 'const both: [Settings, Sandbox]'],
  ['connection = ', 'const connection: Connection'],
  ['result = ', 'const result: PauseSandboxResult'],
  ['started = ', 'const started: StartAppConversationResult'],
  ['data);', '(property) data: Success'],
])('what a call gives has the name of its type: %s', (place, want) => {
  expect(editor.hover(place).is).toBe(want);
});

describe('hovering over a method', () => {
  const { is, docs } = editor.hover('pause(');

  test('shows what it takes and gives', () => {
    expect(is).toBe(
      '(method) SandboxesOperations.pause(sandbox_id: string, options?: CallOptions): Call<Success>',
    );
  });

  test.each([
    ['its purpose', 'Pauses a sandbox. Returns immediately'],
    ['its request', '`POST /api/v1/sandboxes/{sandbox_id}/pause`.'],
    ['when it is repeated', 'Safe to repeat: retried if the connection fails, or after status'],
    ['its parameters', '@param sandbox_id Sandbox id, as returned by `startSandbox`'],
    ['the errors of its own', '@throws {NotFoundError} 404: No sandbox has this id,'],
    [
      'the errors of all',
      '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError}',
    ],
    ['an example', "@example const success = await client.sandboxes.pause('sbx-4kq7m2xw');"],
  ])('shows %s', (_, text) => {
    expect(docs).toContain(text);
  });
});

describe('hovering over a function', () => {
  const { is, docs } = editor.hover('pauseSandbox(');

  test('shows what it takes and gives', () => {
    expect(is).toContain(
      'pauseSandbox(connection: Connection, sandbox_id: string, options?: CallOptions): Call<PauseSandboxResult>',
    );
  });

  test.each([
    ['its purpose', 'Pauses a sandbox. Returns immediately'],
    ['when it is repeated', 'Safe to repeat: retried if the connection fails, or after status'],
    ['what it returns', '@returns the response; its `status` says which'],
    ['an example', "@example const result = await pauseSandbox(connection, 'sbx-4kq7m2xw');"],
  ])('shows %s', (_, text) => {
    expect(docs).toContain(text);
  });
});

test.each([
  ['waitUntil(', '@throws {WaitError} when it cannot come into the status'],
  ['create(', '@deprecated Newer deployments (edition of mid 2026)'],
  ['create(', 'Use `startAppConversation` instead.'],
  ['get()', 'Newer deployments serve the settings at `/api/v1/settings`'],
  ['startAndWait(', 'or else a random one that is sent with the request'],
  ['waitUntilReady(', '@throws {WaitError} when the task has neither id'],
  ['limit: 20', 'Maximum number of items on a page.'],
  ['byPage(', 'Goes from page to page.'],
  ['withResponse(', 'together with status, headers and request id of the response.'],
  ['createClient()', '@throws {TypeError} when an option is missing or wrong'],
])('hovering over %s shows: %s', (place, text) => {
  expect(editor.hover(place).docs).toContain(text);
});

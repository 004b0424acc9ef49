import type * as functions from '@agent-conversation/client/operations';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { edit } from '@agent-conversation/testing/editor';
import type { operations } from '@agent-conversation/types';
import { expect, expectTypeOf, test } from 'vitest';

const example = `
import { createClient, known, sandboxStatusValues } from '@agent-conversation/client';
import { connect, pauseSandbox, startAppConversation } from '@agent-conversation/client/operations';

const client = createClient();
const sandbox = await client.sandboxes.start();
const running = await client.sandboxes.waitUntil(sandbox.id, 'RUNNING');
await client.sandboxes.search({ limit: 20 });
for await (const each of client.sandboxes.search()) console.log(each.id);
for await (const whole of client.sandboxes.search().byPage()) console.log(whole.items);
const paused = await client.sandboxes.pause(sandbox.id);
const task = await client.appConversations.start();
const conversation = await client.appConversations.waitUntilReady(task);
const begun = await client.appConversations.startAndWait();
const made = await client.conversations.create({});
const { data, response } = await client.settings.get().withResponse();
const either = await (paused.success ? client.settings.get() : client.sandboxes.start());
const both = await Promise.all([client.settings.get(), client.sandboxes.start()]);

const connection = connect();
const result = await pauseSandbox(connection, sandbox.id);
const started = await startAppConversation(connection);
if (result.status === 200) console.log(result.data);
`;

const mistakes = [
  {
    code: "createClient({ baseURL: '' });",
    message:
      "'baseURL' does not exist in type 'ClientOptions'. Did you mean to write 'baseUrl'?",
  },
  {
    code: 'client.sandboxes.paus();',
    message:
      "Property 'paus' does not exist on type 'Sandboxes'. Did you mean 'pause'?",
  },
  {
    code: 'client.sandboxes.pause();',
    message: "An argument for 'sandbox_id' was not provided.",
  },
  {
    code: 'pauseSandbox(connection);',
    message: "An argument for 'sandbox_id' was not provided.",
  },
  {
    code: 'client.sandboxes.pause(5);',
    message:
      "Argument of type 'number' is not assignable to parameter of type 'string'.",
  },
  {
    code: "client.sandboxes.search({ pageId: '' });",
    message: "'pageId' does not exist in type 'SearchSandboxesQuery'.",
  },
  {
    code: "client.sandboxes.pause('', { timeoutInMS: 5 });",
    message:
      "'timeoutInMS' does not exist in type 'CallOptions'. Did you mean to write 'timeoutInMs'?",
  },
  {
    code: "client.appConversations.start({ titel: '' });",
    message: "Did you mean to write 'title'?",
  },
  {
    code: "client.appConversations.start({ agent_type: '' });",
    message: `Type '""' is not assignable to type '"default" | "plan" | undefined'.`,
  },
  {
    code: "client.sandboxes.waitUntil('', 'RUNING');",
    message: `Argument of type '"RUNING"' is not assignable to parameter of type`,
  },
  {
    code: 'client.sandboxes.start().id;',
    message:
      "Property 'id' does not exist on type 'Call<Sandbox>'. Did you forget to use 'await'?",
  },
  {
    code: 'sandbox.stauts;',
    message:
      "Property 'stauts' does not exist on type 'Sandbox'. Did you mean 'status'?",
  },
  {
    code: "known(sandboxStatusValues, sandbox.status) === 'FROZEN';",
    message: `'"FROZEN"' have no overlap`,
  },
  {
    code: 'started.data;',
    message:
      "Property 'data' does not exist on type 'StartAppConversationResult'.",
  },
  {
    code: 'either.status;',
    message: "Property 'status' does not exist on type 'Sandbox | Settings'.",
  },
];
const editor = edit(
  new URL('../', import.meta.url),
  example + mistakes.map(({ code }) => `${code}\n`).join(''),
);

test.each([
  ['client = ', 'const client: Client'],
  ['sandbox = ', 'const sandbox: Sandbox'],
  ['running = ', 'const running: Sandbox'],
  ['each of ', 'const each: Sandbox'],
  ['whole of ', 'const whole: SandboxPage'],
  ['paused = ', 'const paused: Success'],
  ['task = ', 'const task: AppConversationStartTask'],
  ['conversation = ', 'const conversation: AppConversation'],
  ['begun = ', 'const begun: AppConversation'],
  ['data, ', 'const data: Settings'],
  ['response }', 'const response: ResponseInfo'],
  ['either = ', 'const either: Sandbox | Settings'],
  ['both = ', 'const both: [Settings, Sandbox]'],
  ['connection = ', 'const connection: Connection'],
  ['result = ', 'const result: PauseSandboxResult'],
  ['started = ', 'const started: StartAppConversationResult'],
  ['data);', '(property) data: Success'],
  [
    'pause(',
    'SandboxesOperations.pause(sandbox_id: string, options?: CallOptions): Call<Success>',
  ],
  [
    'pauseSandbox(',
    '(connection: Connection, sandbox_id: string, options?: CallOptions): Call<P',
  ],
])('hovering over %s shows the type %s', (text, type) => {
  expect(editor.hover(text).is).toContain(type);
});

/** The beginning of a description of the contract. */
const textOf = ({ description }: { readonly description: string }) =>
  description.slice(0, 24);
const { parameters, responses } = contract.components;

test.each([
  [
    'pause(',
    textOf(contract.paths['/api/v1/sandboxes/{sandbox_id}/pause'].post),
  ],
  ['pause(', '`POST /api/v1/sandboxes/{sandbox_id}/pause`.'],
  [
    'pause(',
    'Safe to repeat: retried if the connection fails, or after status',
  ],
  ['pause(', `@param sandbox_id ${textOf(parameters.SandboxId)}`],
  [
    'pause(',
    `@throws {NotFoundError} 404: ${textOf(responses.SandboxNotFound)}`,
  ],
  [
    'pause(',
    '@throws {ConnectionError | TimeoutError | AbortedError | RedirectError}',
  ],
  [
    'pause(',
    "@example const success = await client.sandboxes.pause('sbx-4kq7m2xw');",
  ],
  ['pauseSandbox(', '@returns the response; its `status` says which'],
  [
    'pauseSandbox(',
    "@example const result = await pauseSandbox(connection, 'sbx-4kq7m2xw');",
  ],
  ['waitUntil(', '@throws {WaitError} when it cannot come into the status'],
  ['create(', '@deprecated '],
  ['startAndWait(', 'or else a random one that is sent with the request'],
  ['limit: 20', textOf(parameters.Limit)],
  ['byPage(', 'Goes from page to page.'],
  [
    'withResponse(',
    'together with status, headers and request id of the response.',
  ],
  ['createClient()', '@throws {TypeError} when an option is missing or wrong'],
])('hovering over %s shows the docs %s', (text, docs) => {
  expect(editor.hover(text).docs).toContain(docs);
});

const faults = editor.faults();
const firstMistake = example.split('\n').length;

test.each(
  mistakes.map((mistake, index) => ({
    ...mistake,
    line: firstMistake + index,
  })),
)('$code is reported: $message', ({ message, line }) => {
  const found = faults.filter((it) => it.line === line).map((it) => it.message);
  expect(found).toEqual([expect.stringContaining(message)]);
});

test('nothing else is reported', () => {
  expect(faults).toHaveLength(mistakes.length);
});

type Query<Id extends keyof operations> = NonNullable<
  operations[Id]['parameters']['query']
>;
type Ids = {
  [Id in keyof operations]: [Query<Id>] extends [never] ? never : Id;
}[keyof operations];
type Call<Id extends keyof operations> = Required<
  Parameters<(typeof functions)[Id]>
>;
type LastButOne<All> = All extends [...unknown[], infer It, unknown]
  ? It
  : never;

test('the types of queries are those that openapi-typescript makes of the contract', () => {
  type Queries = { [Id in Ids]: Query<Id> };
  expectTypeOf<{
    [Id in Ids]: LastButOne<Call<Id>>;
  }>().toEqualTypeOf<Queries>();
});

import { createClient, known, sandboxStatusValues } from '@agent-conversation/client';
import { connect, pauseSandbox } from '@agent-conversation/client/operations';

// @ts-expect-error 'baseURL' does not exist in type 'ClientOptions'. Did you mean to write 'baseUrl'?
const client = createClient({ baseURL: 'http://localhost:3000' });
const connection = connect();

// @ts-expect-error Property 'paus' does not exist on type 'Sandboxes'. Did you mean 'pause'?
await client.sandboxes.paus('sbx-4kq7m2xw');

// @ts-expect-error An argument for 'sandbox_id' was not provided.
await client.sandboxes.pause();

// @ts-expect-error An argument for 'sandbox_id' was not provided.
await pauseSandbox(connection);

// @ts-expect-error Argument of type 'number' is not assignable to parameter of type 'string'.
await client.sandboxes.pause(5);

// @ts-expect-error 'pageId' does not exist in type 'SearchSandboxesQuery'.
await client.sandboxes.search({ pageId: 'x' });

// @ts-expect-error 'timeoutInMS' does not exist in type 'CallOptions'. Did you mean to write 'timeoutInMs'?
await client.sandboxes.pause('sbx-4kq7m2xw', { timeoutInMS: 5_000 });

// @ts-expect-error 'titel' does not exist in type … Did you mean to write 'title'?
await client.appConversations.start({ titel: 'Vouchers in the basket' });

// @ts-expect-error Type '"planning"' is not assignable to type '"default" | "plan" | undefined'.
await client.appConversations.start({ agent_type: 'planning' });

// @ts-expect-error Argument of type '"RUNING"' is not assignable to parameter of type
await client.sandboxes.waitUntil('sbx-4kq7m2xw', 'RUNING');

// @ts-expect-error Property 'id' does not exist on type 'Call<Sandbox>'. Did you forget to use 'await'?
console.log(client.sandboxes.start().id);

const sandbox = await client.sandboxes.start();
// @ts-expect-error Property 'stauts' does not exist on type 'Sandbox'. Did you mean 'status'?
console.log(sandbox.stauts);

// @ts-expect-error This comparison appears to be unintentional … '"FROZEN"' have no overlap
console.log(known(sandboxStatusValues, sandbox.status) === 'FROZEN');

const result = await pauseSandbox(connection, 'sbx-4kq7m2xw');
// @ts-expect-error Property 'data' does not exist on type 'PauseSandboxResult'.
console.log(result.data);

const either = await (sandbox.exposed_urls ? client.settings.get() : client.sandboxes.start());
// @ts-expect-error Property 'status' does not exist on type 'Sandbox | Settings'.
console.log(either.status);

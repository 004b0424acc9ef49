import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://localhost:3000',
  apiKey: 'key',
});

const sandbox = await client.sandboxes.start();
const paused = await client.sandboxes.pause(sandbox.id);
const resumed = await client.sandboxes.resume(sandbox.id);
const page = await client.sandboxes.search({ limit: 20 });
const specs = await client.sandboxSpecs.search({ limit: 20 });
const task = await client.appConversations.start({ sandbox_id: sandbox.id });
const conversations = await client.appConversations.list({ ids: [sandbox.id] });
const conversation = await client.conversations.create({
  initial_user_msg: 'Hello',
});
const settings = await client.settings.get();

console.log(sandbox.status, paused.success, resumed.success, page.items.length);
console.log(specs.items.length, task.app_conversation_id, conversations.length);
console.log(conversation.conversation_id, settings.language);

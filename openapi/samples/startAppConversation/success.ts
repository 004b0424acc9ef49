import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

const text =
  'The total in the basket ignores vouchers. Find out why, and fix it.';
const task = await client.appConversations.start({
  // Choose another id for each conversation.
  conversation_id: '5f0c6b7a2d8e4b11a3c94e7f60d2b815',
  initial_message: { content: [{ type: 'text', text }] },
  selected_repository: 'acme/web-shop',
});
console.log(task.status, task.request.conversation_id);

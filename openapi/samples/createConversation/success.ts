import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

const conversation = await client.conversations.create({
  repository: 'acme/web-shop',
  initial_user_msg:
    'The total in the basket ignores vouchers. Find out why, and fix it.',
});
console.log(conversation.conversation_id, conversation.conversation_status);

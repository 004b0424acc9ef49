import { createClient } from '@agent-conversation/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'any' });

const conversations = await client.appConversations.list({
  ids: ['0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36', 'c2a9d7e4-61f3-4b8a-8e05-9d3f7a1c2b64'],
});
for (const conversation of conversations) {
  // An id that is unknown has null in its place.
  console.log(conversation?.title, conversation?.sandbox_status, conversation?.execution_status);
}

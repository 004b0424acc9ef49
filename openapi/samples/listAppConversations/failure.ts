import {
  createClient,
  isUnauthorizedError,
} from '@agent-conversation/client';

// The client sends the key of this variable if there is no `apiKey`.
delete process.env.AGENT_CONVERSATION_API_KEY;
// The service ignores this header: pass the key as `apiKey`.
const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  headers: { Authorization: 'Bearer any' },
});

try {
  await client.appConversations.list();
} catch (error) {
  if (!isUnauthorizedError(error)) throw error;
  console.error(error.message);
}

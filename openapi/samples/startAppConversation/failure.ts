import {
  createClient,
  isValidationError,
} from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

try {
  await client.appConversations.start({
    // Not a UUID.
    conversation_id: 'my-conversation',
  });
} catch (error) {
  if (!isValidationError(error)) throw error;
  console.error(error.message);
}

import { createClient, isNotFoundError } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

try {
  await client.sandboxes.pause('sbx-unknown');
} catch (error) {
  if (!isNotFoundError(error)) throw error;
  console.error(error.message);
}

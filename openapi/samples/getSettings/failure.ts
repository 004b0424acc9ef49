import { createClient, isUnauthorizedError } from '@agent-conversation/client';

// A header that the service does not look at: it takes the key as `apiKey`.
const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  headers: { Authorization: 'Bearer any' },
});

try {
  await client.settings.get();
} catch (error) {
  if (!isUnauthorizedError(error)) throw error;
  console.error(error.status, error.body);
}

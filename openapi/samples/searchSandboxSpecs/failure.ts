import { createClient, isValidationError } from '@agent-conversation/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'any' });

try {
  // Not a `next_page_id` that the service gave.
  await client.sandboxSpecs.search({ page_id: 'eyJvZmZzZXQiOjk5fQ' });
} catch (error) {
  if (!isValidationError(error)) throw error;
  console.error(error.message);
}

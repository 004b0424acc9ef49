import {
  createClient,
  isValidationError,
} from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'search',
});

try {
  await client.sandboxes.search({ limit: 500 });
} catch (error) {
  if (!isValidationError(error)) throw error;
  for (const { loc, msg } of error.violations) {
    console.error(loc.join('.'), msg);
  }
}

import {
  createClient,
  isValidationError,
  type Middleware,
} from '@agent-conversation/client';

// Truncates the body, as a faulty proxy would.
const cutOff: Middleware = (request, next) =>
  next({ ...request, body: request.body?.slice(0, 29) });
const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
  middleware: [cutOff],
});

try {
  await client.conversations.create({
    repository: 'acme/web-shop',
    git_provider: 'github',
    selected_branch: 'main',
    initial_user_msg:
      'The total in the basket ignores vouchers. ' +
      'Find out why, and fix it with a test.',
    image_urls: null,
    conversation_instructions: 'Reply in English and keep commits small.',
  });
} catch (error) {
  if (!isValidationError(error)) throw error;
  console.error(error.message);
}

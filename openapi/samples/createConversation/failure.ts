import {
  createClient,
  isValidationError,
  type Middleware,
} from '@agent-conversation/client';

// Leaves out the last brace of the body, as a faulty proxy might.
const cutOff: Middleware = (request, next) =>
  next({ ...request, body: request.body?.slice(0, -1) });
const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
  middleware: [cutOff],
});

try {
  await client.conversations.create({ repository: 'acme/web-shop' });
} catch (error) {
  if (!isValidationError(error)) throw error;
  console.error(error.message);
}

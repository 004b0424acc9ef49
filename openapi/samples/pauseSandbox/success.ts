import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

await client.sandboxes.pause('sbx-4kq7m2xw');
console.log('The sandbox is pausing.');

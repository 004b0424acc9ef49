import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

await client.sandboxes.resume('sbx-9wd3p6ha');
console.log('The sandbox is resuming.');

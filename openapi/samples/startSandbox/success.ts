import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

const sandbox = await client.sandboxes.start({
  sandbox_spec_id: 'ghcr.io/acme/agent-server:1.2',
});
console.log(sandbox.id, sandbox.status);

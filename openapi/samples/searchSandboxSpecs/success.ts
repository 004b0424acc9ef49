import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

const page = await client.sandboxSpecs.search({ limit: 20 });
for (const spec of page.items) console.log(spec.id, spec.created_at);

import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  // A key of its own: the mock has separate data for each.
  apiKey: 'search',
});

const page = await client.sandboxes.search({ limit: 2 });
for (const sandbox of page.items) {
  console.log(sandbox.id, sandbox.status, sandbox.created_at);
}
console.log('next page:', page.next_page_id);

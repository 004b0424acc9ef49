import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  // A key of its own: the mock has separate data for each.
  apiKey: 'list',
});

const conversations = await client.appConversations.list({
  ids: [
    '0f6b8c1e3a444d0e9a517c2e5b9d1f36',
    'c2a9d7e461f34b8a8e059d3f7a1c2b64',
  ],
});
for (const conversation of conversations) {
  // An unknown id has the entry null.
  console.log(
    conversation?.title,
    conversation?.sandbox_status,
    conversation?.execution_status,
  );
}

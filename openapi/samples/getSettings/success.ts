import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

const settings = await client.settings.get();
console.log(
  settings.language,
  settings.llm_model,
  settings.llm_api_key_set,
);

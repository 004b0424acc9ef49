import { createClient } from '@agent-conversation/client';

export function connect(baseUrl: string, apiKey: string) {
  const client = createClient({ baseUrl, apiKey });
  return {
    async pause(id: string) {
      return (await client.sandboxes.pause(id)).success;
    },
    async search(limit: number) {
      return (await client.sandboxes.search({ limit })).items.length;
    },
  };
}

import createClient from 'openapi-fetch';
import type { paths } from '@agent-conversation/types';

export function connect(baseUrl: string, apiKey: string) {
  const client = createClient<paths>({ baseUrl, headers: { 'X-Session-API-Key': apiKey } });
  return {
    async pause(id: string) {
      const { data, response } = await client.POST('/api/v1/sandboxes/{sandbox_id}/pause', {
        params: { path: { sandbox_id: id } },
      });
      if (!data) throw new Error(`pause: ${response.status}`);
      return data.success;
    },
    async search(limit: number) {
      const { data, response } = await client.GET('/api/v1/sandboxes/search', {
        params: { query: { limit } },
      });
      if (!data) throw new Error(`search: ${response.status}`);
      return data.items.length;
    },
  };
}

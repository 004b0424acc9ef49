import {
  connect as open,
  pauseSandbox,
  searchSandboxes,
} from '@agent-conversation/client/operations';

export function connect(baseUrl: string, apiKey: string) {
  const connection = open({ baseUrl, apiKey });
  return {
    async pause(id: string) {
      const result = await pauseSandbox(connection, id);
      if (result.status !== 200) throw new Error(`pause: ${result.status}`);
      return result.data.success;
    },
    async search(limit: number) {
      const result = await searchSandboxes(connection, { limit });
      if (result.status !== 200) throw new Error(`search: ${result.status}`);
      return result.data.items.length;
    },
  };
}

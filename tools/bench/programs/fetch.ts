export function connect(baseUrl: string, apiKey: string) {
  const headers = { 'X-Session-API-Key': apiKey };
  return {
    async pause(id: string) {
      const url = `${baseUrl}/api/v1/sandboxes/${encodeURIComponent(id)}/pause`;
      const response = await fetch(url, { method: 'POST', headers });
      if (response.status !== 200) throw new Error(`pause: ${response.status}`);
      return (await response.json()).success;
    },
    async search(limit: number) {
      const response = await fetch(`${baseUrl}/api/v1/sandboxes/search?limit=${limit}`, {
        headers,
      });
      if (response.status !== 200) throw new Error(`search: ${response.status}`);
      return (await response.json()).items.length;
    },
  };
}

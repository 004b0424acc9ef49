const url = new URL('http://127.0.0.1:4010/api/v1/app-conversations');
url.searchParams.append('ids', '0f6b8c1e3a444d0e9a517c2e5b9d1f36');
url.searchParams.append('ids', 'c2a9d7e461f34b8a8e059d3f7a1c2b64');

const response = await fetch(url, {
  // A key of its own: the mock has separate data for each.
  headers: { 'X-Session-API-Key': 'list' },
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

for (const conversation of await response.json()) {
  // An unknown id has the entry null.
  console.log(conversation?.title, conversation?.sandbox_status);
}
